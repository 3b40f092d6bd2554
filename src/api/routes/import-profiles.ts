/** Import profiles, which say what the columns of a spreadsheet mean: the built-in ones and a company's own. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { notFound, Problem } from "../../errors.ts";
import { ImportMapping, ImportProfile, ImportProfileInput, ProfileName } from "../../records/import-profile.ts";
import type { Key } from "../../store/list-window.ts";
import {
  deleteProfile,
  listOwnProfiles,
  replaceProfile,
  type ProfileRow,
} from "../../store/imports/import-profiles.ts";
import { callerOf } from "../auth/auth.ts";
import { ID_PART, pagesBy, WORD_PART } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { Done, type Server } from "../schemas.ts";

const tags = ["Imports"];
const params = z.object({
  name: ProfileName.meta({ description: "Name of the profile.", example: "landlord-exports" }),
});

export function importProfileRoutes(server: Server, app: App): void {
  const all = async (companyId: number) => [
    ...(await listOwnProfiles(app.db, companyId)).map(wireOwnProfile),
    ...app.imports.profiles.map(wireBuiltIn),
  ];
  const isBuiltIn = (name: string) => app.imports.profiles.some((profile) => profile.name === name);

  server.get(
    "/import_profiles",
    {
      schema: {
        operationId: "listImportProfiles",
        summary: "The import profiles",
        description: "The company's own profiles by name, then the built-in ones.",
        tags,
        querystring: z.strictObject(pagesBy(ID_PART, WORD_PART)),
        response: { 200: z.array(ImportProfile) },
      },
    },
    async (request, reply) => {
      // The company's own before the built-in ones; each group by name.
      const keyOf = ({ name, built_in }: z.infer<typeof ImportProfile>): Key => [built_in ? 2 : 1, name];
      const isAfter = ([group, name]: Key, [other = 0, otherName = ""]: Key) =>
        group === other ? (name ?? "") > otherName : (group ?? 0) > other;
      const profiles = (await all(callerOf(request).company_id)).toSorted((a, b) =>
        isAfter(keyOf(a), keyOf(b)) ? 1 : -1,
      );
      return answerList(app, request, reply, {
        paging: request.query,
        read: async ({ after, limit, offset = 0 }) =>
          profiles
            .filter((profile) => after === null || isAfter(keyOf(profile), after.key))
            .slice(offset, offset + limit),
        keyOf,
        write: (rows) => rows.map((row) => JSON.stringify(row)),
      });
    },
  );

  server.get(
    "/import_profiles/:name",
    {
      schema: {
        operationId: "getImportProfile",
        summary: "One import profile",
        description: "A built-in one is a good starting point for your own.",
        tags,
        params,
        response: { 200: ImportProfile },
      },
    },
    async (request) => {
      const found = (await all(callerOf(request).company_id)).find(({ name }) => name === request.params.name);
      if (found === undefined) throw notFound();
      return found;
    },
  );

  server.put(
    "/import_profiles/:name",
    {
      schema: {
        operationId: "replaceImportProfile",
        summary: "Make or replace an import profile",
        description: "Earlier imports keep the profile as it was then.",
        tags,
        params,
        body: ImportProfileInput,
        response: { 200: ImportProfile },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { name } = request.params;
      if (isBuiltIn(name)) throw new Problem("conflict", "This profile is built in. Choose another name.");
      return wireOwnProfile(
        await app.db
          .transaction()
          .execute((trx) => replaceProfile(trx, company_id, name, ImportMapping.parse(request.body))),
      );
    },
  );

  server.delete(
    "/import_profiles/:name",
    {
      schema: {
        operationId: "deleteImportProfile",
        summary: "Delete an import profile",
        description: "Data that was imported with it stays.",
        tags,
        params,
        response: { 200: Done },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const { name } = request.params;
      if (isBuiltIn(name)) throw new Problem("conflict", "This profile is built in and cannot be deleted.");
      if (!(await deleteProfile(app.db, callerOf(request).company_id, name))) throw notFound();
      return { message: "The import profile was deleted.", success: true as const };
    },
  );
}

const wireOwnProfile = ({ name, profile, created_at, updated_at }: ProfileRow): z.infer<typeof ImportProfile> => ({
  name,
  built_in: false,
  // Written by the same schema; fields added later have their defaults.
  ...ImportMapping.parse(profile),
  created_at,
  updated_at,
});

const wireBuiltIn = ({ name, mapping }: App["imports"]["profiles"][number]): z.infer<typeof ImportProfile> => ({
  name,
  built_in: true,
  ...mapping,
  created_at: null,
  updated_at: null,
});
