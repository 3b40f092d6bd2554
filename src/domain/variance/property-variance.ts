/** Why a property cost more or less in some months than in others: the change of each of its meters in parts, and their sums. */
import type { EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { firstDayNumber, monthFromNumber, monthNumber } from "../calendar.ts";
import type { Weather, WeatherMonth } from "../findings/billed-period.ts";
import { fittedAt, fitWeather, type WeatherFit, type WeatherPoint } from "../findings/weather-fit.ts";
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
  /** Its complete months with a known use before the period: of those, a model of its weather is made. */
  uses: readonly MonthOfUse[];
  /** Null: the meter has no month in the period. */
  now: MeterPeriod | null;
  before: MeterPeriod | null;
}

/** A month by its number, and the use in it. */
export interface MonthOfUse {
  month: number;
  use: number;
}

/** The months of a meter in a period, added up. */
export interface MeterPeriod extends Omit<CostedPeriod, "expectedUse"> {
  /** How many days of each month are billed, by the number of the month. A month between two bills is not among them. */
  billed: readonly { month: number; days: number }[];
}

/** Degree days per day, by the number of the month. A month without complete weather is not among them. */
export type WeatherByMonth = ReadonlyMap<number, Weather>;

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
export function varianceOfMeters(meters: readonly ComparedMeter[], weather: WeatherByMonth): MeterVariance[] {
  return meters.flatMap((meter) => {
    const { id, energy_type } = meter;
    if ((meter.before ?? meter.now) === null) return [];
    const fit = fitUses(meter.uses, weather);
    const before = meter.before && withExpectedUse(meter.before, fit, weather);
    const now = meter.now && withExpectedUse(meter.now, fit, weather);
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

/** The months of both periods, and the months before that a model of the weather is made of. */
export function monthsNeeded({ period, against }: ComparedPeriods): { from: Month; to: Month } {
  const first = Math.min(monthNumber(against.first), monthNumber(period.first) - MODEL_MONTHS.most);
  return { from: monthFromNumber(first), to: endOf(period) };
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

/** Null with too few months, or when the weather explains little. */
function fitUses(uses: readonly MonthOfUse[], weatherOfMonths: WeatherByMonth): WeatherFit | null {
  const points: WeatherPoint[] = [];
  for (const { month, use } of uses) {
    const weather = weatherOfMonths.get(month);
    const days = daysOf(month);
    if (weather !== undefined) points.push({ weather, days, perDay: use / days });
  }
  const fit = points.length < MODEL_MONTHS.least ? null : fitWeather(points);
  return fit !== null && fit.adjustedR2 >= EXPLAINED ? fit : null;
}

function withExpectedUse(
  { billed, ...sums }: MeterPeriod,
  fit: WeatherFit | null,
  weather: WeatherByMonth,
): CostedPeriod {
  return { ...sums, expectedUse: fit && expectedUse(billed, fit, weather) };
}

/** Null when the weather of a month is unknown. */
function expectedUse(billed: MeterPeriod["billed"], fit: WeatherFit, weather: WeatherByMonth): number | null {
  let sum = 0;
  for (const { month, days } of billed) {
    const of = weather.get(month);
    if (of === undefined) return null;
    sum += fittedAt(fit, of) * days;
  }
  return sum;
}
