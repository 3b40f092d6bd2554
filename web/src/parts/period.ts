/** Periods of bills: the API gives the first day that is not covered, readers expect the last one that is. */
import { language } from "../app/language.ts";
import { UNKNOWN } from "./format.ts";

const DAY_MS = 86_400_000;

const written = { dateStyle: "medium", timeZone: "UTC" } as const;
/** Formats are slow to make, and a table uses the same one for each cell. */
const FORMATS = { en: new Intl.DateTimeFormat("en-US", written), es: new Intl.DateTimeFormat("es-US", written) };

/** From the first to the last day: Sep 9 – Oct 8, 2026. */
export function period(start: string | null | undefined, end: string | null | undefined): string {
  if (start == null || end == null) return UNKNOWN;
  const [first, last] = [Date.parse(start), Date.parse(end) - DAY_MS];
  return FORMATS[language()].formatRange(first, Math.max(first, last));
}

/** The calendar months that a period touches, ascending, as the API writes them in addresses: 2026-03. */
export function monthsOf(start: string, end: string): string[] {
  const months: string[] = [];
  const date = new Date(`${start.slice(0, 7)}-01T00:00:00.000Z`);
  for (; date.getTime() < Date.parse(end) && months.length < 72; date.setUTCMonth(date.getUTCMonth() + 1))
    months.push(date.toISOString().slice(0, 7));
  return months;
}

/** A day moved by days, both as the API writes them: 2026-10-31. A text that is no day stays. */
export function moved(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00.000Z`);
  return Number.isNaN(time) ? day : new Date(time + days * DAY_MS).toISOString().slice(0, 10);
}

/** Ranges of the API end with the first day after them; people choose the last day in them. */
export const lastDayOf = (end: string): string => moved(end, -1);
export const endAfter = (lastDay: string): string => moved(lastDay, 1);

/** The day of a moment in the reader's time zone, as the API writes days: in UTC it is tomorrow in the evening of New York. */
export function dayOf(moment: Date): string {
  return new Date(Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate())).toISOString().slice(0, 10);
}

/** The calendar month before that of a moment, in the reader's time zone: from its first day to the first day after it. */
export function monthBefore(now: Date): { from: string; to: string } {
  const first = (months: number) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() + months, 1)).toISOString().slice(0, 10);
  return { from: first(-1), to: first(0) };
}
