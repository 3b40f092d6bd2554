/** Prices the periods of the savings: adjusted less actual is exactly avoided, in use, energy and money. */
import type { Period } from "../../records/scalars.ts";
import type { AvoidedUse } from "../caltrack/avoided-use.ts";
import { CENTS, MILLIONTHS } from "../exact.ts";
import { fromUnits, toUnits } from "../whole-units.ts";
import { floorAreaFactor, specialAdjustmentOf, type AvoidanceSettings } from "./adjustments.ts";
import type { BilledRead } from "./billed-reads.ts";
import type { Flag } from "./flags.ts";
import { isUnusual, type Measured, type Rates, ratesOf } from "./rates.ts";

/** A read with its cost in cents. */
export interface CostedRead extends BilledRead {
  cents: number | null;
  /** The fixed charges among the cents. */
  fixedCents: number | null;
}

/** Null means unknown. Use is in the unit of the group, money in dollars. */
export interface AvoidancePeriod extends Period {
  days: number;
  bills: number[];
  /** Ids of the meters. */
  meters: number[];
  estimated: boolean;
  /** At the balance points of the model; null when the model has none. */
  heatingDegreeDays: number | null;
  coolingDegreeDays: number | null;
  /** Parts of the expected use, before the two adjustments. */
  base: number | null;
  heating: number | null;
  cooling: number | null;
  floorAreaFactor: number;
  specialAdjustment: number | null;
  adjusted: number | null;
  actual: number | null;
  avoided: number | null;
  unitCost: number | null;
  adjustedCost: number | null;
  actualCost: number | null;
  avoidedCost: number | null;
  /**
   * The part that consists of fixed charges: the average unit cost spreads them over the use, but less use does not lower them.
   */
  avoidedFixedCost: number | null;
  adjustedKbtus: number | null;
  actualKbtus: number | null;
  avoidedKbtus: number | null;
  avoidedCo2: number | null;
  flags: Flag[];
}

export function periodsOf(known: {
  avoided: readonly AvoidedUse[];
  baseline: Period | null;
  reads: readonly CostedRead[];
  settings: AvoidanceSettings;
}): AvoidancePeriod[] {
  const { avoided, baseline, reads, settings } = known;
  const [firstPeriod] = avoided;
  if (baseline === null || firstPeriod === undefined) return [];
  const before = reads.filter(({ end_date }) => end_date <= firstPeriod.start_date);
  const measured = avoided.map((period) => measure(period, reads));
  const rates = ratesOf([...before, ...measured]);
  const usual = before.flatMap((read, index) => (isWithin(read, baseline) ? [rates[index]?.cents ?? null] : []));
  return avoided.map((period, index) => {
    const bill = measured[index] ?? measure(period, []);
    const rate = rates[before.length + index] ?? NO_RATES;
    const factor = floorAreaFactor(settings.floorAreas, settings.floorAreaShare, baseline, period);
    const expected = period.expected === null ? null : period.expected * (factor ?? 1);
    const special = expected === null ? null : specialAdjustmentOf(settings.adjustments, period, expected);
    const adjusted = expected === null || special === null ? null : expected + special;
    return {
      start_date: period.start_date,
      end_date: period.end_date,
      days: period.days,
      bills: bill.bills,
      meters: bill.meters,
      estimated: bill.estimated,
      heatingDegreeDays: period.heatingDegreeDays,
      coolingDegreeDays: period.coolingDegreeDays,
      base: period.base,
      heating: period.heating,
      cooling: period.cooling,
      floorAreaFactor: factor ?? 1,
      specialAdjustment: special,
      ...useOf(adjusted, period.observed),
      ...costOf(adjusted, bill, rate),
      ...energyOf(adjusted, period.observed, rate),
      flags: flagsOf(period, bill, rate, factor, usual),
    };
  });
}

const NO_RATES: Rates = { cents: null, fixedCents: null, kbtus: null, lbs_co2: null };

const isWithin = (read: Period, { start_date, end_date }: Period): boolean =>
  read.start_date >= start_date && read.end_date <= end_date;

