/**
 * Degree days by the rule of the National Weather Service: whole degrees F with base 65; missing days are counted, never
 * estimated.
 */
import type { Month } from "../records/scalars.ts";
import type { DayTemperature } from "../records/weather.ts";
import { daysInMonth, monthFromNumber, monthNumber, monthOf } from "./calendar.ts";

export const BASE_TEMPERATURE_F = 65;

export interface DegreeDayMonth {
  effective_month: Month;
  /** Of the days that are present; null when none is. */
  heating_degree_days: number | null;
  cooling_degree_days: number | null;
  days_present: number;
  /** False: a day is missing, so the sums are too low. */
  month_complete: boolean;
}

/** The published mean: of the highest and the lowest, a half rounded up (60.5 is 61, -0.5 is 0). */
export function publishedMeanF({ high_f, low_f }: Pick<DayTemperature, "high_f" | "low_f">): number {
  return Math.floor((high_f + low_f) / 2 + 0.5);
}

export function degreeDaysOf(day: Pick<DayTemperature, "high_f" | "low_f">): { heating: number; cooling: number } {
  const mean = publishedMeanF(day);
  return { heating: Math.max(0, BASE_TEMPERATURE_F - mean), cooling: Math.max(0, mean - BASE_TEMPERATURE_F) };
}

/** Every month from the first to the last known day, including months without known days. Days must be unique, in any order. */
export function monthlyDegreeDays(days: readonly DayTemperature[]): DegreeDayMonth[] {
  const byMonth = Map.groupBy(days, ({ day }) => monthOf(day));
  const numbers = [...byMonth.keys()].map(monthNumber);
  if (numbers.length === 0) return [];
  const first = numbers.reduce((least, number) => Math.min(least, number));
  const last = numbers.reduce((most, number) => Math.max(most, number));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const month = monthFromNumber(first + index);
    return degreeDaysOfMonth(month, byMonth.get(month) ?? []);
  });
}

/** One month, from its own days. */
export function degreeDaysOfMonth(month: Month, days: readonly DayTemperature[]): DegreeDayMonth {
  const each = days.map(degreeDaysOf);
  const isKnown = each.length > 0;
  return {
    effective_month: month,
    heating_degree_days: isKnown ? each.reduce((sum, { heating }) => sum + heating, 0) : null,
    cooling_degree_days: isKnown ? each.reduce((sum, { cooling }) => sum + cooling, 0) : null,
    days_present: each.length,
    month_complete: each.length === daysInMonth(month),
  };
}
