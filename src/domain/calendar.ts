/** Calendar days and months as text, counted by whole numbers, without clock, time zone or hours. */
import type { Day, Month, Period } from "../records/scalars.ts";
import { DAY_MS } from "./instant.ts";

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Days since 1970-01-01. The text must be a valid day; `isDay` checks that. */
export function dayNumber(day: Day): number {
  return firstDayNumber(monthNumber(day)) + digitsAt(day, 8, 10) - 1;
}

/** The first and the last day that has four digits for its year. */
const [FIRST_DAY_NUMBER, LAST_DAY_NUMBER] = [-719_528, 2_932_896];

/** The day that is `number` days after 1970-01-01. @throws RangeError outside of the years 0000 to 9999 */
export function dayFromNumber(number: number): Day {
  if (!(number >= FIRST_DAY_NUMBER && number <= LAST_DAY_NUMBER)) throw new RangeError(`${number} is no day`);
  const month = monthOfDayNumber(number);
  const day = number - firstDayNumber(month) + 1;
  return monthFromNumber(month).slice(0, 8) + (day < 10 ? `0${day}` : day);
}

/** The UTC day of a moment, in milliseconds since 1970. */
export function dayOfTime(ms: number): Day {
  return dayFromNumber(Math.floor(ms / DAY_MS));
}

/** True for a valid calendar day as `YYYY-MM-DD`; 2023-02-30 is not one. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [month, day] = [digitsAt(text, 5, 7), digitsAt(text, 8, 10)];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(text);
}

/** Whole days from one day to another; for a half-open period, the days it covers. */
export function daysBetween(start: Day, end: Day): number {
  return dayNumber(end) - dayNumber(start);
}

export const earlier = (a: Day, b: Day): Day => (a < b ? a : b);
export const later = (a: Day, b: Day): Day => (a > b ? a : b);

export function addDays(day: Day, count: number): Day {
  return dayFromNumber(dayNumber(day) + count);
}

/** Months since the year 0: consecutive months are consecutive numbers. */
export function monthNumber(day: Day): number {
  return digitsAt(day, 0, 4) * 12 + digitsAt(day, 5, 7) - 1;
}

/** The number of the first month that begins on or after the day. */
export function monthNumberFrom(day: Day): number {
  return monthNumber(day) + (day.endsWith("-01") ? 0 : 1);
}

/** The number of the month that contains the day with that number. */
export function monthOfDayNumber(number: number): number {
  let month = FIRST_MONTH_COUNTED + Math.floor(number / DAYS_OF_MONTH);
  while (firstDayNumber(month) > number) month -= 1;
  while (firstDayNumber(month + 1) <= number) month += 1;
  return month;
}

const MONTHS_OF_YEAR = 12;

/** The same day of the year before, both as numbers; February 28 for the 29th. */
export function dayYearBefore(number: number): number {
  const month = monthOfDayNumber(number);
  const first = firstDayNumber(month - MONTHS_OF_YEAR);
  const length = firstDayNumber(month - MONTHS_OF_YEAR + 1) - first;
  return first + Math.min(number - firstDayNumber(month), length - 1);
}

/** The first day of the month with that number. */
export function monthFromNumber(number: number): Month {
  return MONTHS[number - FIRST_TABLED_MONTH] ?? writeMonth(number);
}

/** The day number of the first day of the month with that number. */
export function firstDayNumber(month: number): number {
  return FIRST_DAYS[month - FIRST_TABLED_MONTH] ?? countFirstDayNumber(month);
}

/** The first day of the month that contains the day. */
export function monthOf(day: Day): Month {
  return `${day.slice(0, 7)}-01`;
}

export function nextMonth(month: Month): Month {
  return monthFromNumber(monthNumber(month) + 1);
}

export function daysInMonth(month: Month): number {
  const number = monthNumber(month);
  return firstDayNumber(number + 1) - firstDayNumber(number);
}

/** The months that contain a day of the period, ascending. A period without days touches the month of its date. */
export function monthsTouched({ start_date, end_date }: Period): Month[] {
  const first = monthNumber(start_date);
  const last = end_date > start_date ? monthNumber(addDays(end_date, -1)) : first;
  return Array.from({ length: last - first + 1 }, (_, index) => monthFromNumber(first + index));
}

/** The shortest period that contains all of them; null for an empty list. */
export function spanOf(periods: readonly Period[]): Period | null {
  const [first, ...others] = periods;
  if (first === undefined) return null;
  return others.reduce<Period>(
    (span, { start_date, end_date }) => ({
      start_date: earlier(start_date, span.start_date),
      end_date: later(end_date, span.end_date),
    }),
    { start_date: first.start_date, end_date: first.end_date },
  );
}

/** January 1970, from which days are counted. */
const FIRST_MONTH_COUNTED = 1970 * 12;
/** On average; it gives a first guess. */
const DAYS_OF_MONTH = 30.436875;

function countFirstDayNumber(month: number): number {
  const year = Math.floor(month / 12);
  const monthOfYear = month % 12;
  const leapDay = monthOfYear > 1 && isLeapYear(year) ? 1 : 0;
  return (year - 1970) * 365 + leapYearsBefore(year) - 477 + (DAYS_BEFORE_MONTH[monthOfYear] ?? 0) + leapDay;
}

function writeMonth(number: number): Month {
  const year = String(Math.floor(number / 12)).padStart(4, "0");
  return `${year}-${String((number % 12) + 1).padStart(2, "0")}-01`;
}

/** The months of 1980 to 2079, to which nearly every bill belongs. */
const FIRST_TABLED_MONTH = 1980 * 12;
const TABLED_MONTHS = { length: 1200 };
const FIRST_DAYS = Int32Array.from(TABLED_MONTHS, (_, index) => countFirstDayNumber(FIRST_TABLED_MONTH + index));
const MONTHS = Array.from(TABLED_MONTHS, (_, index) => writeMonth(FIRST_TABLED_MONTH + index));

/** The number in the text from `start` up to `end`. By character codes, because days are parsed by the million. */
function digitsAt(text: string, start: number, end: number): number {
  let number = 0;
  for (let index = start; index < end; index++) number = number * 10 + text.charCodeAt(index) - 48;
  return number;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Leap years from the year 1 up to, but not including, this one: 477 before 1970. */
function leapYearsBefore(year: number): number {
  const last = year - 1;
  return Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400);
}

/** Saturday or Sunday. */
export const isWeekend = (day: Day): boolean => Temporal.PlainDate.from(day).dayOfWeek > 5;
