/** The list of the months of all properties of a company, by month, by type of energy or by property. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import {
  portfolioMonths,
  type PortfolioMonthFigures,
  type SummedMonth,
} from "../../domain/portfolio/portfolio-months.ts";
import { PORTFOLIO_GROUPS, type PortfolioMonth } from "../../records/portfolio-month.ts";
import { wireDay } from "../../records/wire.ts";
import { listServiceSpans, listSummedMonths, sumMonths } from "../../store/derived/portfolio-months.ts";
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
type WithoutTime<Row> = Row & { updated_at?: null };

/** More than the months of all types of energy of some decades: only lists by property are read in parts. */
const FIRST_ROWS = 10_000;
/** About a thousand months, which are read faster together. */
const BATCH_BYTES = 384 * 1024;

export function answerPortfolioMonths(
  app: Pick<App, "db" | "log" | "publicUrl">,
  request: FastifyRequest<{ Querystring: z.infer<typeof PortfolioMonthsQuery> }>,
  reply: FastifyReply,
  companyId: number,
): Promise<FastifyReply> {
  const { group_by, limit, cursor, ...range } = request.query;
  const isByProperty = group_by === "property";
  if (cursor !== undefined && groupOf(cursor.key) !== group_by) throw refusedCursor();
  const paging = { limit, cursor };
  if (!isByProperty)
    return answerList<WithoutTime<PortfolioMonthFigures>>(app, request, reply, {
      paging,
      read: readTogether(app, companyId, group_by, range),
      firstRows: FIRST_ROWS,
      keyOf,
      write: textsOf,
    });
  return answerList<WithoutTime<SummedMonth>>(app, request, reply, {
    paging,
    read: (window) => readByProperty(app, companyId, range, window),
    batchBytes: BATCH_BYTES,
    keyOf,
    // The services are read here and not with the sums, because the next sums are read at the same time.
    write: async (sums) => textsOf(await monthsOfProperties(app, companyId, sums)),
  });
}

/** Summed once for an answer, which may take its rows in several parts. */
function readTogether({ db }: Pick<App, "db">, companyId: number, group: "month" | "energy_type", range: MonthRange) {
  const summed = async () => {
    const [sums, spans] = await Promise.all([
      sumMonths(db, companyId, group, range),
      listServiceSpans(db, companyId, null),
    ]);
    return portfolioMonths(group, sums, spans).toSorted((one, other) => compareKeys(keyOf(one), keyOf(other)));
  };
  let all: ReturnType<typeof summed> | null = null;
  return async (window: ListWindow) => inWindow(await (all ??= summed()), window);
}

function readByProperty(
  { db }: Pick<App, "db">,
  companyId: number,
  range: MonthRange,
  { after, ...window }: ListWindow,
): Promise<SummedMonth[]> {
  const place = after && { ...after, key: [Number(after.key[0]), String(after.key[1])] };
  return listSummedMonths(db, companyId, range, { ...window, after: place });
}

async function monthsOfProperties({ db }: Pick<App, "db">, companyId: number, sums: readonly SummedMonth[]) {
  const propertyIds = [...new Set(sums.flatMap(({ property_id }) => property_id ?? []))];
  return portfolioMonths("property", sums, await listServiceSpans(db, companyId, propertyIds));
}

const textsOf = (rows: readonly PortfolioMonthFigures[]): string[] => rows.map((row) => JSON.stringify(wire(row)));

/** `,2025-01-01`, `ELECTRIC,2025-01-01` or `7,2025-01-01`. */
const keyOf = ({
  energy_type,
  property_id,
  effective_month,
}: Pick<SummedMonth, "energy_type" | "property_id" | "effective_month">): Key => [
  energy_type ?? (property_id === null ? "" : String(property_id)),
  effective_month,
];

/** The group that has such keys. */
const groupOf = ([first]: Key): (typeof PORTFOLIO_GROUPS)[number] =>
  first === "" ? "month" : /^\d+$/.test(String(first)) ? "property" : "energy_type";

function compareKeys(one: Key, other: Key): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : String(one[at]) < String(other[at]) ? -1 : 1;
}

function inWindow(rows: readonly PortfolioMonthFigures[], { after, limit, offset = 0 }: ListWindow) {
  const start = after === null ? 0 : rows.findIndex((row) => compareKeys(keyOf(row), after.key) > 0);
  return start === -1 ? [] : rows.slice(start + offset, start + offset + limit);
}

/** Each field by its name: spreading the row takes twice as long, and there are tens of thousands of rows. */
const wire = (row: PortfolioMonthFigures): z.infer<typeof PortfolioMonth> => ({
  svc_object_type: "PortfolioMonth",
  effective_month: wireDay(row.effective_month),
  energy_type: row.energy_type,
  property_id: row.property_id,
  properties: row.properties,
  properties_complete: row.propertiesComplete,
  complete: row.properties > 0 && row.propertiesComplete === row.properties,
  estimated: row.estimated,
  total_cost: row.total_cost,
  kbtus: row.kbtus,
  lbs_co2: row.lbs_co2,
  gallons: row.gallons,
  usage: row.usage,
  usage_unit: row.usage_unit,
  left_out: row.leftOut,
});
