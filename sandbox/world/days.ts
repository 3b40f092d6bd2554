/** Calendar dates as `YYYY-MM-DD` text: arithmetic, and the forms that the bills and portals use. */

const DAY_MS = 86_400_000;
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Days since 1970-01-01. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** The day that is `count` days later. */
export function addDays(day: string, count: number): string {
  return new Date((dayNumber(day) + count) * DAY_MS).toISOString().slice(0, 10);
}

/** The month that is `count` months later; both as `YYYY-MM`. */
export function addMonths(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
}

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/** Months from `start` to `end`, both as `YYYY-MM`. */
export const monthsBetween = (start: string, end: string): number => monthNumber(end) - monthNumber(start);

/** Whole days from `start` to `end`. */
export function daysBetween(start: string, end: string): number {
  return dayNumber(end) - dayNumber(start);
}

/** 0 is Sunday, 6 Saturday. */
export function weekdayOf(day: string): number {
  return (dayNumber(day) + 4) % 7; // 1970-01-01 was a Thursday
}

/** The same day, or the Monday after when it falls on a weekend. */
export function nextWorkingDay(day: string): string {
  const weekday = weekdayOf(day);
  if (weekday === 6) return addDays(day, 2);
  return weekday === 0 ? addDays(day, 1) : day;
}

/** The same day, or the Friday or Monday beside the weekend that it falls on. */
export function nearestWorkingDay(day: string): string {
  const weekday = weekdayOf(day);
  if (weekday === 6) return addDays(day, -1);
  return weekday === 0 ? addDays(day, 1) : day;
}

function parts(day: string): { year: string; month: string; monthName: string; dayOfMonth: number } {
  const [year = "", month = "", dayOfMonth = ""] = day.split("-");
  return { year, month, monthName: MONTHS[Number(month) - 1] ?? "", dayOfMonth: Number(dayOfMonth) };
}

/** `March 14, 2026` */
export function longDate(day: string): string {
  const { year, monthName, dayOfMonth } = parts(day);
  return `${monthName} ${dayOfMonth}, ${year}`;
}

/** `Mar 14, 2026` */
export function shortDate(day: string): string {
  const { year, monthName, dayOfMonth } = parts(day);
  return `${monthName.slice(0, 3)} ${dayOfMonth}, ${year}`;
}

/** `03/14/2026` */
export function slashDate(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
}
