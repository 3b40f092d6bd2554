/** The utilities to choose from, the same for every company; and the wishes for those whose bills are not collected. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { findUtilities, servingUtilities } from "../../domain/portals/find-utilities.ts";
import { stateOfPlace } from "../../domain/us-states.ts";
import { invalid } from "../../errors.ts";
import { noteWish } from "../../operations/utility-wishes.ts";
import { presenter } from "../../records/present.ts";
import { NewUtilityWish, SUPPORTED_WAYS, Utility, UtilityWish } from "../../records/utility.ts";
import {
  listUtilityWishes,
  versionOfUtilityWishes,
  type UtilityWishRow,
} from "../../store/authorizations/utility-wishes.ts";
import type { KnownUtility } from "../../utilities/known-utilities.ts";
import { callerOf } from "../auth/auth.ts";
import { filters, paging, pagesBy, refusedCursor, WORD_PART } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { Done, type Server } from "../schemas.ts";

const Place = z
  .string()
  .max(20)
  .transform((typed, context): string => {
    const state = stateOfPlace(typed);
    if (state !== null) return state;
    context.addIssue({ code: "custom", message: "This must be the code of a state, such as NY, or a ZIP code." });
    return z.NEVER;
  });

const UtilitiesQuery = z.strictObject({
  ...pagesBy(WORD_PART),
  q: z.string().max(200).optional().meta({
    description:
      "Only utilities one of whose names has words that begin with these, in any order, or whose website has this text. Names that begin with it come first.",
    example: "pg&e",
  }),
  place: Place.optional().meta({
    type: "string",
    description: "Only those that serve the state with this code, or with this ZIP code, and those of unknown states.",
    example: "94103",
  }),
  energy_type: filters.energy_type,
  supported: z.enum(SUPPORTED_WAYS).optional().meta({
    description: "Only those for which this works: `login` for those whose bills are collected.",
    example: "login",
  }),
  unproven: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "true: only those that are `unproven`; false: only others; absent: both." }),
});

/** Found again at each request, so it has no time of its last change. */
type Row = z.infer<typeof Utility> & { updated_at?: null };

const tags = ["Authorizations"];

export function utilityRoutes(server: Server, app: App): void {
  server.get(
    "/utilities",
    {
      schema: {
        operationId: "listUtilities",
        summary: "The utilities to choose from",
        description:
          "Those whose bills are collected and the largest others of the US, by name, with what works for each (`supported`). Fast enough to ask on every key press.",
        tags,
        querystring: UtilitiesQuery,
        response: { 200: z.array(Utility) },
      },
    },
    async (request, reply) => {
      const { q = "", place: state, energy_type, supported, unproven, limit, cursor } = request.query;
      const energyTypes = energy_type === undefined ? undefined : [energy_type];
      const serving = servingUtilities(app.known.list(), { state, energyTypes });
      const working = serving.filter(
        (each) =>
          (supported === undefined || each.supported.includes(supported)) &&
          (unproven === undefined || String(each.unproven) === unproven),
      );
      const found = findUtilities(working, q.toWellFormed());
      return answerList<Row>(app, request, reply, {
        paging: { limit, cursor },
        // All of it is in memory.
        firstRows: found.length,
        read: async ({ after, limit: most, offset = 0 }) => {
          const last = after === null ? -1 : found.findIndex(({ key }) => key === after.key[0]);
          if (after !== null && last === -1) throw refusedCursor();
          const start = last + 1;
          return found.slice(start + offset, start + offset + most).map(wireUtility);
        },
        keyOf: ({ key }) => [key],
        write: (rows) => rows.map((row) => JSON.stringify(row)),
      });
    },
  );

  server.get(
    "/utilities/wishes",
    {
      schema: {
        operationId: "listUtilityWishes",
        summary: "Utilities that are wanted",
        description:
          "Utilities whose bills are not collected, each with how often it was asked for. Those of the caller's company; an admin gets those of all companies.",
        tags,
        querystring: z.strictObject(paging),
        response: { 200: z.array(UtilityWish) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      return answerList(app, request, reply, {
        paging: request.query,
        read: (window) => listUtilityWishes(app.db, caller, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireWish(app, row))),
        version: () => versionOfUtilityWishes(app.db, caller),
      });
    },
  );

  server.post(
    "/utilities/wishes",
    {
      schema: {
        operationId: "createUtilityWish",
        summary: "Ask for a utility",
        description:
          "Counts that its bills are wanted, for the company and the operator. A user counts once a day for a utility.",
        tags,
        body: NewUtilityWish,
        response: { 200: Done },
      },
    },
    async (request) => {
      const { company_id, user_id } = callerOf(request);
      const wanted = app.known.byKey(request.body.utility);
      if (wanted === null) throw invalid([{ pointer: "/utility", detail: "There is no utility with this key." }]);
      if (wanted.supported.includes("login") || wanted.supported.includes("green_button_connect"))
        throw invalid([
          {
            pointer: "/utility",
            detail: "Bills of this utility are collected: submit its login, or ask for a permission.",
          },
        ]);
      const wish = { company_id, by: { user_id }, utility: wanted.key };
      await app.db.transaction().execute((trx) => noteWish(trx, app, wish));
      return { message: "It is noted that this utility is wanted.", success: true as const };
    },
  );
}

const wireUtility = ({
  website,
  aliases,
  states,
  sites: _sites,
  ...utility
}: KnownUtility): z.infer<typeof Utility> => ({
  svc_object_type: "Utility",
  ...utility,
  aliases: [...aliases],
  states: states === null ? null : [...states],
  website: website === "" ? null : website,
});

const present = presenter(UtilityWish);

/** A utility that has left the catalogue since is known by what was noted of it. */
function wireWish({ known }: App, row: UtilityWishRow) {
  const utility = known.byKey(row.utility) ?? known.ofAddress(row.utility);
  const isSite = row.utility.includes(".");
  return present({
    ...row,
    utility: utility?.key ?? null,
    name: utility?.name ?? row.utility,
    website: utility === null ? (isSite ? `https://${row.utility}` : null) : utility.website || null,
    supported: utility?.supported ?? ["upload"],
  });
}
