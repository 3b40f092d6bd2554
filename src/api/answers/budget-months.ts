/** Which months and which day a question about budgets or accruals means. */
import { z } from "zod";
import type { App } from "../../app.ts";
import {
  addDays,
  dayFromNumber,
  dayOfTime,
  earlier,
  firstDayNumber,
  monthNumber,
  monthNumberFrom,
} from "../../domain/calendar.ts";
import type { Months } from "../../domain/coverage/coverage.ts";
import { found, invalid, Problem } from "../../errors.ts";
import type { Day } from "../../records/scalars.ts";
import { findCompanyProfile } from "../../store/records/companies.ts";
import { preferred } from "../http/accept.ts";
import { QueryDay } from "../list-query.ts";
import { BillMonth } from "./month-answers.ts";

const MONTHS_OF_YEAR = 12;

export const budgetRange = {
  from: BillMonth.optional().meta({
    type: "string",
    description:
      "The first month, such as `2027-01`. Without it the fiscal year of the company in which `to`, else today, is.",
    example: "2027-01",
  }),
  to: BillMonth.optional().meta({
    type: "string",
    description: "The month after the last one: `2028-01` ends with December 2027. Without it twelve months.",
    example: "2028-01",
  }),
};

export const asOfParameter = QueryDay.optional().meta({
  type: "string",
  format: "date",
  description: "The last day up to which unbilled days are accrued; at most a year from today.",
  example: "2026-10-31",
});

const FILE_FORMATS = { json: "application/json", csv: "text/csv" } as const;
export type FileFormat = keyof typeof FILE_FORMATS;

export const formatParameter = z
  .enum(["json", "csv"])
  .optional()
  .meta({ description: "Without it, the Accept header decides; the default is JSON.", example: "csv" });

/** @throws Problem not-acceptable */
export function formatOf(format: FileFormat | undefined, accept: string | undefined): FileFormat {
  const chosen = format ?? preferred(accept, FILE_FORMATS);
  if (chosen === null) throw new Problem("not-acceptable", "This is written as application/json and text/csv.");
  return chosen;
}

interface RangeQuery {
  from?: string | undefined;
  to?: string | undefined;
}

/** @throws Problem invalid for more months than that */
export async function monthsOf(
  app: Pick<App, "db" | "now">,
  companyId: number,
  { from, to }: RangeQuery,
  monthsMax: number,
): Promise<Months> {
  const end = to === undefined ? null : monthNumberFrom(to);
  const first = from === undefined ? null : monthNumberFrom(from);
  const months =
    first === null
      ? await yearOf(app, companyId, end === null ? monthNumber(dayOfTime(app.now())) : end - 1)
      : { first, end: first + MONTHS_OF_YEAR };
  const range = { first: months.first, end: end ?? months.end };
  if (range.end - range.first > monthsMax)
    throw invalid([{ pointer: "to", detail: `At most ${monthsMax} months: give a later from or an earlier to.` }]);
  return range;
}

/** The fiscal year of the company that contains the month. */
async function yearOf(app: Pick<App, "db">, companyId: number, month: number): Promise<Months> {
  const { fiscal_year_start } = await found(findCompanyProfile(app.db, companyId));
  const into = (month - (fiscal_year_start - 1) + MONTHS_OF_YEAR) % MONTHS_OF_YEAR;
  return { first: month - into, end: month - into + MONTHS_OF_YEAR };
}

const YEAR_DAYS = 366;

/** The last day of the month before the current one: what a close of the books is about. */
export const lastDayEnded = ({ now }: Pick<App, "now">): Day =>
  dayFromNumber(firstDayNumber(monthNumber(dayOfTime(now()))) - 1);

/** @throws Problem invalid for a day that is too far ahead */
export function asOfOf(app: Pick<App, "now">, given: Day | undefined): Day {
  const latest = addDays(dayOfTime(app.now()), YEAR_DAYS);
  if (given !== undefined && (given > latest || given < FIRST_DAY))
    throw invalid([{ pointer: "as_of", detail: `This must be a day from ${FIRST_DAY} to ${latest}.` }]);
  return given ?? lastDayEnded(app);
}

const FIRST_DAY = "1981-01-01";

/** Without a day: the end of the months, or of the last month that has ended. */
export const asOfMonths = (app: Pick<App, "now">, given: Day | undefined, { end }: Months): Day =>
  given === undefined ? earlier(dayFromNumber(firstDayNumber(end) - 1), lastDayEnded(app)) : asOfOf(app, given);
