/** Lists by month: which months are asked for, and how many of them are explained. */
import { z } from "zod";
import { invalid } from "../../errors.ts";
import { pagingBy, QueryDay, withDays, type KeyPart } from "../list-query.ts";
import { createLimiter } from "../http/limiter.ts";

/** Each line of each bill is written into each month it touches. */
const EXPLAINED_MONTHS_MAX = 24;
/** How lists of explained months are read: so many rows at once, and in turns of their own, since all bills of a meter are read for one month. */
export const EXPLAINING = {
  firstRows: EXPLAINED_MONTHS_MAX,
  takeTurn: createLimiter({
    atOnce: 2,
    atOnceOfCompany: 1,
    waitingMax: 20,
    refusal: "Too many months of your company are being explained. Wait for one of the answers.",
  }),
};

const MONTH_FORM = "This must be a month such as 2026-01, from 01 to 12, or a date such as 2026-01-31.";

/** A month such as 2024-01 stands for its first day. */
const MonthDay = z.string().transform((text, context) => {
  const day = /^\d{4}-\d\d$/.test(text) ? `${text}-01` : text;
  if (QueryDay.safeParse(day).success) return day;
  context.addIssue({ code: "custom", message: MONTH_FORM });
  return z.NEVER;
});

const monthsOf = {
  from: MonthDay.optional().meta({
    type: "string",
    description: "Only months that begin on or after this day; a month such as `2024-01` stands for its first day.",
    example: "2024-01",
  }),
  to: MonthDay.optional().meta({
    type: "string",
    description: "Only months that begin before this day; `2025-01` leaves out January 2025.",
    example: "2025-01",
  }),
};

const explain = z
  .enum(["true", "false"])
  .transform((text) => text === "true")
  .optional()
  .meta({
    type: "boolean",
    description: `Adds to each month the lines of bills that its figures are made of, and how many of their days. At most ${EXPLAINED_MONTHS_MAX} months in an answer: give \`from\` and \`to\`, or a \`limit\` of at most ${EXPLAINED_MONTHS_MAX}.`,
    example: false,
  });

/** The queries of lists of months that such a key orders. */
export const monthsQuery = (...key: KeyPart[]) => withDays(z.strictObject({ ...pagingBy(...key), ...monthsOf }));

/** For months that bills make. */
export const explainedMonthsQuery = (...key: KeyPart[]) =>
  withDays(z.strictObject({ ...pagingBy(...key), ...monthsOf, explain }));

/** Refuses to explain more months than one answer holds: cut, it would look whole. @throws Problem invalid */
export async function requireFewMonths(
  { limit }: { limit?: number | undefined },
  count: (max: number) => Promise<number>,
): Promise<void> {
  const isPage = limit !== undefined && limit <= EXPLAINED_MONTHS_MAX;
  if (isPage || (limit === undefined && (await count(EXPLAINED_MONTHS_MAX + 1)) <= EXPLAINED_MONTHS_MAX)) return;
  const detail = `At most ${EXPLAINED_MONTHS_MAX} months are explained in one answer. Give from and to, such as from=2024-01 and to=2026-01, or a limit of at most ${EXPLAINED_MONTHS_MAX} and follow the header Link.`;
  throw invalid([{ pointer: "explain", detail }]);
}
