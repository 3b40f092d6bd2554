/** Holds the sums of a meter by month, in whole units: each line is spread by days, and its parts sum to it exactly. */
import { eachFigure, FIGURE_RULES, POSTED_FIGURES, type PostedFigure } from "../../records/month-figures.ts";
import type { Day } from "../../records/scalars.ts";
import { firstDayNumber } from "../calendar.ts";
import type { Dated } from "./meter-bill.ts";
import { fromUnits, shareUntil, toUnits } from "../whole-units.ts";

/** The part of a line in a month: `days` and `amount` are those that fall into it. */
export interface ExplainedLine {
  utility_bill_id: number;
  line_id: number;
  start_date: Day;
  end_date: Day;
  days: number;
  amount: number | null;
}

/** Consecutive months; `starts` has the day number of each first day, and of the month after the last. */
export interface MonthRange {
  first: number;
  count: number;
  starts: Int32Array;
}

/** The sums of one figure. */
interface Sums {
  scale: number;
  /** By month, in whole units of the scale. NaN: a part is unknown, so the sum is unknown. */
  sums: Float64Array;
  touched: Uint8Array;
  /** By month, only for requested months: the lines of all months would take a multiple of the bills' memory. */
  lines: (ExplainedLine[] | undefined)[] | null;
}

export type Ledger = { [figure in PostedFigure]: Sums } & { range: MonthRange };

/** The months from the first to the last that a line touches; null without lines. */
export function rangeOf(lines: readonly Dated<unknown>[]): MonthRange | null {
  let first = Infinity;
  let last = -Infinity;
  for (const {
    span: { firstMonth, lastMonth },
  } of lines) {
    if (firstMonth < first) first = firstMonth;
    if (lastMonth > last) last = lastMonth;
  }
  if (last < first) return null;
  const count = last - first + 1;
  const starts = Int32Array.from({ length: count + 1 }, (_, month) => firstDayNumber(first + month));
  return { first, count, starts };
}

/** Whether a month is explained, by its index in the range. */
export type IsExplained = ((month: number) => boolean) | null;

export function openLedger(range: MonthRange, isExplained: IsExplained): Ledger {
  const emptySums = (figure: PostedFigure): Sums => ({
    scale: FIGURE_RULES[figure].scale,
    sums: new Float64Array(range.count),
    touched: new Uint8Array(range.count),
    lines: isExplained && Array.from({ length: range.count }, (_, month) => (isExplained(month) ? [] : undefined)),
  });
  return { ...eachFigure(POSTED_FIGURES, emptySums), range };
}

/**
 * Spreads a value over the months of its line by whole days; a line on one date belongs to one month. Rounding is cumulative,
 * so the parts sum to the value. Null (unknown) makes the figure unknown in each month it touches.
 */
export function post(ledger: Ledger, figure: PostedFigure, line: Dated<{ id: number }>, value: number | null): void {
  const sums = ledger[figure];
  const { start, end } = line.span;
  const days = end - start;
  const units = value === null ? Number.NaN : toUnits(value, sums.scale);
  let month = line.span.firstMonth - ledger.range.first;
  if (days === 0) return enter(sums, month, line, 0, units);
  let daysBefore = 0;
  let unitsBefore = 0;
  while (daysBefore < days) {
    const daysUntil = Math.min(ledger.range.starts[month + 1] ?? end, end) - start;
    const unitsUntil = shareUntil(units, daysUntil, days);
    enter(sums, month, line, daysUntil - daysBefore, unitsUntil - unitsBefore);
    daysBefore = daysUntil;
    unitsBefore = unitsUntil;
    month++;
  }
}

function enter(
  { sums, touched, lines, scale }: Sums,
  month: number,
  line: Dated<{ id: number }>,
  days: number,
  units: number,
): void {
  sums[month] = (sums[month] ?? 0) + units;
  touched[month] = 1;
  lines?.[month]?.push({
    utility_bill_id: line.bill.id,
    line_id: line.line.id,
    start_date: line.span.start_date,
    end_date: line.span.end_date,
    days,
    amount: valueOf(units, scale),
  });
}

/**
 * In these months a figure without a line is 0, not unknown, if it is known in some month: nothing was delivered between the
 * first and the last delivery.
 */
export function countMissingAsZero(ledger: Ledger, months: { firstMonth: number; lastMonth: number }): void {
  const first = months.firstMonth - ledger.range.first;
  const end = months.lastMonth - ledger.range.first + 1;
  for (const figure of POSTED_FIGURES) {
    const { touched, sums } = ledger[figure];
    if (touched.some((isTouched, month) => isTouched === 1 && !Number.isNaN(sums[month]))) touched.fill(1, first, end);
  }
}

/** The figure of a month in its unit; null when no line touches it, or when one of its lines is unknown. */
export function figureOf(ledger: Ledger, figure: PostedFigure, month: number): number | null {
  const units = unitsOf(ledger, figure, month);
  return units === null ? null : fromUnits(units, ledger[figure].scale);
}

/** The same in whole units of the figure's scale. */
export function unitsOf(ledger: Ledger, figure: PostedFigure, month: number): number | null {
  const { touched, sums } = ledger[figure];
  const units = sums[month] ?? 0;
  return touched[month] !== 1 || Number.isNaN(units) ? null : units;
}

export function linesOf(ledger: Ledger, figure: PostedFigure, month: number): ExplainedLine[] {
  return ledger[figure].lines?.[month] ?? [];
}

function valueOf(units: number, scale: number): number | null {
  return Number.isNaN(units) ? null : fromUnits(units, scale);
}
