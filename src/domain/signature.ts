/**
 * The energy signature of a meter or a service: the use per day of its months against the outdoor temperature, and the model of
 * CalTRACK fitted to them. Months, not bills, so that meters of one service can be added.
 */
import type { EnergyType, SignatureReason } from "../records/codes.ts";
import type { Month } from "../records/scalars.ts";
import { daysInMonth, nextMonth } from "./calendar.ts";
import { FUELS } from "./cost-avoidance/meter-groups.ts";
import { avoidedUse, type AvoidedUse } from "./caltrack/avoided-use.ts";
import { LEAST_COVERAGE } from "./caltrack/baseline.ts";
import { type DailyMeans, meansWithin } from "./caltrack/degree-table.ts";
import type { RuleName } from "./caltrack/findings.ts";
import type { Model } from "./caltrack/fit.ts";
import type { MeterPeriod } from "./caltrack/periods.ts";
import { checkFit, fitPeriods, type FittedModel } from "./caltrack/model-meter.ts";

export interface SignatureMonth {
  effective_month: Month;
  usage: number | null;
  days_billed: number | null;
  month_complete: boolean;
  estimated: boolean;
}

export interface SignaturePoint extends SignatureMonth {
  usagePerDay: number | null;
  /** Of the month; null when more than a tenth of its days have no temperature. */
  meanTemperatureF: number | null;
  /** The model is made of it. */
  inModel: boolean;
  /** What the model expects in the weather of the month; null without a model or temperatures. */
  modelledPerDay: number | null;
}

export interface SignatureShares {
  /** Of the modelled use of the months of the model; the three sum to 1. */
  base: number;
  heating: number;
  cooling: number;
}

export interface Signature {
  points: SignaturePoint[];
  model: FittedModel | null;
  /** Why there is no model; null with one. */
  reason: SignatureReason | null;
  /** What a reader should know before trusting the fit. */
  flags: RuleName[];
  /** Null without a model, or when it expects no use. */
  shares: SignatureShares | null;
  /** The model drawn against the mean temperature: straight between these points. */
  line: { temperatureF: number; usagePerDay: number }[];
}

/** A year: fewer months do not show all weather. */
export const SIGNATURE_MONTHS_LEAST = 12;

/** Their use is not known from month to month: the tank is filled now and then. */
const DELIVERED: ReadonlySet<EnergyType> = new Set<EnergyType>(["FUEL_OIL", "DIESEL", "PROPANE"]);

/** `temperatures` is null without a weather station. */
export function energySignature(
  energyType: EnergyType,
  months: readonly SignatureMonth[],
  temperatures: DailyMeans | null,
): Signature {
  const fuel = FUELS[energyType];
  const points = months.map((month) => pointOf(month, temperatures, fuel === "electricity"));
  const used = points.filter(({ inModel }) => inModel).map(periodOf);
  const reason: SignatureReason | null = DELIVERED.has(energyType)
    ? "delivered_fuel"
    : fuel === undefined
      ? "service_not_modelled"
      : temperatures === null
        ? "no_weather_station"
        : used.length < SIGNATURE_MONTHS_LEAST
          ? "too_few_months"
          : null;
  if (reason !== null || fuel === undefined || temperatures === null) return withoutModel(points, reason);
  const model = fitPeriods(used, temperatures, fuel);
  if (model === null) return withoutModel(points, "no_model");
  const expected = avoidedUse(model, points.map(periodOf), temperatures);
  return {
    points: points.map((point, at) => ({ ...point, modelledPerDay: perDay(expected[at]) })),
    model,
    reason: null,
    flags: checkFit(model).map(({ rule }) => rule),
    shares: sharesOf(expected.filter((_, at) => points[at]?.inModel)),
    line: lineOf(model, points),
  };
}

const withoutModel = (points: SignaturePoint[], reason: SignatureReason | null): Signature => ({
  points: points.map((point) => ({ ...point, inModel: false })),
  model: null,
  reason,
  flags: [],
  shares: null,
  line: [],
});

function pointOf(month: SignatureMonth, temperatures: DailyMeans | null, zeroIsMissing: boolean): SignaturePoint {
  const { effective_month, usage, days_billed, month_complete } = month;
  const period = { start_date: effective_month, end_date: nextMonth(effective_month) };
  const known = temperatures === null ? new Float64Array() : meansWithin(temperatures, period);
  const hasTemperatures = known.length >= LEAST_COVERAGE * daysInMonth(effective_month);
  const isUsed = usage !== null && (usage !== 0 || !zeroIsMissing);
  return {
    ...month,
    usagePerDay: usage === null || !days_billed ? null : usage / days_billed,
    meanTemperatureF: hasTemperatures ? known.reduce((sum, mean) => sum + mean, 0) / known.length : null,
    // A service that ended within the month is complete with fewer days.
    inModel: month_complete && days_billed === daysInMonth(effective_month) && isUsed && hasTemperatures,
    modelledPerDay: null,
  };
}

function periodOf({ effective_month, usage }: SignatureMonth): MeterPeriod {
  const days = daysInMonth(effective_month);
  const period = { start_date: effective_month, end_date: nextMonth(effective_month) };
  return { ...period, days, usage, estimatedDays: 0, shortestRead: days, longestRead: days };
}

const perDay = (month: AvoidedUse | undefined): number | null =>
  month === undefined || month.expected === null ? null : month.expected / month.days;

function sharesOf(months: readonly AvoidedUse[]): SignatureShares | null {
  const sum = (of: (month: AvoidedUse) => number | null) =>
    months.reduce((total, month) => total + (of(month) ?? 0), 0);
  const whole = sum(({ expected }) => expected);
  if (!(whole > 0)) return null;
  return {
    base: sum(({ base }) => base) / whole,
    heating: sum(({ heating }) => heating) / whole,
    cooling: sum(({ cooling }) => cooling) / whole,
  };
}

/** From the coldest to the warmest month, with the balance points between them. */
function lineOf(model: Model, points: readonly SignaturePoint[]): Signature["line"] {
  const known = points.flatMap(({ meanTemperatureF }) => meanTemperatureF ?? []);
  const [coldest, warmest] = [Math.min(...known), Math.max(...known)];
  const between = [model.heatingBalanceF, model.coolingBalanceF].flatMap((balance) =>
    balance !== null && balance > coldest && balance < warmest ? [balance] : [],
  );
  const temperatures = new Set([coldest, ...between.toSorted((a, b) => a - b), warmest]);
  return [...temperatures].map((temperatureF) => ({ temperatureF, usagePerDay: usageAt(model, temperatureF) }));
}

const usageAt = (model: Model, temperatureF: number): number =>
  model.basePerDay +
  (model.perHeatingDegree ?? 0) * Math.max(0, (model.heatingBalanceF ?? 0) - temperatureF) +
  (model.perCoolingDegree ?? 0) * Math.max(0, temperatureF - (model.coolingBalanceF ?? 0));
