/** Finds days among words and decides from the whole bill whether the day or the month is printed first. */
import { conventionOfDays } from "../../domain/bills/period-convention.ts";
import { isDay } from "../../domain/calendar.ts";
import type { Day } from "../../records/scalars.ts";
import type { Finding } from "../../records/statement.ts";
import { error } from "../template/findings.ts";
import { LANGUAGES, monthOfName } from "../template/month-names.ts";

export type DayOrder = "day_first" | "month_first";

/** Some words that are a day. `year` is null where none is printed. */
export interface DaySpan {
  from: number;
  /** After its last word. */
  to: number;
  /** Null: neither the day nor the month is known to be first. */
  parts: { year: number | null; month: number; day: number } | { year: number; pair: [number, number] };
}

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/;
const JOINED = /^(\d{1,2})-(\p{L}{3,10})-(\d{4}|\d{2})$/u;
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th|er|o|a|\.)?$/;
const YEAR = /^(?:20\d\d)$/;
const JOINS = new Set(["de", "del", "of"]);

const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/** The month of a name in any of the languages; names that mean different months are unknown. */
function monthOf(word: string): number | null {
  if (word.length < 3 || word.length > 10) return null;
  const months = new Set(LANGUAGES.map((language) => monthOfName(word, language, false)));
  months.delete(null);
  const [month] = months;
  return months.size === 1 ? (month ?? null) : null;
}

/** All days among the folded words of a line, from left to right. Without a year a day needs the name of its month. */
export function scanDays(folded: readonly string[]): DaySpan[] {
  const spans: DaySpan[] = [];
  for (let at = 0; at < folded.length;) {
    const span = spanAt(folded, at);
    if (span === null) at += 1;
    else {
      spans.push(span);
      at = span.to;
    }
  }
  return spans;
}

function spanAt(folded: readonly string[], from: number): DaySpan | null {
  const word = folded[from] ?? "";
  const iso = ISO.exec(word);
  if (iso !== null) {
    return { from, to: from + 1, parts: { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) } };
  }
  const numeric = NUMERIC.exec(word);
  if (numeric !== null) {
    const [, one = "", mark, two = "", last = ""] = numeric;
    const [first, second, year] = [Number(one), Number(two), fullYear(last)];
    // Points are between day and month only where the day is first.
    if (mark === ".") return { from, to: from + 1, parts: { year, month: second, day: first } };
    return { from, to: from + 1, parts: { year, pair: [first, second] } };
  }
  const joined = JOINED.exec(word);
  const joinedMonth = joined === null ? null : monthOf(joined[2] ?? "");
  if (joined !== null && joinedMonth !== null) {
    const parts = { year: fullYear(joined[3] ?? ""), month: joinedMonth, day: Number(joined[1]) };
    return { from, to: from + 1, parts };
  }
  return namedAt(folded, from);
}

/** `14 March 2026`, `14. März 2026`, `3 de mayo de 2026`, `Mar 14, 2026`, `Jan 14`. */
function namedAt(folded: readonly string[], from: number): DaySpan | null {
  const skip = (at: number) => (JOINS.has(folded[at] ?? "") ? at + 1 : at);
  const dayAt = (at: number) => {
    const day = Number(ORDINAL.exec(folded[at] ?? "")?.[1] ?? Number.NaN);
    return day >= 1 && day <= 31 ? day : null;
  };
  const yearAt = (at: number) => (YEAR.test(folded[at] ?? "") ? Number(folded[at]) : null);
  const dayFirst = dayAt(from);
  const nameAt = dayFirst === null ? from : skip(from + 1);
  const dayIndex = nameAt + 1;
  const day = dayFirst ?? dayAt(dayIndex);
  const month = day === null ? null : monthOf(folded[nameAt] ?? "");
  if (day === null || month === null) return null;
  const next = skip(dayFirst === null ? dayIndex + 1 : nameAt + 1);
  const year = yearAt(next);
  const to = year === null ? (dayFirst === null ? dayIndex + 1 : nameAt + 1) : next + 1;
  return { from, to, parts: { year, month, day } };
}

export interface OrderFound {
  order: DayOrder | null;
  findings: Finding[];
}

/** Two days that a word such as "to" joins, and the number of days where their line prints one number only. */
export interface DayPair {
  start: DaySpan;
  end: DaySpan;
  days: number | null;
}

/**
 * Which comes first on this bill, by the days that can be read in one way only, else by its periods: they run forward and have
 * the printed number of days. When neither decides: an error, not a guess.
 */
export function orderOf(spans: readonly DaySpan[], periods: readonly DayPair[]): OrderFound {
  const pairs = spans.flatMap(({ parts }) => ("pair" in parts ? [parts.pair] : []));
  if (pairs.length === 0) return { order: null, findings: [] };
  const dayFirst = pairs.filter(([first, second]) => first > 12 && second <= 12).length;
  const monthFirst = pairs.filter(([first, second]) => second > 12 && first <= 12).length;
  if (dayFirst > 0 && monthFirst > 0) {
    const detail = `${dayFirst} days of the bill begin with the day and ${monthFirst} with the month: the days cannot be read.`;
    return { order: null, findings: [error("day_form_ambiguous", detail)] };
  }
  if (dayFirst > 0) return { order: "day_first", findings: [] };
  if (monthFirst > 0) return { order: "month_first", findings: [] };
  const orders: DayOrder[] = ["day_first", "month_first"];
  const [order, other] = orders.filter((tried) => periods.every((period) => isPeriod(period, tried)));
  if (order !== undefined && other === undefined) return { order, findings: [] };
  const detail = `Each of the ${pairs.length} days of the bill could begin with the day or with the month.`;
  return { order: null, findings: [error("day_form_ambiguous", detail)] };
}

function isPeriod({ start, end, days }: DayPair, order: DayOrder): boolean {
  const last = dayOf(end, order, null);
  const first = dayOf(start, order, last);
  if (first === null || last === null) return !("pair" in start.parts) || !("pair" in end.parts);
  return first < last && (days === null || conventionOfDays({ start: first, end: last }, days) !== null);
}

/** The calendar day; without a printed year the latest one up to `latest`. Null when there is none, or its order is not known. */
export function dayOf({ parts }: DaySpan, order: DayOrder | null, latest: Day | null): Day | null {
  if ("pair" in parts) {
    const [first, second] = parts.pair;
    if (order === null) return null;
    return toDay(parts.year, order === "day_first" ? second : first, order === "day_first" ? first : second);
  }
  if (parts.year !== null) return toDay(parts.year, parts.month, parts.day);
  if (latest === null) return null;
  const year = Number(latest.slice(0, 4));
  const days = [year, year - 1].map((tried) => toDay(tried, parts.month, parts.day));
  return days.find((day) => day !== null && day <= latest) ?? null;
}

function toDay(year: number, month: number, day: number): Day | null {
  const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return isDay(text) ? text : null;
}
