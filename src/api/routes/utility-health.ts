/** The health of utilities; for administrators also what their websites showed when they were not as their recipes say. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { healthOf } from "../../operations/read-utility-health.ts";
import { ACCESSES } from "../../records/codes.ts";
import { presenter } from "../../records/present.ts";
import { ChangedPage, UtilityHealth } from "../../records/utility-health.ts";
import { listChangedPages } from "../../store/utilities/changed-pages.ts";
import { listHealth } from "../../store/utilities/utility-health.ts";
import { callerOf } from "../auth/auth.ts";
import { ID_PART, pagesBy, queryText, WORD_PART } from "../list-query.ts";
import { answerList } from "../lists.ts";
import type { Server } from "../schemas.ts";

const PagesQuery = z.strictObject({
  ...pagesBy(ID_PART),
  utility: queryText(253)
    .min(1)
    .optional()
    .meta({ description: "Only those of the utility with this key.", example: "northgate-electric" }),
});

const ACCESS_PART = (text: string) => ACCESSES.find((access) => access === text) ?? null;

const present = presenter(ChangedPage);

/** Both are lists by key alone. */
type Row<Record> = Record & { updated_at?: null };

export function utilityHealthRoutes(server: Server, app: App): void {
  server.get(
    "/utilities/health",
    {
      schema: {
        operationId: "listUtilityHealth",
        summary: "How the websites of utilities do",
        description:
          "One row for each utility that was visited, and another where it was visited with permissions (Green Button Connect). Users see whether its website works, and since when it does not; administrators of the service also visits, successes and refusals by kind, durations and the recipe in use.",
        tags: ["Operation"],
        querystring: z.strictObject(pagesBy(WORD_PART, ACCESS_PART)),
        response: { 200: z.array(UtilityHealth) },
      },
    },
    async (request, reply) => {
      const isAdmin = callerOf(request).role === "admin";
      return answerList<Row<UtilityHealth>>(app, request, reply, {
        paging: request.query,
        read: async (window) => healthOf(app, await listHealth(app.db, window), isAdmin),
        keyOf: ({ utility, access }) => [utility, access],
        write: (rows) => rows.map((row) => JSON.stringify(row)),
      });
    },
  );

  server.get(
    "/utilities/changed_pages",
    {
      schema: {
        operationId: "listChangedPages",
        summary: "What changed websites showed",
        description:
          "The last answers of websites that were not as their recipes say: the latest five of each utility, for 30 days, the oldest first. Their structure, names and the words of sign-in pages stay; everything else is masked. For administrators.",
        tags: ["Operation"],
        querystring: PagesQuery,
        response: { 200: z.array(ChangedPage) },
      },
    },
    async (request, reply) =>
      answerList<Row<ChangedPage>>(app, request, reply, {
        paging: request.query,
        read: async (window) =>
          (await listChangedPages(app.db, request.query.utility, window)).map((row) => present(row)),
        write: (rows) => rows.map((row) => JSON.stringify(row)),
      }),
  );
}
