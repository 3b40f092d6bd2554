/** The days that a report covers, and how a period is written for readers. */
import type { Day, Period } from "../records/scalars.ts";
import { addDays } from "./calendar.ts";

/** From a day on, before a day, or all days. */
export interface DayRange {
  from?: Day | undefined;
  /** The first day that is not included. */
  to?: Day | undefined;
}

export const isInRange = (day: Day, { from, to }: DayRange): boolean =>
  (from === undefined || day >= from) && (to === undefined || day < to);

/** A period in a sentence, where readers take the last day as covered; "2025-03-04" for a single day. */
export function daysText(period: Period): string {
  const last = lastDayOf(period);
  return last === period.start_date ? last : `${period.start_date} to ${last}`;
}

/** The last day that a half-open period covers; the day itself for a period without days. */
export const lastDayOf = ({ start_date, end_date }: Period): Day =>
  end_date > start_date ? addDays(end_date, -1) : start_date;
