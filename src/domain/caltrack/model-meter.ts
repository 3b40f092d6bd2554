/** The baseline model of one meter and what was avoided since, from its reads and the weather: CalTRACK 2.0, billing method, whole. */
import type { Day, Period } from "../../records/scalars.ts";
import { daysBetween } from "../calendar.ts";
import { type AvoidedTotal, type AvoidedUse, avoidedUse, totalAvoided } from "./avoided-use.ts";
import { type BaselinePeriod, extremePeriods, checkDays, checkPeriods, periodsBefore } from "./baseline.ts";
import { type DailyMeans, degreeTable, HIGHEST_BALANCE_F, LOWEST_BALANCE_F } from "./degree-table.ts";
import { disqualifies, type Finding } from "./findings.ts";
import { chooseModel, type Fuel, type Model, searchModels } from "./fit.ts";
import { type FitMetrics, fitMetrics } from "./fit-metrics.ts";
import { joinReads } from "./periods.ts";
import { type Cycle, cycleOf, LONGEST_PERIOD, type MeterRead, tidyReads } from "./reads.ts";
import { avoidedUseBand, type FitSpread, fitSpread, type Terms } from "./uncertainty.ts";

export interface MeterToModel {
  reads: readonly MeterRead[];
  temperatures: DailyMeans;
  fuel: Fuel;
  /** The first day with what saves. A read that began before and ended after belongs to neither side. */
  savingsStart: Day;
  /** Kilometres to the weather station; null when not known. */
  stationKm: number | null;
}

export interface FittedModel extends Model {
  metrics: FitMetrics;
  /** What the errors say of predictions; null where the baseline is too short to say. */
  spread: FitSpread | null;
}

export interface MeterModel {
  /** False: the method does not allow a statement, `findings` say why, and there is no avoided use. */
  sufficient: boolean;
  /** What the periods give, also where they do not suffice; null when they give nothing. */
  model: FittedModel | null;
  /** From the first to the last day that the model is made of. */
  baseline: Period | null;
  baselinePeriods: BaselinePeriod[];
  avoided: AvoidedUse[];
  total: AvoidedTotal | null;
  /** Half the width of the band around the total at 90 % confidence. */
  band: number | null;
  findings: Finding[];
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
  const findings: Finding[] = [
    ...tidy.findings,
    ...checkDays(baselinePeriods, temperatures, end),
    ...counted("extreme_usage", extremePeriods(baselinePeriods)),
    ...counted("long_period", reporting.filter(({ days }) => days > LONGEST_PERIOD[cycle]).length),
    ...(stationKm !== null && stationKm > FAR_KM ? [{ rule: "station_far" as const }] : []),
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
 * Reads before the savings and since. What began before and ended after is on neither side, and so is an estimate of before with
 * the reads that settle it after (2.2.3.1): the joined period is of both.
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

/** A period with its degree days, of which the model says what was avoided. */
export type PredictedPeriod = Pick<AvoidedUse, "days" | "heatingDegreeDays" | "coolingDegreeDays">;

/** Half the width of the band around what these periods, in the order of time, have avoided together; null where nothing can be said. */
export function bandOf({ spread }: Pick<FittedModel, "spread">, periods: readonly PredictedPeriod[]): number | null {
  return spread === null ? null : avoidedUseBand(spread, periods.map(termsOf));
}

const isKnown = ({ avoided }: AvoidedUse): boolean => avoided !== null;

const termsOf = ({ days, heatingDegreeDays, coolingDegreeDays }: PredictedPeriod): Terms => ({
  days,
  perDay: [1, ...[heatingDegreeDays, coolingDegreeDays].flatMap((degrees) => (degrees === null ? [] : degrees / days))],
});

const FAR_KM = 200;

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

/** Null in a model without the slope. */
const degreesOf = (rows: readonly Float64Array[], balanceF: number | null, column: number): number | null =>
  balanceF === null ? null : (rows[balanceF - LOWEST_BALANCE_F]?.[column] ?? 0);

export const slopesOf = ({ perHeatingDegree, perCoolingDegree }: Model): number =>
  [perHeatingDegree, perCoolingDegree].filter((slope) => slope !== null).length;

/** The year is counted back from the last read before the savings, so that the read which they cut in two costs no days twice. */
function endOfBaseline(before: readonly Period[], savingsStart: Day, cycle: Cycle): Day {
  const last = before.at(-1)?.end_date ?? savingsStart;
  return daysBetween(last, savingsStart) <= LONGEST_PERIOD[cycle] ? last : savingsStart;
}

const WEAK_R2 = 0.5;
const WIDE_CVRMSE = 0.25;
/** Periods that must be left over when every coefficient and balance point has had one. */
const LEAST_LEFT = 3;

/** What a reader should know before trusting the fit. */
function checkFit(model: FittedModel): Finding[] {
  const { adjustedR2, heatingBalanceF, coolingBalanceF, metrics } = model;
  const searched = 1 + 2 * slopesOf(model);
  const atEdge = [heatingBalanceF, coolingBalanceF].some((at) => at === LOWEST_BALANCE_F || at === HIGHEST_BALANCE_F);
  const flags: [Finding["rule"], boolean][] = [
    ["weak_fit", adjustedR2 < WEAK_R2],
    ["wide_scatter", (metrics.cvrmse ?? Infinity) > WIDE_CVRMSE],
    ["too_few_to_judge", metrics.periods - searched < LEAST_LEFT],
    ["balance_point_at_edge", atEdge],
  ];
  return flags.filter(([, isSo]) => isSo).map(([rule]) => ({ rule }));
}

const counted = (rule: Finding["rule"], count: number): Finding[] => (count > 0 ? [{ rule, count }] : []);

const withoutModel = (findings: Finding[]): MeterModel => ({
  sufficient: false,
  model: null,
  baseline: null,
  baselinePeriods: [],
  avoided: [],
  total: null,
  band: null,
  findings,
});
