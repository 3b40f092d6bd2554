/**
 * Calculates what a group of meters has avoided since its savings began, period by period, in use and money, by comparing the
 * model with the bills.
 */
import type { Day, Period } from "../../records/scalars.ts";
import { avoidedUse, type AvoidedUse } from "../caltrack/avoided-use.ts";
import type { DailyMeans } from "../caltrack/degree-table.ts";
import type { Fuel } from "../caltrack/fit.ts";
import { bandOf, type FittedModel, type MeterModel, modelMeter } from "../caltrack/model-meter.ts";
import { tidyReads } from "../caltrack/reads.ts";
import { monthFromNumber } from "../calendar.ts";
import { type DayRange, isInRange, lastDayOf } from "../day-range.ts";
import { addUp, MILLIONTHS } from "../exact.ts";
import { calendarize } from "../months/calendarize.ts";
import { serviceOf } from "../months/days-covered.ts";
import { servicePoints } from "../property/service-points.ts";
import type { AvoidanceSettings } from "./adjustments.ts";
import { type AvoidancePeriod, periodsOf } from "./avoided-periods.ts";
import { type BilledRead, billedReads } from "./billed-reads.ts";
import { costsOf, isFixed } from "./costs.ts";
import { type Flag, uniqueFlags } from "./flags.ts";
import { FUELS, type MeterGroup } from "./meter-groups.ts";

export interface AvoidanceQuestion {
  group: MeterGroup;
  settings: AvoidanceSettings;
  temperatures: DailyMeans;
  /** Kilometers to the weather station; null when unknown. */
  stationKm: number | null;
  /** Only periods whose last day lies within are returned; the model does not depend on it. */
  range: DayRange;
}

/** A period of the model, with its observed and modelled use. */
export interface ModelledPeriod extends Period {
  observed: number;
  modelled: number;
}

export interface GroupAvoidance {
  group: MeterGroup;
  /** The unit of all use figures; null when no bill states a use. */
  unit: string | null;
  savingsStart: Day | null;
  /** Also present when the baseline does not suffice; null when there is none. */
  model: FittedModel | null;
  baseline: Period | null;
  modelled: ModelledPeriod[];
  periods: AvoidancePeriod[];
  /** Half the width of the band around the avoided use of all periods at 90 % confidence. */
  band: number | null;
  /** True when the baseline suffices. */
  sufficient: boolean;
  /** Flags of the group; periods have their own. */
  flags: Flag[];
}

export function avoidanceOf(question: AvoidanceQuestion): GroupAvoidance {
  const { group, settings, temperatures, stationKm, range } = question;
  const fuel = FUELS[group.energy_type];
  const { reads, unit, flags } = billedReads(group);
  const savingsStart = settings.savingsStart ?? (fuel === undefined ? null : savingsStartOf(group));
  const nothing = { ...NOTHING, group, unit, savingsStart };
  const reason = reasonAgainst({ fuel, flags, savingsStart, reads, temperatures });
  if (reason !== null || fuel === undefined || savingsStart === null) {
    return { ...nothing, flags: uniqueFlags([reason ?? "not_modelled", ...flags]) };
  }
  const result = modelMeter({ reads, temperatures, fuel, savingsStart, stationKm });
  const tidy = tidyReads(reads, fuel).reads;
  const costs = costsOf(group, tidy);
  const fixed = costsOf(group, tidy, isFixed);
  const costed = tidy.map((read, index) => {
    const cents = costs[index] ?? null;
    return { ...read, cents, fixedCents: cents === null ? null : (fixed[index] ?? 0) };
  });
  const periods = periodsOf({ avoided: result.avoided, baseline: result.baseline, reads: costed, settings });
  const asked = periods.filter((period) => isInRange(lastDayOf(period), range));
  const known = asked.filter((period) => period.avoided !== null);
  const band = result.model === null ? null : bandOf(result.model, known);
  const avoided = addUp(
    asked.map((period) => period.avoided),
    MILLIONTHS,
  );
  return {
    ...nothing,
    model: result.model,
    baseline: result.baseline,
    modelled: modelledPeriods(result, temperatures),
    periods: asked,
    band,
    sufficient: result.sufficient,
    flags: uniqueFlags([
      ...(settings.savingsStart === null ? (["default_savings_start"] as const) : []),
      ...flags,
      ...result.findings.map(({ rule }) => rule),
      ...(result.sufficient && periods.length === 0 ? (["no_savings_bills"] as const) : []),
      ...(isWithinBand(avoided, band) ? (["within_uncertainty"] as const) : []),
    ]),
  };
}

const MONTHS_OF_BASELINE = 12;

/** The start of the savings when none is set: after the first twelve consecutive complete months; null when there are none. */
function savingsStartOf({ readers }: MeterGroup): Day | null {
  const meters = readers.map((meter) => ({
    ...meter,
    months: calendarize({ bills: [...meter.bills], service: serviceOf(meter) }),
  }));
  for (const { complete } of servicePoints(meters)) {
    const numbers = [...complete].sort((a, b) => a - b);
    for (const [index, number] of numbers.entries()) {
      const last = numbers[index + MONTHS_OF_BASELINE - 1];
      if (last === number + MONTHS_OF_BASELINE - 1) return monthFromNumber(last + 1);
    }
  }
  return null;
}

/** True when the avoided use cannot be distinguished from zero. */
export const isWithinBand = (avoided: number | null, band: number | null): boolean =>
  avoided !== null && band !== null && Math.abs(avoided) < band;

const NOTHING = { model: null, baseline: null, modelled: [], periods: [], band: null, sufficient: false };

/** Why there cannot be a model at all; null when one may be tried. */
function reasonAgainst(known: {
  fuel: Fuel | undefined;
  flags: readonly Flag[];
  savingsStart: Day | null;
  reads: readonly BilledRead[];
  temperatures: DailyMeans;
}): Flag | null {
  const { fuel, flags, savingsStart, reads, temperatures } = known;
  const reasons: [Flag, boolean][] = [
    ["not_modelled", fuel === undefined],
    ["no_bills", reads.length === 0],
    ["delivered_fuel", flags.includes("delivered_fuel")],
    ["meters_apart", flags.includes("meters_apart")],
    ["no_savings_start", savingsStart === null],
    ["no_baseline_bills", reads.every(({ end_date }) => end_date > (savingsStart ?? ""))],
    ["no_weather", temperatures.means.length === 0],
  ];
  return reasons.find(([, isSo]) => isSo)?.[0] ?? null;
}

function modelledPeriods({ model, baselinePeriods }: MeterModel, temperatures: DailyMeans): ModelledPeriod[] {
  if (model === null) return [];
  const used = baselinePeriods.filter(({ leftOut }) => leftOut === null);
  return avoidedUse(model, used, temperatures).flatMap(({ start_date, end_date, observed, expected }: AvoidedUse) =>
    observed === null || expected === null ? [] : [{ start_date, end_date, observed, modelled: expected }],
  );
}
