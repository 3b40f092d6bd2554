/**
 * The use of months as it would have been in typical weather: the same model that explains them, once with the weather of the month
 * and once with the mean of the same calendar month over several years. The rest of the use, which no weather explains, stays.
 */
import type { Month } from "../records/scalars.ts";
import { daysInMonth, monthFromNumber, monthNumber, nextMonth } from "./calendar.ts";
import { LEAST_COVERAGE } from "./caltrack/baseline.ts";
import { type DailyMeans, degreesPerDay, meansWithin } from "./caltrack/degree-table.ts";
import type { Model } from "./caltrack/fit.ts";

/** Older weather is another climate, and one year is no mean. */
export const TYPICAL_YEARS = { most: 10, least: 2 };
const MONTHS_OF_YEAR = 12;

export interface TypicalUse {
  /** What the model expects per day in typical weather. */
  perDay: number;
  /** Of how many years it is the mean. */
  years: number;
}

/**
 * For each calendar month of the year, from 0 for January, what the model expects in typical weather: the mean over the years
 * that end with `last`. Null when fewer than two of them have temperatures for nine tenths of the month.
 */
export function typicalUse(model: Model, temperatures: DailyMeans, last: Month): (TypicalUse | null)[] {
  const end = monthNumber(last);
  return Array.from({ length: MONTHS_OF_YEAR }, (_, ofYear) => {
    // The latest month of that name that is not after the last one.
    const newest = end - ((((end - ofYear) % MONTHS_OF_YEAR) + MONTHS_OF_YEAR) % MONTHS_OF_YEAR);
    const expected = Array.from({ length: TYPICAL_YEARS.most }, (__, back) =>
      expectedPerDay(model, temperatures, monthFromNumber(newest - back * MONTHS_OF_YEAR)),
    ).filter((each) => each !== null);
    if (expected.length < TYPICAL_YEARS.least) return null;
    return { perDay: expected.reduce((sum, each) => sum + each, 0) / expected.length, years: expected.length };
  });
}

/** Null when more than a tenth of the month's days have no temperature. */
function expectedPerDay(model: Model, temperatures: DailyMeans, month: Month): number | null {
  const known = meansWithin(temperatures, { start_date: month, end_date: nextMonth(month) });
  if (known.length < LEAST_COVERAGE * daysInMonth(month)) return null;
  const degrees = (side: "heating" | "cooling", balanceF: number | null) =>
    balanceF === null ? 0 : degreesPerDay(known, side, balanceF);
  return (
    model.basePerDay +
    (model.perHeatingDegree ?? 0) * degrees("heating", model.heatingBalanceF) +
    (model.perCoolingDegree ?? 0) * degrees("cooling", model.coolingBalanceF)
  );
}

interface AdjustedMonth {
  usage: number | null;
  days_billed: number | null;
  /** What the model expects in the weather of the month. */
  modelledPerDay: number | null;
  total_cost: number | null;
  usage_cost: number | null;
  interim_rate_cost: number | null;
}

/**
 * The use in typical weather, at least 0; and the cost if that use had the price per unit of the month, and all other charges had
 * stayed. Each is null where a figure that it needs is not known.
 */
export function inTypicalWeather(
  month: AdjustedMonth,
  typical: TypicalUse | null,
): { usage: number | null; cost: number | null } {
  const { usage, days_billed, modelledPerDay, total_cost, usage_cost, interim_rate_cost } = month;
  if (usage === null || days_billed === null || modelledPerDay === null || typical === null)
    return { usage: null, cost: null };
  const adjusted = Math.max(0, usage + (typical.perDay - modelledPerDay) * days_billed);
  if (total_cost === null || usage <= 0) return { usage: adjusted, cost: null };
  const price = ((usage_cost ?? 0) + (interim_rate_cost ?? 0)) / usage;
  return { usage: adjusted, cost: total_cost + (adjusted - usage) * price };
}
