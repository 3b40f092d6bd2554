/** Calculates degree days per day of billing periods, at every balance point of the search at once. */
import type { Day, Period } from "../../records/scalars.ts";
import type { DayTemperature } from "../../records/weather.ts";
import { dayNumber } from "../calendar.ts";

/** Balance points are whole degrees F from 30 to 90 (CalTRACK 3.2.2); each is a row of a table. */
export const LOWEST_BALANCE_F = 30;
export const HIGHEST_BALANCE_F = 90;
export const BALANCE_POINTS = HIGHEST_BALANCE_F - LOWEST_BALANCE_F + 1;

/** Mean temperatures of consecutive days in degrees F: `means[0]` belongs to the day with the number `first`, NaN is unknown. */
export interface DailyMeans {
  first: number;
  means: Float64Array;
}

/** The days may come in any order. */
export function packDailyMeans(days: readonly { day: Day; mean_f: number }[]): DailyMeans {
  const numbered = days.map(({ day, mean_f }) => ({ number: dayNumber(day), mean_f }));
  const first = numbered.reduce((least, { number }) => Math.min(least, number), Infinity);
  const last = numbered.reduce((most, { number }) => Math.max(most, number), -Infinity);
  const means = new Float64Array(Math.max(0, last - first + 1)).fill(Number.NaN);
  for (const { number, mean_f } of numbered) means[number - first] = mean_f;
  return { first: numbered.length === 0 ? 0 : first, means };
}

/**
 * The means of the highest and lowest temperatures, unrounded: models need more precision than the whole degrees of published
 * degree days.
 */
export function dailyMeansOf(days: readonly DayTemperature[]): DailyMeans {
  return packDailyMeans(days.map(({ day, high_f, low_f }) => ({ day, mean_f: (high_f + low_f) / 2 })));
}

/** The known temperatures of a period. */
export function meansWithin({ first, means }: DailyMeans, { start_date, end_date }: Period): Float64Array {
  const from = Math.max(0, dayNumber(start_date) - first);
  const to = Math.max(from, dayNumber(end_date) - first);
  return means.subarray(from, to).filter((mean) => !Number.isNaN(mean));
}

/** A row for each balance point, a column for each period: the mean over its known days. */
export interface DegreeTable {
  heating: Float64Array[];
  cooling: Float64Array[];
}

export function degreeTable(temperatures: DailyMeans, periods: readonly Period[]): DegreeTable {
  const rows = () => Array.from({ length: BALANCE_POINTS }, () => new Float64Array(periods.length));
  const [heating, cooling] = [rows(), rows()];
  for (const [column, period] of periods.entries()) {
    const known = meansWithin(temperatures, period).sort();
    fillColumn(known, column, heating, cooling);
  }
  return { heating, cooling };
}

/** `known` is ascending, so from one balance point to the next only the days that change sides are visited. */
function fillColumn(known: Float64Array, column: number, heating: Float64Array[], cooling: Float64Array[]): void {
  const count = known.length;
  const total = known.reduce((sum, mean) => sum + mean, 0);
  let below = 0;
  let sumBelow = 0;
  for (let row = 0; row < BALANCE_POINTS; row++) {
    const balance = LOWEST_BALANCE_F + row;
    for (let mean = known[below]; mean !== undefined && mean < balance; mean = known[below]) {
      sumBelow += mean;
      below += 1;
    }
    const [heatingRow, coolingRow] = [heating[row], cooling[row]];
    if (heatingRow === undefined || coolingRow === undefined) continue;
    heatingRow[column] = below === 0 ? 0 : (balance * below - sumBelow) / count;
    coolingRow[column] = below === count ? 0 : (total - sumBelow - balance * (count - below)) / count;
  }
}

/** Degree days per day of one set of temperatures at one balance point; 0 for an empty set. */
export function degreesPerDay(known: Float64Array, side: "heating" | "cooling", balanceF: number): number {
  const sign = side === "heating" ? 1 : -1;
  const sum = known.reduce((degrees, mean) => degrees + Math.max(0, sign * (balanceF - mean)), 0);
  return known.length === 0 ? 0 : sum / known.length;
}
