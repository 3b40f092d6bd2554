/** The spans of months that the overview compares: twelve months, or fiscal years as the company counts them. */
import { addMonths, monthParameter, monthStart } from "./months.ts";

/** twelve: the last twelve. fiscal: the fiscal year so far. before: the whole fiscal year before that. */
export const SPANS = ["twelve", "fiscal", "before"] as const;
export type Span = (typeof SPANS)[number];

export interface SpanAsked {
  /** The last month, such as `2026-03`. */
  month: string;
  months: number;
}

/** The first month of the fiscal year of a month. `start`: the month in which fiscal years begin, 1 to 12. */
export function fiscalYearStart(month: string, start: number): string {
  const date = new Date(month);
  const isBefore = date.getUTCMonth() < start - 1;
  return monthStart(date.getUTCFullYear() - (isBefore ? 1 : 0), start - 1);
}

/** A fiscal year has the number of the calendar year in which it ends. */
export const fiscalYearOf = (month: string, start: number): number =>
  new Date(addMonths(fiscalYearStart(month, start), 11)).getUTCFullYear();

/** What to ask for; undefined for the last twelve months, which the service chooses. `last`: the last month that is billed. */
export function spanAsked(span: Span, last: string, start: number): SpanAsked | undefined {
  if (span === "twelve") return undefined;
  const first = fiscalYearStart(last, start);
  if (span === "before") return { month: monthParameter(addMonths(first, -1)), months: 12 };
  const [from, to] = [new Date(first), new Date(last)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() + 1;
  return { month: monthParameter(last), months };
}

/** The same months on the page that explains a change; null when it cannot show them: it compares one month or twelve. */
export function whyAsked(asked: SpanAsked | undefined): { month?: string; months?: 12 } | null {
  if (asked === undefined) return { months: 12 };
  const { month, months } = asked;
  return months === 12 ? { month, months } : months === 1 ? { month } : null;
}
