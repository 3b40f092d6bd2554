/** Why a property cost more or less in some months than in others: the change of each of its meters in parts, and their sums. */
import type { EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { rounded } from "../exact.ts";
import { firstDayNumber, monthFromNumber, monthNumber } from "../calendar.ts";
import type { Weather, WeatherMonth } from "../findings/billed-period.ts";
import { fittedAt, fitWeather, type WeatherFit, type WeatherPoint } from "../findings/weather-fit.ts";
import type { CostedMonth, MonthOfUse } from "./month-history.ts";
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
  /** In any order: at least those before the period that the model of its weather may use. */
  months: readonly MonthOfUse[];
  /** At least those of both periods that have charges. */
  costed: readonly CostedMonth[];
}

/** Degree days per day, by the number of the month. A month without complete weather is not among them. */
export type WeatherByMonth = ReadonlyMap<number, Weather>;

/** Money is in whole cents. */
export interface MeterVariance {
  utility_meter_id: number;
  energy_type: EnergyType;
  /** Null: the meter has no charges in these months. */
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

/** Those meters that have charges in one of the two periods, in the order given. */
export function varianceOfMeters(
  meters: readonly ComparedMeter[],
  weather: WeatherByMonth,
  { period, against }: ComparedPeriods,
): MeterVariance[] {
  return meters.flatMap(({ id, energy_type, months, costed }) => {
    const fit = fitBefore(months, weather, monthNumber(period.first));
    const now = costedPeriod(costed, weather, fit, period);
    const before = costedPeriod(costed, weather, fit, against);
    if ((before ?? now) === null) return [];
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

/** The months to read: those of both periods (`costsFrom` is the first of them), and before them those of the model. */
export function monthsNeeded({ period, against }: ComparedPeriods): { from: Month; costsFrom: Month; to: Month } {
  const costsFrom = Math.min(monthNumber(against.first), monthNumber(period.first));
  const from = Math.min(costsFrom, monthNumber(period.first) - MODEL_MONTHS.most);
  return { from: monthFromNumber(from), costsFrom: monthFromNumber(costsFrom), to: endOf(period) };
}

/** The first day after the months. */
export const endOf = ({ first, count }: MonthsCompared): Month => monthFromNumber(monthNumber(first) + count);

export function monthsOfPeriod({ first, count }: MonthsCompared): Month[] {
  return Array.from({ length: count }, (_, at) => monthFromNumber(monthNumber(first) + at));
}

export function weatherByMonth(months: readonly WeatherMonth[]): WeatherByMonth {
  const weather = new Map<number, Weather>();
  for (const { effective_month, month_complete, heating_degree_days, cooling_degree_days } of months) {
    if (!month_complete || heating_degree_days === null || cooling_degree_days === null) continue;
    const month = monthNumber(effective_month);
    const days = daysOf(month);
    weather.set(month, { heating: heating_degree_days / days, cooling: cooling_degree_days / days });
  }
  return weather;
}

const daysOf = (month: number): number => firstDayNumber(month + 1) - firstDayNumber(month);

/** The model of the meter's use in its complete months before a month; null with too few, or when the weather explains little. */
function fitBefore(months: readonly MonthOfUse[], weatherOfMonths: WeatherByMonth, first: number): WeatherFit | null {
  const points: WeatherPoint[] = [];
  for (const { month, isComplete, use } of months) {
    if (month >= first || month < first - MODEL_MONTHS.most || !isComplete || use === null) continue;
    const weather = weatherOfMonths.get(month);
    const days = daysOf(month);
    if (weather !== undefined) points.push({ weather, days, perDay: use / days });
  }
  const fit = points.length < MODEL_MONTHS.least ? null : fitWeather(points);
  return fit !== null && fit.adjustedR2 >= EXPLAINED ? fit : null;
}

/** Of the months with charges, since a cost that is unknown cannot be compared; null when the meter has none in the period. */
function costedPeriod(
  all: readonly CostedMonth[],
  weather: WeatherByMonth,
  fit: WeatherFit | null,
  { first, count }: MonthsCompared,
): CostedPeriod | null {
  const start = monthNumber(first);
  const months = all.filter(({ month }) => month >= start && month < start + count);
  if (months.length === 0) return null;
  const cents = (cost: "useCost" | "demandCost" | "fixedCost" | "taxCost" | "otherCost") =>
    months.reduce((sum, month) => sum + month[cost], 0);
  // A month between two bills, or one with a fee alone, has no use.
  const billed = months.filter(({ days }) => days > 0);
  return {
    days: billed.reduce((sum, { days }) => sum + days, 0),
    use: sumOrNull(billed.map(({ use }) => use)),
    expectedUse: fit && sumOrNull(billed.map(({ month, days }) => expectedOf(days, fit, weather.get(month)))),
    demand: demandOf(billed),
    useCost: cents("useCost"),
    demandCost: cents("demandCost"),
    fixedCost: cents("fixedCost"),
    taxCost: cents("taxCost"),
    otherCost: cents("otherCost"),
  };
}

/** A month that is charged for a demand that is not known makes the demand of the period unknown, as for use. */
function demandOf(months: readonly CostedMonth[]): number | null {
  const withDemand = months.filter(({ demand, demandCost }) => demand !== null || demandCost !== 0);
  const sum = withDemand.length === 0 ? null : sumOrNull(withDemand.map(({ demand }) => demand));
  return sum === null ? null : rounded(sum);
}

const expectedOf = (days: number, fit: WeatherFit, weather: Weather | undefined): number | null =>
  weather === undefined ? null : fittedAt(fit, weather) * days;

/** Null when a part is unknown. */
const sumOrNull = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
