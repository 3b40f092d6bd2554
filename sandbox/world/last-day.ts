/** The day up to which a world goes: it decides what has happened there, from the newest bills back to the first. No clock is read here. */
import { addDays, addMonths } from "./days.ts";

/** Unless another is asked for: tests see the same bills for ever. The town's weather begins with the first bill of this world. */
export const USUAL_LAST_DAY = "2026-10-31";
/** The town's weather is drawn up to here. */
export const LATEST_LAST_DAY = "2049-12-31";

/** Meters are read between the 5th and the 14th. On this day of the month the first account could miss the bill of the month. */
const NEXT_MONTH_FROM = 13;

/** The month of the newest bills, as `YYYY-MM`: everything in a world is counted from it. */
export function newestMonthOf(lastDay: string): string {
  const month = lastDay.slice(0, 7);
  return Number(lastDay.slice(8)) < NEXT_MONTH_FROM ? addMonths(month, -1) : month;
}

/** The last day of a world that is looked at today: today, or the nearest that a world can have. */
export function lastDayOn(today: string): string {
  if (today < USUAL_LAST_DAY) return USUAL_LAST_DAY;
  return today > LATEST_LAST_DAY ? LATEST_LAST_DAY : today;
}

/** The last day of a world that ends with a whole month; undefined for a text that is no month that a world can end with. */
export function endOfMonth(month: string): string | undefined {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return undefined;
  const day = addDays(`${addMonths(month, 1)}-01`, -1);
  return lastDayOn(day) === day ? day : undefined;
}

/** @throws RangeError for a day up to which no world can go, and for a text that is no day */
export function checkLastDay(day: string): void {
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && lastDayOn(day) === day && addDays(day, 0) === day) return;
  throw new RangeError(`the last day is from ${USUAL_LAST_DAY} to ${LATEST_LAST_DAY}, not ${day}`);
}
