/**
 * Calculates a meter's baseline model and avoided use from its reads and the weather, by the whole billing method of CalTRACK
 * 2.0.
 */
import type { Day, Period } from "../../records/scalars.ts";
import { daysBetween } from "../calendar.ts";
import { NEAR_KM } from "../nearest-station.ts";
import { type AvoidedTotal, type AvoidedUse, avoidedUse, totalAvoided } from "./avoided-use.ts";
import { type BaselinePeriod, extremePeriods, checkDays, checkPeriods, periodsBefore } from "./baseline.ts";
import { type DailyMeans, degreeTable, HIGHEST_BALANCE_F, LOWEST_BALANCE_F } from "./degree-table.ts";
import { disqualifies, type CaltrackFinding } from "./findings.ts";
import { chooseModel, type Fuel, type Model, searchModels } from "./fit.ts";
import { type FitMetrics, fitMetrics } from "./fit-metrics.ts";
import { joinReads } from "./periods.ts";
import { type Cycle, cycleOf, LONGEST_PERIOD, type MeterRead, tidyReads } from "./reads.ts";
import { avoidedUseBand, type FitSpread, fitSpread, type Terms } from "./uncertainty.ts";

export interface MeterToModel {
  reads: readonly MeterRead[];
  temperatures: DailyMeans;
  fuel: Fuel;
  /** The first day of the savings. A read that began before and ended after it belongs to neither side. */
  savingsStart: Day;
  /** Kilometres to the weather station; null when not known. */
  stationKm: number | null;
}

export interface FittedModel extends Model {
  metrics: FitMetrics;
  /** The uncertainty of predictions; null when the baseline is too short for it. */
  spread: FitSpread | null;
}

export interface MeterModel {
  /** False: the method allows no statement, `findings` say why, and there is no avoided use. */
  sufficient: boolean;
  /** The fit of the periods, also when they do not suffice; null when no model fits. */
  model: FittedModel | null;
  /** From the first to the last day of the periods that the model uses. */
  baseline: Period | null;
  baselinePeriods: BaselinePeriod[];
  avoided: AvoidedUse[];
  total: AvoidedTotal | null;
  /** Half the width of the band around the total at 90 % confidence. */
  band: number | null;
  findings: CaltrackFinding[];
}

export function modelMeter({ reads, temperatures, fuel, savingsStart, stationKm }: MeterToModel): MeterModel {
  const tidy = tidyReads(reads, fuel);
  const { before, since } = apart(tidy.reads, savingsStart);
  const cycle = cycleOf(before);
  if (cycle === null) return withoutModel([...tidy.findings, { rule: "no_billing_cycle" }]);

  const end = endOfBaseline(before, savingsStart, cycle);
  const baselinePeriods = checkPeriods(periodsBefore(joinReads(before, "baseline"), end, true), temperatures, cycle);
  const used = baselinePeriods.filter(({ leftOut }) => leftOut === null);
  const model = fitPeriods(used, temperatures, fuel);
  const reporting = joinReads(since, "reporting");
  const findings: CaltrackFinding[] = [
    ...tidy.findings,
    ...checkDays(baselinePeriods, temperatures, end),
    ...counted("extreme_usage", extremePeriods(baselinePeriods)),
    ...counted("long_period", reporting.filter(({ days }) => days > LONGEST_PERIOD[cycle]).length),
    ...(stationKm !== null && stationKm > NEAR_KM ? [{ rule: "station_far" as const }] : []),
    ...(model === null ? [{ rule: "no_model" as const }] : checkFit(model)),
  ];
  const sufficient = model !== null && !findings.some(disqualifies);
  const avoided = sufficient ? avoidedUse(model, reporting, temperatures) : [];
  const total = totalAvoided(avoided);
  const [first, last] = [used[0], used.at(-1)];
  return {
    sufficient,
    model,
    baseline:
      first === undefined || last === undefined ? null : { start_date: first.start_date, end_date: last.end_date },
    baselinePeriods,
    avoided,
    total,
    band: model === null ? null : bandOf(model, avoided.filter(isKnown)),
    findings,
  };
}

/**
 * The reads before and since the start of the savings. A read across the start is on neither side, and so are an estimate
 * before it and the reads after it that settle the estimate (2.2.3.1): the joined period crosses the start.
 */
function apart<Read extends MeterRead>(reads: readonly Read[], savingsStart: Day): { before: Read[]; since: Read[] } {
  const across = joinReads(reads, "baseline").filter(
    ({ start_date, end_date }) => start_date < savingsStart && savingsStart < end_date,
  );
  const kept = reads.filter((read) =>
    across.every(({ start_date, end_date }) => read.end_date <= start_date || read.start_date >= end_date),
  );
  return {
    before: kept.filter(({ end_date }) => end_date <= savingsStart),
    since: kept.filter(({ start_date }) => start_date >= savingsStart),
  };
}

