/** Which months of a property follow from some months of its meters, and what must be known to make those anew and no others. */
import { MONTH_FIGURES, type MonthFigure } from "../../records/month-figures.ts";
import type { Month } from "../../records/scalars.ts";
import { monthNumber } from "../calendar.ts";
import type { MeterMonthFigures } from "../months/calendarize.ts";
import { servicePoints, type RolledMeter, type ServedMeter } from "./service-points.ts";

/** Numbers of the first and the last of consecutive months. */
export interface MonthSpan {
  first: number;
  last: number;
}

export const ALWAYS: MonthSpan = { first: -Infinity, last: Infinity };

/** A snapshot is of the twelve months before its own, and of the twelve before those. */
const MONTHS_OF_SNAPSHOT = 24;

/** Of which a snapshot shows something of these months: the snapshot's own month comes after them. */
export const snapshotsShowing = ({ first, last }: MonthSpan): MonthSpan => ({
  first: first + 1,
  last: last + MONTHS_OF_SNAPSHOT,
});

/** All months that such snapshots are made of. */
export const monthsShownBeside = ({ first, last }: MonthSpan): MonthSpan => ({
  first: first - (MONTHS_OF_SNAPSHOT - 1),
  last: last + (MONTHS_OF_SNAPSHOT - 1),
});

export function isWithin({ first, last }: MonthSpan, month: Month): boolean {
  const number = monthNumber(month);
  return first <= number && number <= last;
}

/** The months of the span that are among those of the range. */
export function* monthsIn(span: MonthSpan, range: { first: number; count: number }): Generator<number> {
  const end = Math.min(range.first + range.count - 1, span.last);
  for (let month = Math.max(range.first, span.first); month <= end; month++) yield month;
}

/** The first and the last month that a meter has. Between them it has all others, since its months follow each other. */
export interface MonthEnds {
  first: Month | null;
  last: Month | null;
}

/**
 * A meter of which no more is told than that it has these months: since when it has been billed, and whether another one
 * follows it.
 */
export function withEnds(meter: ServedMeter, { first, last }: MonthEnds): RolledMeter {
  const months = [...new Set([first, last])].filter((month) => month !== null);
  return { ...meter, months: months.map(isThere) };
}

/** The same with some months that are at hand, ascending. What is made of these is as if all were. */
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

/** A month of a meter that is there and was not, is another, or was there and is not. */
export interface MonthDifference {
  kind: "fresh" | "changed" | "gone";
  month: Month;
}

export interface MeterChange {
  meterId: number;
  /** All of its months, ascending, after the change. */
  months: readonly Month[];
  differences: readonly MonthDifference[];
  /** The meters of its wrapper at the property, it among them, after the change; of months they have the ends alone. */
  wrapper: readonly RolledMeter[];
}

/**
 * The months of the property that may be others after the change; null: any may. A month of a property is made of that
 * month of its meters, but for whether it is complete, which asks what is in service: where the change brings or ends a
 * service, months without a row of the meter are others too.
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

/** By its points, which are the same before and after as long as every meter that had months still has some. */
const endsOfService = (meters: readonly RolledMeter[]): number[] =>
  servicePoints(meters).map(({ lastMonth }) => lastMonth);
