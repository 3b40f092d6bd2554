/** The same day of an earlier month. */
import type { Day } from "../../records/scalars.ts";
import { daysInMonth, monthFromNumber, monthNumber } from "../../domain/calendar.ts";

/** The last day of the month when it has no such day: a year before 29 February is 28 February. */
export function monthsBefore(day: Day, count: number): Day {
  const month = monthFromNumber(monthNumber(day) - count);
  const dayOfMonth = Math.min(Number(day.slice(8)), daysInMonth(month));
  return `${month.slice(0, 8)}${String(dayOfMonth).padStart(2, "0")}`;
}
