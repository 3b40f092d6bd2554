/** The utilities to choose from. They are the same for every company. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { findUtilities } from "../../domain/portals/find-utilities.ts";
import { Utility, type WAYS_IN } from "../../records/utility.ts";
import { isFictional } from "../../utilities/card.ts";
import { pagesBy, WORD_PART } from "../list-query.ts";
import { answerList } from "../lists.ts";
import type { Server } from "../schemas.ts";

const UtilitiesQuery = z.strictObject({
  ...pagesBy(WORD_PART),
  q: z.string().max(200).optional().meta({
    description:
      "Only utilities whose name has words that begin with these, in any order, or whose website has this text. Names that begin with it come first.",
    example: "north",
  }),
});

/** Found again at each request, so it has no time of its last change. */
type Row = z.infer<typeof Utility> & { updated_at?: null };

export function utilityRoutes(server: Server, app: Pick<App, "connectors" | "utilities" | "publicUrl" | "log">): void {
  server.get(
    "/utilities",
    {
      schema: {
        operationId: "listUtilities",
        summary: "The utilities to choose from",
        description:
          "By name, with what the service can do for each: fetch bills from its website, read them by templates, take uploads.",
        tags: ["Authorizations"],
        querystring: UtilitiesQuery,
        response: { 200: z.array(Utility) },
      },
    },
    async (request, reply) => {
      const { q = "", limit, cursor } = request.query;
      const found = findUtilities(listUtilities(app), q.toWellFormed());
      return answerList<Row>(app, request, reply, {
        paging: { limit, cursor },
        read: async ({ after, limit: most, offset = 0 }) => {
          const start = after === null ? 0 : found.findIndex(({ key }) => key === after.key[0]) + 1;
          return found.slice(start + offset, start + offset + most).map(wire);
        },
        keyOf: ({ key }) => [key],
        write: (rows) => rows.map((row) => JSON.stringify(row)),
      });
    },
  );
}

type Known = Omit<z.infer<typeof Utility>, "svc_object_type" | "website"> & { website: string };

const wire = ({ website, ...utility }: Known): z.infer<typeof Utility> => ({
  svc_object_type: "Utility",
  ...utility,
  website: website === "" ? null : website,
});

/** Without the fictional ones where their portals do not run. */
function listUtilities({ connectors, utilities }: Pick<App, "connectors" | "utilities">): Known[] {
  const portals = new Map(connectors.list().map((portal) => [portal.key, portal]));
  return utilities.current().utilities.flatMap(({ card, recipe, templates }): Known[] => {
    if (card === null) return [];
    const portal = portals.get(card.key);
    if (isFictional(card) && portal === undefined) return [];
    const ways: [(typeof WAYS_IN)[number], boolean][] = [
      ["portal", portal !== undefined],
      ["templates", templates.length > 0],
      ["uploads", true],
    ];
    const steps = portal === undefined ? [] : (recipe?.second_factor?.steps ?? []);
    return [
      {
        key: card.key,
        name: card.name,
        website: portal?.website ?? card.website ?? "",
        energy_types: [...card.energy_types],
        time_zone: card.time_zone,
        ways_in: ways.flatMap(([way, isOpen]) => (isOpen ? [way] : [])),
        second_factors: [...new Set(steps.map(({ kind }) => kind))],
      },
    ];
  });
}