/** A period with its degree days, for which the model predicts the avoided use. */
export type PredictedPeriod = Pick<AvoidedUse, "days" | "heatingDegreeDays" | "coolingDegreeDays">;

/** Half the width of the band around the total avoided use of these periods, in order of time; null when unknown. */
export function bandOf({ spread }: Pick<FittedModel, "spread">, periods: readonly PredictedPeriod[]): number | null {
  return spread === null ? null : avoidedUseBand(spread, periods.map(termsOf));
}

const isKnown = ({ avoided }: AvoidedUse): boolean => avoided !== null;

const termsOf = ({ days, heatingDegreeDays, coolingDegreeDays }: PredictedPeriod): Terms => ({
  days,
  perDay: [1, ...[heatingDegreeDays, coolingDegreeDays].flatMap((degrees) => (degrees === null ? [] : degrees / days))],
});

/** The model of periods that all have use and temperatures; null when none qualifies. */
export function fitPeriods(
  periods: readonly (Period & { days: number; usage: number | null })[],
  temperatures: DailyMeans,
  fuel: Fuel,
): FittedModel | null {
  const observed = periods.map(({ usage }) => usage ?? Number.NaN);
  const days = Float64Array.from(periods, ({ days: length }) => length);
  const perDay = days.map((length, index) => (observed[index] ?? Number.NaN) / length);
  const table = degreeTable(temperatures, periods);
  const model = periods.length === 0 ? null : chooseModel(searchModels(perDay, days, table, fuel));
  if (model === null) return null;
  const fitted = [...days].map((length, column) => {
    const heating = degreesOf(table.heating, model.heatingBalanceF, column);
    const cooling = degreesOf(table.cooling, model.coolingBalanceF, column);
    const modelledPerDay =
      model.basePerDay +
      (heating ?? 0) * (model.perHeatingDegree ?? 0) +
      (cooling ?? 0) * (model.perCoolingDegree ?? 0);
    const terms = [1, ...[heating, cooling].flatMap((degrees) => degrees ?? [])];
    return { days: length, observed: observed[column] ?? Number.NaN, modelled: length * modelledPerDay, perDay: terms };
  });
  const errors = fitted.map(({ days: length, observed: use, modelled }) => (use - modelled) / length);
  return { ...model, metrics: fitMetrics(fitted, slopesOf(model)), spread: fitSpread(fitted, errors) };
}

/** Null when the model does not have the slope. */
const degreesOf = (rows: readonly Float64Array[], balanceF: number | null, column: number): number | null =>
  balanceF === null ? null : (rows[balanceF - LOWEST_BALANCE_F]?.[column] ?? 0);

export const slopesOf = ({ perHeatingDegree, perCoolingDegree }: Model): number =>
  [perHeatingDegree, perCoolingDegree].filter((slope) => slope !== null).length;

/**
 * The year is counted back from the last read before the savings, so that the read across their start does not reduce the
 * baseline.
 */
function endOfBaseline(before: readonly Period[], savingsStart: Day, cycle: Cycle): Day {
  const last = before.at(-1)?.end_date ?? savingsStart;
  return daysBetween(last, savingsStart) <= LONGEST_PERIOD[cycle] ? last : savingsStart;
}

const WEAK_R2 = 0.5;
const WIDE_CVRMSE = 0.25;
/** Periods required beyond one for each coefficient and balance point. */
const LEAST_LEFT = 3;

/** The flags that a reader should know before trusting the fit. */
export function checkFit(model: FittedModel): CaltrackFinding[] {
  const { adjustedR2, heatingBalanceF, coolingBalanceF, metrics } = model;
  const searched = 1 + 2 * slopesOf(model);
  const atEdge = [heatingBalanceF, coolingBalanceF].some((at) => at === LOWEST_BALANCE_F || at === HIGHEST_BALANCE_F);
  const flags: [CaltrackFinding["rule"], boolean][] = [
    ["weak_fit", adjustedR2 < WEAK_R2],
    ["wide_scatter", (metrics.cvrmse ?? Infinity) > WIDE_CVRMSE],
    ["too_few_to_judge", metrics.periods - searched < LEAST_LEFT],
    ["balance_point_at_edge", atEdge],
  ];
  return flags.filter(([, isSo]) => isSo).map(([rule]) => ({ rule }));
}

const counted = (rule: CaltrackFinding["rule"], count: number): CaltrackFinding[] =>
  count > 0 ? [{ rule, count }] : [];

const withoutModel = (findings: CaltrackFinding[]): MeterModel => ({
  sufficient: false,
  model: null,
  baseline: null,
  baselinePeriods: [],
  avoided: [],
  total: null,
  band: null,
  findings,
});
