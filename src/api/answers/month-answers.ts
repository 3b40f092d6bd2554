/** Lists of months: what they accept and how many months they explain; and the months of one meter, or of the meters of a property. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { invalid } from "../../errors.ts";
import { FIRST_DAY } from "../../records/bill-limits.ts";
import type { Day } from "../../records/scalars.ts";
import { countMonths, listMonthsIn, versionOfMonths, type MonthsOf } from "../../store/derived/months.ts";
import { callerOf } from "../auth/auth.ts";
import { createLimiter } from "../http/limiter.ts";
import { DAY_PART, ID_PART, pagesBy, paging, QueryDay, withDays, type KeyPart } from "../list-query.ts";
import { answerList, type Around } from "../lists.ts";
import { explainMonths } from "./month-explanations.ts";
import { wireMonth } from "./wire.ts";

/** Each bill line is repeated in each month it touches. */
const EXPLAINED_MONTHS_MAX = 24;
/** Limits for lists of explained months: few rows at a time and a limiter of their own, because one month requires reading all bills of a meter. */
export const EXPLAINING = {
  firstRows: EXPLAINED_MONTHS_MAX,
  limiter: createLimiter({
    atOnce: 2,
    atOnceOfCompany: 1,
    waitingMax: 20,
    refusal: "Your company has too many requests for explained months. Wait for one of them to finish.",
  }),
};

const MONTH_FORM = "This must be a month such as 2026-01, from 01 to 12, or a date such as 2026-01-31.";

/** A month such as 2024-01 means its first day. */
const MonthDay = z.string().transform((text, context) => {
  const day = /^\d{4}-\d\d$/.test(text) ? `${text}-01` : text;
  if (QueryDay.safeParse(day).success) return day;
  context.addIssue({ code: "custom", message: MONTH_FORM });
  return z.NEVER;
});

/** Far behind every budget, and far from the year 10000, which is no longer written with four digits. */
const LAST_DAY: Day = "2199-12-31";

/** A month that is calculated with: from the first that a bill can have, since there is no day before the year 1. */
export const BillMonth = MonthDay.refine(
  (day) => day >= FIRST_DAY && day <= LAST_DAY,
  `This must be a month from ${FIRST_DAY.slice(0, 7)} to ${LAST_DAY.slice(0, 7)}.`,
);

/** The months of an answer. */
export const monthRange = {
  from: MonthDay.optional().meta({
    type: "string",
    description: "Only months that begin on or after this day; a month such as `2024-01` means its first day.",
    example: "2024-01",
  }),
  to: MonthDay.optional().meta({
    type: "string",
    description: "Only months that begin before this day; `2025-01` leaves out January 2025.",
    example: "2025-01",
  }),
};

const monthsOf = { updated_since: paging.updated_since, ...monthRange };

const explainParameter = z
  .enum(["true", "false"])
  .transform((text) => text === "true")
  .optional()
  .meta({
    type: "boolean",
    description: `Adds to each month the bill lines that its figures are made of, and how many of their days fall in the month. At most ${EXPLAINED_MONTHS_MAX} months in an answer: give \`from\` and \`to\`, or a \`limit\` of at most ${EXPLAINED_MONTHS_MAX}.`,
    example: false,
  });

/** Query parameters of lists of months, ordered by such a key. */
export const monthsQuery = (...key: KeyPart[]) => withDays(z.strictObject({ ...pagesBy(...key), ...monthsOf }));

/** For months derived from bills. */
export const explainedMonthsQuery = (...key: KeyPart[]) =>
  withDays(z.strictObject({ ...pagesBy(...key), ...monthsOf, explain: explainParameter }));

/** Refuses to explain more months than one answer may hold: a shortened list would look complete. @throws Problem invalid */
export async function requireFewMonths(
  { limit }: { limit?: number | undefined },
  count: (max: number) => Promise<number>,
): Promise<void> {
  const isPage = limit !== undefined && limit <= EXPLAINED_MONTHS_MAX;
  if (isPage || (limit === undefined && (await count(EXPLAINED_MONTHS_MAX + 1)) <= EXPLAINED_MONTHS_MAX)) return;
  const detail = `At most ${EXPLAINED_MONTHS_MAX} months are explained in one answer. Give from and to, such as from=2024-01 and to=2026-01, or a limit of at most ${EXPLAINED_MONTHS_MAX} and follow the header Link.`;
  throw invalid([{ pointer: "explain", detail }]);
}

export const MeterMonthsQuery = explainedMonthsQuery(ID_PART, DAY_PART);

/** Ordered by meter, then by month. @throws Problem invalid when more months are to be explained than one answer may hold */
export async function answerMeterMonths(
  app: Pick<App, "db" | "log" | "publicUrl">,
  request: FastifyRequest<{ Querystring: z.infer<typeof MeterMonthsQuery> }>,
  reply: FastifyReply,
  { of, around }: { of: MonthsOf; around: Around },
): Promise<FastifyReply> {
  const { db } = app;
  const { company_id } = callerOf(request);
  const { limit, cursor, updated_since, explain = false, ...range } = request.query;
  if (explain) await requireFewMonths({ limit }, (max) => countMonths(db, company_id, of, { range, max }));
  return answerList(app, request, reply, {
    paging: { limit, cursor, updated_since },
    around,
    read: (window) => listMonthsIn(db, company_id, of, { range, window }),
    keyOf: ({ utility_meter_id, effective_month }) => [utility_meter_id, effective_month],
    write: async (rows) =>
      (explain ? await explainMonths(db, company_id, rows) : rows.map(wireMonth)).map((month) => JSON.stringify(month)),
    // Lines can change while the figures of a month stay the same.
    ...(explain ? EXPLAINING : { version: () => versionOfMonths(db, company_id, of, range) }),
  });
}
