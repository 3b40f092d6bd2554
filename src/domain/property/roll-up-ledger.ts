/** Sums a property's meters by type of energy and month, a few wrappers at a time, so only their months are in memory. */
import type { EnergyType } from "../../records/codes.ts";
import type { EnergyFigure } from "../../records/month-figures.ts";
import { daysInMonth, monthNumber } from "../calendar.ts";
import {
  addFigures,
  energyOfWrapper,
  noFigures,
  plus,
  sumOfRows,
  type FigureSums,
  type SummedRow,
  type Units,
} from "./roll-up-sums.ts";
import { servicePoints, type RolledMeter, type ServicePoint } from "./service-points.ts";

/** One type of energy in one month. */
export interface MonthSums {
  figures: FigureSums;
  /** Peaks of meters may occur at different times, so they are never added. */
  highestDemand: number | null;
  estimated: boolean;
  /** The days billed of the wrapper with the fewest, of those that are billed in the month. */
  daysBilled: number | null;
  /** Each wrapper's distributed energy, else its supplied energy: both bills state the same energy. */
  energy: { [figure in EnergyFigure]: Units };
}

export interface TypeSums {
  /** By month number; an entry exists when a meter of the type has a row for the month. */
  months: Map<number, MonthSums>;
  points: ServicePoint[];
}

export interface RollUpLedger {
  types: Map<EnergyType, TypeSums>;
  /** The wrappers that were added. */
  wrappers: Set<number>;
}

export const openRollUp = (): RollUpLedger => ({ types: new Map(), wrappers: new Set() });

/**
 * Adds all meters of some wrappers. A wrapper is added whole, because its meters together decide which energy counts once and
 * which meter follows another. @throws Error when a wrapper was already added: its energy would count twice
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
      addMonth(sums, month, sumsOfWrapper(ofMonth));
  }
}

/** For meters that are all in memory. */
export function ledgerOf(meters: readonly RolledMeter[]): RollUpLedger {
  const ledger = openRollUp();
  addMeters(ledger, meters);
  return ledger;
}

export const noSums = (): MonthSums => ({
  figures: noFigures(),
  highestDemand: null,
  estimated: false,
  daysBilled: null,
  energy: { kbtus: null, lbs_co2: null },
});

function addMonth({ months }: TypeSums, month: number, ofWrapper: MonthSums): void {
  const sums = months.get(month);
  if (sums === undefined) {
    months.set(month, ofWrapper);
    return;
  }
  addSums(sums, ofWrapper);
  sums.highestDemand = highest(sums.highestDemand, ofWrapper.highestDemand);
  sums.daysBilled = fewest(sums.daysBilled, ofWrapper.daysBilled);
}

/** Of the rows of one wrapper in one month. */
function sumsOfWrapper(rows: readonly SummedRow[]): MonthSums {
  const figures = sumOfRows(rows);
  return {
    figures,
    highestDemand: rows.reduce<number | null>((demand, { month }) => highest(demand, month.demand_consumption), null),
    estimated: rows.some(({ month }) => month.estimated),
    daysBilled: daysBilled(rows),
    energy: {
      kbtus: energyOfWrapper(figures, "kbtus"),
      lbs_co2: energyOfWrapper(figures, "lbs_co2"),
    },
  };
}

/** What is added over wrappers and over types of energy alike. */
function addSums(sums: MonthSums, { figures, estimated, energy }: MonthSums): void {
  addFigures(sums.figures, figures);
  sums.estimated ||= estimated;
  sums.energy.kbtus = plus(sums.energy.kbtus, energy.kbtus);
  sums.energy.lbs_co2 = plus(sums.energy.lbs_co2, energy.lbs_co2);
}

/** The days of meters that follow each other are added; supply and distribution of the same days are not. Null without a day. */
function daysBilled(rows: readonly SummedRow[]): number | null {
  const [first] = rows;
  if (first === undefined) return null;
  const daysOf = (isSupply: boolean) =>
    rows
      .filter(({ meter }) => (meter.association_type === "SUPPLY") === isSupply)
      .reduce((days, { month }) => days + month.days_covered, 0);
  return Math.min(daysOf(false) || daysOf(true), daysInMonth(first.month.effective_month)) || null;
}

const fewest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b);

const highest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

/** The first and the last month for which a type has a row; null when there is none. */
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

/** The sum of the types in a month, without the demand: kilowatts and the peak of gas cannot be added. */
export function together(types: readonly TypeSums[], month: number): MonthSums {
  const whole = noSums();
  for (const { months } of types) {
    const sums = months.get(month);
    if (sums !== undefined) addSums(whole, sums);
  }
  return whole;
}
