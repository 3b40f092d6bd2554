/**
 * The days that the service accepts from any source: from 1900 to the end of next year, and at most five years for a line of a
 * bill.
 */
import { FIRST_DAY, LINE_DAYS_MAX } from "../records/bill-limits.ts";
import type { Day, Period } from "../records/scalars.ts";
import { addDays, daysBetween } from "./calendar.ts";

const lastAcceptedDay = (today: Day): Day => `${Number(today.slice(0, 4)) + 1}-12-31`;

/** The fault of a day, as a sentence; null when it is accepted. */
export function dayFault(day: Day, today: Day): string | null {
  const last = lastAcceptedDay(today);
  return day >= FIRST_DAY && day <= last ? null : `The day must lie between ${FIRST_DAY} and ${last}.`;
}

/** The fault of a period's length, as a sentence; null when a line of a bill may have it. */
export function spanFault({ start_date, end_date }: Period): string | null {
  const days = daysBetween(start_date, end_date);
  return days <= LINE_DAYS_MAX ? null : `A line covers at most 5 years (${LINE_DAYS_MAX} days), not ${days} days.`;
}

/** A faulty field and its fault. */
export interface PeriodFault {
  field: "start_date" | "end_date";
  detail: string;
}

/** The fault of the days of a period that runs forward; its end is the first day not covered. */
export function daysFault({ start_date, end_date }: Period, today: Day): PeriodFault | null {
  const start = dayFault(start_date, today);
  if (start !== null) return { field: "start_date", detail: start };
  const end = end_date > start_date ? dayFault(addDays(end_date, -1), today) : null;
  return end === null ? null : { field: "end_date", detail: end };
}

/** The fault of a period's days or length. */
export function periodFault(period: Period, today: Day): PeriodFault | null {
  const span = spanFault(period);
  return daysFault(period, today) ?? (span === null ? null : { field: "end_date", detail: span });
}
