/** Determines which months of a property depend on some months of its meters, and what is needed to derive only those again. */
import { MONTH_FIGURES, type MonthFigure } from "../../records/month-figures.ts";
import type { Month } from "../../records/scalars.ts";
import { monthNumber } from "../calendar.ts";
import type { MeterMonthFigures } from "../months/calendarize.ts";
import { servicePoints, type RolledMeter, type ServedMeter } from "./service-points.ts";

/** Numbers of the first and last of consecutive months. */
export interface MonthSpan {
  first: number;
  last: number;
}

export const ALWAYS: MonthSpan = { first: -Infinity, last: Infinity };

/** A snapshot covers the twelve months before its own, and the twelve before those. */
const MONTHS_OF_SNAPSHOT = 24;

/** The months of the snapshots that depend on these months: a snapshot's own month comes after them. */
export const snapshotsShowing = ({ first, last }: MonthSpan): MonthSpan => ({
  first: first + 1,
  last: last + MONTHS_OF_SNAPSHOT,
});

/** All months that those snapshots depend on. */
export const monthsShownBeside = ({ first, last }: MonthSpan): MonthSpan => ({
  first: first - (MONTHS_OF_SNAPSHOT - 1),
  last: last + (MONTHS_OF_SNAPSHOT - 1),
});

export function isWithin({ first, last }: MonthSpan, month: Month): boolean {
  const number = monthNumber(month);
  return first <= number && number <= last;
}

/** The months that are in both the span and the range. */
export function* monthsIn(span: MonthSpan, range: { first: number; count: number }): Generator<number> {
  const end = Math.min(range.first + range.count - 1, span.last);
  for (let month = Math.max(range.first, span.first); month <= end; month++) yield month;
}

/** The first and last month of a meter. It has all months in between, since its months are consecutive. */
export interface MonthEnds {
  first: Month | null;
  last: Month | null;
}

/**
 * A meter reduced to its first and last month: enough to know since when it has been billed, and whether another meter follows
 * it.
 */
export function withEnds(meter: ServedMeter, { first, last }: MonthEnds): RolledMeter {
  const months = [...new Set([first, last])].filter((month) => month !== null);
  return { ...meter, months: months.map(isThere) };
}

/** The same meter with some known months, ascending. Results for these months are as if all months were known. */
export function withMonths(meter: RolledMeter, months: readonly MeterMonthFigures[]): RolledMeter {
  const [first, last] = [months.at(0), months.at(-1)];
  if (first === undefined || last === undefined) return meter;
  const before = meter.months.filter(({ effective_month }) => effective_month < first.effective_month);
  const after = meter.months.filter(({ effective_month }) => effective_month > last.effective_month);
  return { ...meter, months: [...before, ...months, ...after] };
}

const UNKNOWN = Object.fromEntries(MONTH_FIGURES.map((figure) => [figure, null])) as { [figure in MonthFigure]: null };

const isThere = (effective_month: Month): MeterMonthFigures => ({
  ...UNKNOWN,
  effective_month,
  estimated: false,
  month_complete: false,
  days_covered: 0,
});

/** A month of a meter that was added, changed or removed. */
export interface MonthDifference {
  kind: "fresh" | "changed" | "gone";
  month: Month;
}

export interface MeterChange {
  meterId: number;
  /** All months of the meter after the change, ascending. */
  months: readonly Month[];
  differences: readonly MonthDifference[];
  /**
   * The meters of its wrapper at the property, including this one, after the change; they only need their first and last month.
   */
  wrapper: readonly RolledMeter[];
}

/**
 * The months of the property that the change may affect; null means any month. A month of a property depends only on the same
 * month of its meters, except for its completeness, which depends on the meters in service: when the change starts or ends a
 * service, other months are affected too.
 */
export function monthsReached({ meterId, months, differences, wrapper }: MeterChange): MonthSpan | null {
  const was = monthsBefore(months, differences);
  if (months.length === 0 || was.length === 0) return null;
  const before = wrapper.map((meter) => (meter.id === meterId ? withEnds(meter, endsOf(was)) : meter));
  if (String(endsOfService(before)) !== String(endsOfService(wrapper))) return null;
  const numbers = differences.map(({ month }) => monthNumber(month));
  return { first: Math.min(...numbers), last: Math.max(...numbers) };
}

function monthsBefore(months: readonly Month[], differences: readonly MonthDifference[]): Month[] {
  const monthsOf = (kind: MonthDifference["kind"]) =>
    differences.filter((difference) => difference.kind === kind).map(({ month }) => month);
  const fresh = new Set(monthsOf("fresh"));
  return [...months.filter((month) => !fresh.has(month)), ...monthsOf("gone")].sort();
}

const endsOf = (months: readonly Month[]): MonthEnds => ({ first: months.at(0) ?? null, last: months.at(-1) ?? null });

/** The service points stay the same as long as every meter that had months still has some. */
const endsOfService = (meters: readonly RolledMeter[]): number[] =>
  servicePoints(meters).map(({ lastMonth }) => lastMonth);
