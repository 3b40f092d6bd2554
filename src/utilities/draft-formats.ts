/** How an unknown bill writes its days and numbers, and the period that it prints. */
import { conventionOfDays } from "../domain/bills/period-convention.ts";
import { daysBetween } from "../domain/calendar.ts";
import type { DayReader } from "../parsers/template/dates.ts";
import type { Line } from "../parsers/template/lines.ts";
import type { DecimalMark } from "../parsers/template/numbers.ts";

/** Days as bills print them, with the format that reads each; those with a year first. */
const DAY_FORMS: { pattern: RegExp; formats: (text: string) => string[] }[] = [
  { pattern: /\d{4}-\d{2}-\d{2}/g, formats: () => ["YYYY-MM-DD"] },
  { pattern: /\d{1,2}\/\d{1,2}\/\d{4}/g, formats: (text) => numeric(text, "/", "YYYY") },
  { pattern: /\d{1,2}\/\d{1,2}\/\d{2}/g, formats: (text) => numeric(text, "/", "YY") },
  { pattern: /\d{1,2}\.\d{1,2}\.\d{4}/g, formats: () => ["D.M.YYYY"] },
  { pattern: /\d{1,2}-\d{1,2}-\d{4}/g, formats: (text) => numeric(text, "-", "YYYY") },
  { pattern: /[A-Z][A-Za-z]{2,8}\.? \d{1,2}, \d{4}/g, formats: (text) => [`${month(text)} D, YYYY`] },
  { pattern: /[A-Z][A-Za-z]{2,8}\.? \d{1,2} \d{4}/g, formats: (text) => [`${month(text)} D YYYY`] },
  { pattern: /\d{1,2} [A-Z][A-Za-z]{2,8}\.? \d{4}/g, formats: (text) => [`D ${month(text)} YYYY`] },
  { pattern: /[A-Z][A-Za-z]{2,8}\.? \d{1,2}/g, formats: (text) => [`${month(text)} D`] },
];

/** The day comes first when one of the first numbers is no month. */
function numeric(text: string, mark: string, year: string): string[] {
  const [first = "0"] = text.split(mark);
  return [Number(first) > 12 ? ["D", "M", year].join(mark) : ["M", "D", year].join(mark)];
}

/** "May" is both; the full name reads it. */
const month = (text: string): string => (/[A-Za-z]{4,}|May/.test(text) ? "MMMM" : "MMM");

/** Most bills of the United States write the month first: only a day beyond the twelfth shows the other order. */
export function findDayFormats(lines: readonly Line[]): string[] {
  const found = lines.flatMap(({ text }) =>
    DAY_FORMS.flatMap(({ pattern, formats }) =>
      [...text.matchAll(pattern)]
        .filter(({ 0: day, index }) => isWhole(text, index, index + day.length))
        .flatMap(([day]) => formats(day)),
    ),
  );
  const names = new Set(found);
  // A first number over twelve shows what the others, which could be either, are.
  for (const name of found) if (name.startsWith("D")) names.delete(name.replace(/^D(.)M/, "M$1D"));
  return [...names].filter((name) => name.includes("Y")).concat([...names].filter((name) => !name.includes("Y")));
}

/** Not a part of a longer number or word. */
const isWhole = (text: string, start: number, end: number): boolean =>
  !/[\w/.-]/.test(text.slice(Math.max(0, start - 1), start)) && !/[\w/-]/.test(text.slice(end, end + 1));

/** The mark before the last two digits of most amounts. */
export function findDecimalMark(lines: readonly Line[]): DecimalMark {
  const words = lines.flatMap(({ text }) => text.split(" "));
  const commas = words.filter((word) => /\d,\d\d$/.test(word)).length;
  return commas > words.filter((word) => /\d\.\d\d$/.test(word)).length ? "," : ".";
}

export interface DraftPeriod {
  /** Expressions with the group `value`. */
  start: string;
  end: string;
  days: string | null;
  convention: "inclusive" | "exclusive" | "detect";
  text: string;
}

/** The days of one bill: a month, two, a quarter. */
const PERIOD_DAYS = { min: 5, max: 125 };

/** The first line with two days as far apart as the days of a bill. */
export function findPeriod(lines: readonly Line[], days: DayReader): DraftPeriod | null {
  for (const { text } of lines) {
    for (const { pattern } of DAY_FORMS) {
      const found = [...text.matchAll(pattern)];
      for (const [at, one] of found.entries()) {
        const other = found[at + 1];
        if (other === undefined) break;
        const period = periodOf(text, { one, other, pattern }, days);
        if (period !== null) return period;
      }
    }
  }
  return null;
}

function periodOf(
  text: string,
  { one, other, pattern }: { one: RegExpExecArray; other: RegExpExecArray; pattern: RegExp },
  days: DayReader,
): DraftPeriod | null {
  const end = days.read(other[0]);
  const start = days.read(one[0]) ?? (end === null ? null : days.readBefore(one[0], end));
  if (start === null || end === null) return null;
  const length = daysBetween(start, end);
  if (length < PERIOD_DAYS.min || length > PERIOD_DAYS.max) return null;
  const day = pattern.source.replaceAll(String.raw`\/`, "/");
  const between = escaped(text.slice(one.index + one[0].length, other.index));
  const printed = /(\d{1,3}) days?\b/i.exec(text);
  const count = Number(printed?.[1]);
  return {
    start: `(?<value>${day})${between}${day}`,
    end: `${day}${between}(?<value>${day})`,
    days: printed === null ? null : String.raw`(?<value>\d+) [Dd]ay`,
    convention: (printed === null ? null : conventionOfDays({ start, end }, count)) ?? "detect",
    text,
  };
}

/** How many lines print two days as far apart as the days of a bill: more than one on a bill of several meters. */
export const countPeriods = (lines: readonly Line[], days: DayReader): number =>
  new Set(lines.filter((line) => findPeriod([line], days) !== null).map(({ text }) => text)).size;

/** A text as an expression that matches it with other figures too: those of the next bill are others. */
export const escapedButFigures = (text: string): string =>
  text
    .split(/(\d[\d.,]*)/)
    .map((part, at) => (at % 2 === 1 ? String.raw`\d[\d.,]*` : escaped(part)))
    .join("");

/** A text as an expression that matches only it. */
export const escaped = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
