/** The sums of a property by type of energy and month, taken in some wrappers at a time: whatever the property's size, the months of those alone are held. */
import type { EnergyType } from "../../records/codes.ts";
import { monthNumber } from "../calendar.ts";
import {
  addFigures,
  countedOnce,
  noFigures,
  plus,
  sumOfRows,
  type FigureSums,
  type SummedRow,
  type Units,
} from "./roll-up-sums.ts";
import { servicePoints, type RolledMeter, type ServicePoint } from "./service-points.ts";

/** Of one type of energy in one month. */
export interface MonthSums {
  figures: FigureSums;
  /** Peaks of meters need not meet, so they are never added. */
  highestDemand: number | null;
  estimated: boolean;
  /** What each wrapper had distributed, else supplied: the same energy is on both bills. */
  energy: { kbtus: Units; lbs_co2: Units };
}

export interface TypeSums {
  /** By the number of the month; one is there where a meter of the type has a row for it. */
  months: Map<number, MonthSums>;
  points: ServicePoint[];
}

export interface RollUpLedger {
  types: Map<EnergyType, TypeSums>;
  /** Those that were taken in. */
  wrappers: Set<number>;
}

export const openRollUp = (): RollUpLedger => ({ types: new Map(), wrappers: new Set() });

/**
 * Takes in all meters of some wrappers: which energy counts once, and which meter follows another, is told by the meters of
 * a wrapper together.
 * @throws Error when some of a wrapper were taken in before: its energy would count twice
 */
export function addMeters({ types, wrappers }: RollUpLedger, meters: readonly RolledMeter[]): void {
  for (const [wrapper, ofWrapper] of Map.groupBy(meters, ({ meter_wrapper_id }) => meter_wrapper_id)) {
    if (wrappers.has(wrapper)) throw new Error(`wrapper ${wrapper} is in the roll-up already`);
    wrappers.add(wrapper);
    addWrapper(types, ofWrapper);
  }
}

function addWrapper(types: RollUpLedger["types"], meters: readonly RolledMeter[]): void {
  for (const [type, ofType] of Map.groupBy(meters, ({ energy_type }) => energy_type)) {
    const points = servicePoints(ofType);
    if (points.length === 0) continue;
    const sums: TypeSums = types.get(type) ?? { months: new Map(), points: [] };
    types.set(type, sums);
    sums.points.push(...points);
    const rows = ofType.flatMap((meter) => meter.months.map((month): SummedRow => ({ meter, month })));
    for (const [month, ofMonth] of Map.groupBy(rows, ({ month: { effective_month } }) => monthNumber(effective_month)))
      addMonth(monthOf(sums, month), ofMonth);
  }
}

/** Of meters that are all at hand. */
export function ledgerOf(meters: readonly RolledMeter[]): RollUpLedger {
  const ledger = openRollUp();
  addMeters(ledger, meters);
  return ledger;
}

export const noSums = (): MonthSums => ({
  figures: noFigures(),
  highestDemand: null,
  estimated: false,
  energy: { kbtus: null, lbs_co2: null },
});

function monthOf({ months }: TypeSums, month: number): MonthSums {
  let sums = months.get(month);
  if (sums === undefined) months.set(month, (sums = noSums()));
  return sums;
}

/** Rows of one wrapper. */
function addMonth(sums: MonthSums, rows: readonly SummedRow[]): void {
  const { energy } = sums;
  const figures = sumOfRows(rows);
  addFigures(sums.figures, figures);
  energy.kbtus = plus(energy.kbtus, countedOnce(figures.distribution_kbtus, figures.supply_kbtus));
  energy.lbs_co2 = plus(energy.lbs_co2, countedOnce(figures.distribution_lbs_co2, figures.supply_lbs_co2));
  for (const { month } of rows) {
    sums.highestDemand = highest(sums.highestDemand, month.demand_consumption);
    sums.estimated ||= month.estimated;
  }
}

const highest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

/** The first and the last month that a type has a row for; null of none. */
export function monthsOf(types: readonly TypeSums[]): { first: number; count: number } | null {
  let first = Infinity;
  let last = -Infinity;
  for (const { months } of types) {
    for (const month of months.keys()) {
      first = Math.min(first, month);
      last = Math.max(last, month);
    }
  }
  return last < first ? null : { first, count: last - first + 1 };
}

/** What the types have together in a month, but for the demand: kilowatts and the peak of gas are not one figure. */
export function together(types: readonly TypeSums[], month: number): MonthSums {
  const whole = noSums();
  for (const { months } of types) {
    const sums = months.get(month);
    if (sums === undefined) continue;
    addFigures(whole.figures, sums.figures);
    whole.estimated ||= sums.estimated;
    whole.energy.kbtus = plus(whole.energy.kbtus, sums.energy.kbtus);
    whole.energy.lbs_co2 = plus(whole.energy.lbs_co2, sums.energy.lbs_co2);
  }
  return whole;
}
