/** The question for two spans of months that are compared: what it accepts, and the spans that it means. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { dayOfTime, monthFromNumber, monthNumber, monthOf } from "../../domain/calendar.ts";
import { invalid } from "../../errors.ts";
import type { Month } from "../../records/scalars.ts";
import type { ComparedPeriods } from "../../domain/variance/property-variance.ts";
import { BillMonth } from "./month-answers.ts";

const MONTHS_MAX = 12;
const MONTHS_OF_YEAR = 12;

/** The parameters; `last` says which month is the last one without `month`, and `months` how many there are without it. */
export const comparedMonths = ({ last, months }: { last: string; months: number }) => ({
  month: BillMonth.optional().meta({
    type: "string",
    description: `The last month of the period, such as \`2026-03\`. Without it ${last}.`,
    example: "2026-03",
  }),
  against: BillMonth.optional().meta({
    type: "string",
    description: "The last month that it is compared with; without it the same month of the year before.",
    example: "2025-03",
  }),
  months: z
    .string()
    .regex(/^([1-9]|1[0-2])$/, `This must be a whole number from 1 to ${MONTHS_MAX}.`)
    .default(String(months))
    .transform(Number)
    .meta({
      type: "integer",
      minimum: 1,
      maximum: MONTHS_MAX,
      default: months,
      description: "How many months each of the two has: 12 compares years.",
      example: months,
    }),
});

/** The month before the current one. */
export const lastMonthEnded = ({ now }: Pick<App, "now">): Month => monthFromNumber(monthNumber(dayOfTime(now())) - 1);

export interface ComparedQuery {
  month?: string | undefined;
  against?: string | undefined;
  months: number;
}

/** `last`: the month that counts without one in the query. @throws Problem invalid when the two overlap */
export function spansOf({ month, against, months }: ComparedQuery, last: Month): ComparedPeriods {
  const monthsBefore = (end: Month, count: number) => monthFromNumber(monthNumber(end) - count);
  const end = monthOf(month ?? last);
  const before = against === undefined ? monthsBefore(end, MONTHS_OF_YEAR) : monthOf(against);
  if (before > monthsBefore(end, months))
    throw invalid([{ pointer: "against", detail: "The months compared must end before those of the period begin." }]);
  const spanUntil = (until: Month) => ({ first: monthsBefore(until, months - 1), count: months });
  return { period: spanUntil(end), against: spanUntil(before) };
}
