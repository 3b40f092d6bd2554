/** Why a property cost more or less in some months than in others: the change of each of its meters in parts, and their sums. */
import type { EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { daysInMonth, monthFromNumber, monthNumber } from "../calendar.ts";
import { addUp, CENTS, MILLIONTHS } from "../exact.ts";
import type { WeatherMonth } from "../findings/billed-period.ts";
import { fittedAt, fitWeather, type WeatherFit, type WeatherPoint } from "../findings/weather-fit.ts";
import type { MeterMonthFigures } from "../months/calendarize.ts";
import { toUnits } from "../whole-units.ts";
import { changeBetween, costOf, NO_CHANGE, sumOfChanges, type Change, type CostedPeriod } from "./explain-change.ts";

/** Some calendar months in a row. */
export interface MonthsCompared {
  first: Month;
  count: number;
}

export interface ComparedPeriods {
  period: MonthsCompared;
  against: MonthsCompared;
}

export interface ComparedMeter {
  id: number;
  energy_type: EnergyType;
  /** Ascending: those of both periods, and as many before as the model of its weather may use. */
  months: readonly MeterMonthFigures[];
}

/** Money is in whole cents. */
export interface MeterVariance {
  utility_meter_id: number;
  energy_type: EnergyType;
  /** Null: the meter has no bill in these months. */
  cost: number | null;
  costAgainst: number | null;
  change: Change;
  /** Null: the weather does not explain its use, or is not known. */
  weather: WeatherFit | null;
}

/** The model is made of this many months before the period, and needs a year of them. */
export const MODEL_MONTHS = { most: 36, least: 12 };

/** The share of the variation that the weather must explain, as for unusual use. */
const EXPLAINED = 0.5;

/** Those meters that have a bill in one of the two periods, in the order given. */
export function varianceOfMeters(
  meters: readonly ComparedMeter[],
  weather: readonly WeatherMonth[],
  { period, against }: ComparedPeriods,
): MeterVariance[] {
  const weatherByMonth = new Map(weather.map((month) => [month.effective_month, month]));
  return meters.flatMap(({ id, energy_type, months }) => {
    const byMonth = new Map(months.map((month) => [month.effective_month, month]));
    const fit = fitBefore(byMonth, weatherByMonth, period.first);
    const [before, now] = [against, period].map((asked) => costedPeriod(byMonth, weatherByMonth, fit, asked));
    if (before === undefined || now === undefined || (before ?? now) === null) return [];
    return [
      {
        utility_meter_id: id,
        energy_type,
        cost: now && costOf(now),
        costAgainst: before && costOf(before),
        change: changeBetween(before, now),
        weather: fit,
      },
    ];
  });
}

export const sumOfVariances = (meters: readonly MeterVariance[]): Change =>
  meters.length === 0 ? NO_CHANGE : sumOfChanges(meters.map(({ change }) => change));

type ByMonth<Row> = ReadonlyMap<Month, Row>;

/** The months to read: those of both periods, and the months before that a model of the weather is made of. */
export function monthsNeeded({ period, against }: ComparedPeriods): { from: Month; to: Month } {
  const first = Math.min(monthNumber(against.first), monthNumber(period.first) - MODEL_MONTHS.most);
  return { from: monthFromNumber(first), to: monthFromNumber(monthNumber(period.first) + period.count) };
}

/** The use of a meter in one unit: a meter measures energy that is delivered, or that is supplied, or water. */
const useOf = ({ distribution_kbtus, supply_kbtus, gallons }: MeterMonthFigures): number | null =>
  distribution_kbtus ?? supply_kbtus ?? gallons;

export function monthsOfPeriod({ first, count }: MonthsCompared): Month[] {
  return Array.from({ length: count }, (_, at) => monthFromNumber(monthNumber(first) + at));
}

/** The model of the meter's use in its complete months before a month; null with too few, or when the weather explains little. */
function fitBefore(
  months: ByMonth<MeterMonthFigures>,
  weather: ByMonth<WeatherMonth>,
  first: Month,
): WeatherFit | null {
  const start = monthFromNumber(monthNumber(first) - MODEL_MONTHS.most);
  const points = monthsOfPeriod({ first: start, count: MODEL_MONTHS.most }).flatMap((day): WeatherPoint[] => {
    const [month, degrees] = [months.get(day), weather.get(day)];
    const use = month?.month_complete === true ? useOf(month) : null;
    const weatherOfMonth = perDayOf(degrees);
    if (use === null || weatherOfMonth === null) return [];
    const days = daysInMonth(day);
    return [{ weather: weatherOfMonth, days, perDay: use / days }];
  });
  const fit = points.length < MODEL_MONTHS.least ? null : fitWeather(points);
  return fit !== null && fit.adjustedR2 >= EXPLAINED ? fit : null;
}

function perDayOf(month: WeatherMonth | undefined): WeatherPoint["weather"] | null {
  if (month === undefined || !month.month_complete) return null;
  const { heating_degree_days, cooling_degree_days, effective_month } = month;
  if (heating_degree_days === null || cooling_degree_days === null) return null;
  const days = daysInMonth(effective_month);
  return { heating: heating_degree_days / days, cooling: cooling_degree_days / days };
}

/** Null when the meter has no month in the period. */
function costedPeriod(
  byMonth: ByMonth<MeterMonthFigures>,
  weather: ByMonth<WeatherMonth>,
  fit: WeatherFit | null,
  asked: MonthsCompared,
): CostedPeriod | null {
  const months = monthsOfPeriod(asked).flatMap((month) => byMonth.get(month) ?? []);
  if (months.length === 0) return null;
  const cents = (of: (month: MeterMonthFigures) => number | null) =>
    months.reduce((sum, month) => sum + toUnits(of(month) ?? 0, CENTS), 0);
  const useCost = cents(({ usage_cost }) => usage_cost) + cents(({ interim_rate_cost }) => interim_rate_cost);
  const demandCost = cents(({ demand_cost }) => demand_cost);
  const fixedCost = cents(({ service_cost }) => service_cost);
  const taxCost = cents(({ tax_cost }) => tax_cost);
  // A month between two bills, or one with a fee alone, has no use.
  const billed = months.filter(({ days_covered }) => days_covered > 0);
  return {
    days: billed.reduce((sum, { days_covered }) => sum + days_covered, 0),
    use: sumOrNull(billed.map(useOf)),
    expectedUse: fit && sumOrNull(billed.map((month) => expectedOf(month, fit, weather.get(month.effective_month)))),
    demand: addUp(
      billed.map(({ demand_consumption }) => demand_consumption),
      MILLIONTHS,
    ),
    useCost,
    demandCost,
    fixedCost,
    taxCost,
    otherCost: cents(({ other_applied_cost }) => other_applied_cost),
  };
}

function expectedOf(
  { days_covered }: MeterMonthFigures,
  fit: WeatherFit,
  month: WeatherMonth | undefined,
): number | null {
  const weather = perDayOf(month);
  return weather && fittedAt(fit, weather) * days_covered;
}

/** Null when a part is unknown. */
const sumOrNull = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
