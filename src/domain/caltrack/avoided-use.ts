/** Avoided use: the use that the baseline model expects in the weather of a period, less the metered use (CalTRACK 3.5). */
import type { Period } from "../../records/scalars.ts";
import { LEAST_COVERAGE } from "./baseline.ts";
import { type DailyMeans, degreesPerDay, meansWithin } from "./degree-table.ts";
import type { Model } from "./fit.ts";
import type { MeterPeriod } from "./periods.ts";

export interface AvoidedUse extends Period {
  days: number;
  /** Over the whole period, at the balance points of the model; null when the model has none, or temperatures are missing. */
  heatingDegreeDays: number | null;
  coolingDegreeDays: number | null;
  observed: number | null;
  /** The three parts sum to the expected use. Null when more than a tenth of the temperatures are missing. */
  expected: number | null;
  base: number | null;
  heating: number | null;
  cooling: number | null;
  /** Null when the use or the weather is unknown: gaps are never filled. Negative when more was used than expected. */
  avoided: number | null;
}

export function avoidedUse(model: Model, periods: readonly MeterPeriod[], temperatures: DailyMeans): AvoidedUse[] {
  return periods.map((period) => avoidedIn(model, period, temperatures));
}

function avoidedIn(model: Model, period: MeterPeriod, temperatures: DailyMeans): AvoidedUse {
  const { start_date, end_date, days, usage: observed } = period;
  const known = meansWithin(temperatures, period);
  const whole = { start_date, end_date, days, observed };
  if (known.length < LEAST_COVERAGE * days) return { ...whole, ...NOTHING };
  const { heatingBalanceF, coolingBalanceF } = model;
  const heatingDegreeDays = heatingBalanceF === null ? null : days * degreesPerDay(known, "heating", heatingBalanceF);
  const coolingDegreeDays = coolingBalanceF === null ? null : days * degreesPerDay(known, "cooling", coolingBalanceF);
  const base = days * model.basePerDay;
  const heating = (model.perHeatingDegree ?? 0) * (heatingDegreeDays ?? 0);
  const cooling = (model.perCoolingDegree ?? 0) * (coolingDegreeDays ?? 0);
  const expected = base + heating + cooling;
  const avoided = observed === null ? null : expected - observed;
  return { ...whole, heatingDegreeDays, coolingDegreeDays, expected, base, heating, cooling, avoided };
}

const NOTHING = {
  heatingDegreeDays: null,
  coolingDegreeDays: null,
  expected: null,
  base: null,
  heating: null,
  cooling: null,
  avoided: null,
};

export interface AvoidedTotal {
  /** Periods that count: those with known use and weather. */
  periods: number;
  days: number;
  observed: number;
  expected: number;
  avoided: number;
}

/** The sum of the known periods; null when there is none. */
export function totalAvoided(rows: readonly AvoidedUse[]): AvoidedTotal | null {
  const total: AvoidedTotal = { periods: 0, days: 0, observed: 0, expected: 0, avoided: 0 };
  for (const { days, observed, expected, avoided } of rows) {
    if (observed === null || expected === null || avoided === null) continue;
    total.periods += 1;
    total.days += days;
    total.observed += observed;
    total.expected += expected;
    total.avoided += avoided;
  }
  return total.periods === 0 ? null : total;
}
