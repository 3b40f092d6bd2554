/** The list of the months of all properties of a company, by month, by type of energy or by property. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { nextMonth } from "../../domain/calendar.ts";
import { portfolioMonths, type PortfolioMonthFigures } from "../../domain/portfolio/portfolio-months.ts";
import { PORTFOLIO_GROUPS, type PortfolioMonth } from "../../records/portfolio-month.ts";
import { wireDay } from "../../records/wire.ts";
import { listPropertyMonthKeys, listServiceSpans, sumMonths } from "../../store/derived/portfolio-months.ts";
import type { MonthRange } from "../../store/derived/months.ts";
import type { Key, ListWindow } from "../../store/list-window.ts";
import { DAY_PART, pagesBy, refusedCursor, withDays, WORD_PART } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { monthRange } from "./month-answers.ts";

export const PortfolioMonthsQuery = withDays(
  z.strictObject({
    group_by: z.enum(PORTFOLIO_GROUPS).default("month").meta({
      type: "string",
      description:
        "What a row is about. month: all properties together. energy_type: each service, with its use in one unit. property: each property.",
      example: "energy_type",
    }),
    ...pagesBy(WORD_PART, DAY_PART),
    ...monthRange,
  }),
);

/** Made when it is read, so it has no time of its last change. */
type Row = PortfolioMonthFigures & { updated_at?: null };

/** More than the months of all types of energy of some decades: only lists by property are read in parts. */
const FIRST_ROWS = 10_000;

export function answerPortfolioMonths(
  app: Pick<App, "db" | "log" | "publicUrl">,
  request: FastifyRequest<{ Querystring: z.infer<typeof PortfolioMonthsQuery> }>,
  reply: FastifyReply,
  companyId: number,
): Promise<FastifyReply> {
  const { group_by, limit, cursor, ...range } = request.query;
  const summed = async () => {
    const [sums, spans] = await Promise.all([
      sumMonths(app.db, companyId, { range, propertyIds: null, isOfTypesAlone: group_by === "energy_type" }),
      listServiceSpans(app.db, companyId, null),
    ]);
    return portfolioMonths(group_by, sums, spans).toSorted((one, other) => compareKeys(keyOf(one), keyOf(other)));
  };
  // Summed once for an answer, which may take its rows in several parts.
  let all: ReturnType<typeof summed> | null = null;
  const isByProperty = group_by === "property";
  if (cursor !== undefined && isByProperty !== /^\d+$/.test(String(cursor.key[0]))) throw refusedCursor();
  return answerList<Row>(app, request, reply, {
    paging: { limit, cursor },
    ...(isByProperty ? {} : { firstRows: FIRST_ROWS }),
    read: async (window) =>
      isByProperty ? readByProperty(app, companyId, range, window) : inWindow(await (all ??= summed()), window),
    keyOf,
    write: (rows) => rows.map((row) => JSON.stringify(wire(row))),
  });
}

/** The window is taken from the months of properties, and these are then summed over their services. */
async function readByProperty(
  { db }: Pick<App, "db">,
  companyId: number,
  range: MonthRange,
  window: ListWindow,
): Promise<PortfolioMonthFigures[]> {
  const { after } = window;
  const place = after && { ...after, key: [Number(after.key[0]), String(after.key[1])] };
  const keys = await listPropertyMonthKeys(db, companyId, range, { ...window, after: place });
  const months = keys.map(({ effective_month }) => effective_month).toSorted();
  const propertyIds = [...new Set(keys.map(({ property_id }) => property_id))];
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sums = await sumMonths(db, companyId, { range: { from: first, to: nextMonth(last) }, propertyIds });
  const made = portfolioMonths("property", sums, await listServiceSpans(db, companyId, propertyIds));
  const byKey = new Map(made.map((row) => [keyOf(row).join(), row]));
  return keys.flatMap(({ property_id, effective_month }) => byKey.get(`${property_id},${effective_month}`) ?? []);
}

/** `,2025-01-01`, `ELECTRIC,2025-01-01` or `7,2025-01-01`. */
const keyOf = ({ energy_type, property_id, effective_month }: PortfolioMonthFigures): Key => [
  energy_type ?? (property_id === null ? "" : String(property_id)),
  effective_month,
];

function compareKeys(one: Key, other: Key): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : String(one[at]) < String(other[at]) ? -1 : 1;
}

function inWindow(rows: readonly PortfolioMonthFigures[], { after, limit, offset = 0 }: ListWindow) {
  const start = after === null ? 0 : rows.findIndex((row) => compareKeys(keyOf(row), after.key) > 0);
  return start === -1 ? [] : rows.slice(start + offset, start + offset + limit);
}

const wire = ({
  propertiesComplete,
  leftOut,
  effective_month,
  properties,
  ...row
}: PortfolioMonthFigures): z.infer<typeof PortfolioMonth> => ({
  svc_object_type: "PortfolioMonth",
  ...row,
  effective_month: wireDay(effective_month),
  properties,
  properties_complete: propertiesComplete,
  complete: properties > 0 && propertiesComplete === properties,
  left_out: leftOut,
});
