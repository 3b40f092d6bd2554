/** Charts of calendar months: unknown values stay gaps. */
import type { Month } from "../../records/scalars.ts";
import { monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import type { Chart, ChartSeries } from "../../records/table.ts";

export interface Point {
  /** Name of the series. */
  series: string;
  month: Month;
  value: number | null;
  isEstimated?: boolean;
  isIncomplete?: boolean;
}

/** "2025-01" for the month that begins on 2025-01-01. */
export const monthText = (month: Month): string => month.slice(0, 7);

/** One series per name, over all months from the first to the last; empty without a value. */
export function monthChart(chart: Pick<Chart, "title" | "kind" | "unit">, points: readonly Point[]): Chart[] {
  if (points.every(({ value }) => value === null)) return [];
  const months = monthsSpanned(points.map(({ month }) => month));
  const series = [...Map.groupBy(points, (point) => point.series)].map(([name, of]) => {
    const known = new Map(of.map((point) => [point.month, point]));
    return markedSeries(
      name,
      months.map((month) => known.get(month)),
    );
  });
  return [{ ...chart, categories: months.map(monthText), series }];
}

/** A series with the marks of its figures. An unknown figure has no marks. */
export function markedSeries(
  name: string,
  points: readonly (Omit<Point, "series" | "month"> | undefined)[],
): ChartSeries {
  const values = points.map((point) => point?.value ?? null);
  const marks = points.map((point, index) => ({
    isEstimated: values[index] !== null && point?.isEstimated === true,
    isIncomplete: values[index] !== null && point?.isIncomplete === true,
  }));
  const isMarked = marks.some(({ isEstimated, isIncomplete }) => isEstimated || isIncomplete);
  return { name, values, ...(isMarked ? { marks } : {}) };
}

/** Every month from the first to the last. */
function monthsSpanned(months: readonly Month[]): Month[] {
  const numbers = months.map(monthNumber);
  const first = numbers.reduce((least, number) => Math.min(least, number), Infinity);
  const last = numbers.reduce((most, number) => Math.max(most, number), -Infinity);
  return last < first ? [] : Array.from({ length: last - first + 1 }, (_, index) => monthFromNumber(first + index));
}