interface MeasuredPeriod extends Measured {
  bills: number[];
  meters: number[];
  estimated: boolean;
}

/** The sums of a period's bills; the method may have joined several. */
function measure(period: AvoidedUse, reads: readonly CostedRead[]): MeasuredPeriod {
  const own = reads.filter((read) => isWithin(read, period));
  return {
    usage: period.observed,
    cents: sumOrNull(own.map(({ cents }) => cents)),
    fixedCents: sumOrNull(own.map(({ fixedCents }) => fixedCents)),
    kbtus: sumOrNull(own.map(({ kbtus }) => kbtus)),
    lbs_co2: sumOrNull(own.map(({ lbs_co2 }) => lbs_co2)),
    bills: [...new Set(own.flatMap(({ bills }) => bills))],
    meters: [...new Set(own.flatMap(({ meters }) => meters))],
    estimated: own.some(({ estimated }) => estimated),
  };
}

const sumOrNull = (values: readonly (number | null)[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);

const lessOrNull = (from: number | null, what: number | null): number | null =>
  from === null || what === null ? null : from - what;
const unitsOrNull = (value: number | null): number | null => (value === null ? null : toUnits(value, MILLIONTHS));
const valueOrNull = (units: number | null, scale: number): number | null =>
  units === null ? null : fromUnits(units, scale);

/** In whole millionths, so that the difference is exact. */
function useOf(adjusted: number | null, observed: number | null) {
  const [adjustedUnits, actualUnits] = [unitsOrNull(adjusted), unitsOrNull(observed)];
  return {
    adjusted: valueOrNull(adjustedUnits, MILLIONTHS),
    actual: valueOrNull(actualUnits, MILLIONTHS),
    avoided: valueOrNull(lessOrNull(adjustedUnits, actualUnits), MILLIONTHS),
  };
}

/** In whole cents. */
function costOf(adjusted: number | null, { cents, fixedCents }: Measured, rate: Rates) {
  const priced = (each: number | null) => (adjusted === null || each === null ? null : toUnits(adjusted * each, 0));
  const adjustedCents = priced(rate.cents);
  return {
    unitCost: rate.cents === null ? null : rate.cents / 100,
    adjustedCost: valueOrNull(adjustedCents, CENTS),
    actualCost: valueOrNull(cents, CENTS),
    avoidedCost: valueOrNull(lessOrNull(adjustedCents, cents), CENTS),
    avoidedFixedCost: valueOrNull(lessOrNull(priced(rate.fixedCents), fixedCents), CENTS),
  };
}

/** Energy and CO2 by the content of a unit on the bill: an equivalent of the use, not a measurement. */
function energyOf(adjusted: number | null, observed: number | null, rate: Rates) {
  const times = (use: number | null, each: number | null) =>
    unitsOrNull(use === null || each === null ? null : use * each);
  const [before, since] = [times(adjusted, rate.kbtus), times(observed, rate.kbtus)];
  return {
    adjustedKbtus: valueOrNull(before, MILLIONTHS),
    actualKbtus: valueOrNull(since, MILLIONTHS),
    avoidedKbtus: valueOrNull(lessOrNull(before, since), MILLIONTHS),
    avoidedCo2: valueOrNull(times(lessOrNull(adjusted, observed), rate.lbs_co2), MILLIONTHS),
  };
}

function flagsOf(
  { observed, expected }: AvoidedUse,
  bill: MeasuredPeriod,
  rate: Rates,
  factor: number | null,
  usual: readonly (number | null)[],
): Flag[] {
  const flags: [Flag, boolean][] = [
    ["use_unknown", observed === null],
    ["weather_missing", expected === null],
    ["estimated", bill.estimated],
    ["cost_unknown", bill.cents === null],
    ["last_unit_cost", observed !== null && observed <= 0 && rate.cents !== null],
    ["unusual_unit_cost", rate.cents !== null && isUnusual(rate.cents, usual)],
    ["floor_area_unknown", factor === null],
  ];
  return flags.filter(([, isSo]) => isSo).map(([flag]) => flag);
}
