/**
 * Searches the baseline model (CalTRACK 3.2 to 3.4): use per day as a base plus an amount per degree day, by least squares
 * weighted by days, at every balance point. In closed form on centred values, so a pair of balance points costs one product
 * over the periods.
 */
import { BALANCE_POINTS, type DegreeTable, LOWEST_BALANCE_F } from "./degree-table.ts";

/** Gas has no models with cooling (3.2.1.1). */
export type Fuel = "electricity" | "gas";
export const MODEL_TYPES = ["intercept_only", "hdd_only", "cdd_only", "cdd_hdd"] as const;
export type ModelType = (typeof MODEL_TYPES)[number];

/** Use per day = `basePerDay` + `perHeatingDegree` x heating degree days + `perCoolingDegree` x cooling degree days. */
export interface Model {
  type: ModelType;
  basePerDay: number;
  /** Both null in a model without heating. */
  perHeatingDegree: number | null;
  heatingBalanceF: number | null;
  perCoolingDegree: number | null;
  coolingBalanceF: number | null;
  /** Of the weighted fit; the models are chosen by it. 0 for the base alone. */
  adjustedR2: number;
}

/** The best qualified model of each type, and how many candidates were tried. */
export interface Search {
  byType: Partial<Record<ModelType, Model>>;
  counts: Record<ModelType, { qualified: number; disqualified: number }>;
}

/** The degree days that a balance point needs over the baseline to be tried. */
const LEAST_DEGREE_DAYS = 20;
/** Two models whose fit differs by less are equal: the simpler one, or the one with lower balance points, wins. */
const TIE = 1e-12;

/** The model that the method chooses; null when not even a base qualifies. */
export function chooseModel({ byType }: Search): Model | null {
  let best: Model | null = null;
  for (const type of MODEL_TYPES) best = better(best, byType[type]);
  return best;
}

const better = (best: Model | null, next: Model | undefined): Model | null =>
  next !== undefined && (best === null || next.adjustedR2 > best.adjustedR2 + TIE) ? next : best;

/** Tries every candidate. `usePerDay` and `days` have the same order as the columns of the table. */
export function searchModels(usePerDay: Float64Array, days: Float64Array, table: DegreeTable, fuel: Fuel): Search {
  const search = emptySearch();
  const use = centre(usePerDay, days);
  offer(search, { ...NO_SLOPES, type: "intercept_only", basePerDay: use.mean, adjustedR2: 0 });
  // When use never changes there is nothing to explain, and slopes cannot be distinguished.
  if (use.square <= Number.EPSILON * use.mean ** 2 * use.weight) return search;
  const heating = candidates(table.heating, days, use);
  for (const each of heating) offerOneSlope(search, "hdd_only", use, each);
  if (fuel === "gas") return search;
  const cooling = candidates(table.cooling, days, use);
  for (const each of cooling) offerOneSlope(search, "cdd_only", use, each);
  for (const cold of cooling) {
    for (const hot of heating) {
      if (hot.balanceF > cold.balanceF) break;
      offerTwoSlopes(search, use, hot, cold);
    }
  }
  return search;
}

const NO_SLOPES = { perHeatingDegree: null, heatingBalanceF: null, perCoolingDegree: null, coolingBalanceF: null };

function emptySearch(): Search {
  const none = () => ({ qualified: 0, disqualified: 0 });
  return { byType: {}, counts: { intercept_only: none(), hdd_only: none(), cdd_only: none(), cdd_hdd: none() } };
}

/** Degree days at one balance point, centred. */
interface Candidate extends Centred {
  balanceF: number;
  /** Their product with the use. */
  withUse: number;
}

function candidates(rows: Float64Array[], days: Float64Array, use: Centred): Candidate[] {
  const list: Candidate[] = [];
  for (let row = 0; row < BALANCE_POINTS; row++) {
    const degrees = rows[row];
    if (degrees === undefined) continue;
    const centred = centre(degrees, days);
    if (centred.mean * centred.weight < LEAST_DEGREE_DAYS || centred.square === 0) continue;
    list.push({ ...centred, balanceF: LOWEST_BALANCE_F + row, withUse: product(use, centred) });
  }
  return list;
}

function offerOneSlope(search: Search, type: "hdd_only" | "cdd_only", use: Centred, degrees: Candidate): void {
  const slope = degrees.withUse / degrees.square;
  const r2 = adjustedR2(use, use.square - slope * degrees.withUse, 1);
  if (r2 === null) return;
  const rest = { basePerDay: use.mean - slope * degrees.mean, adjustedR2: r2 };
  offer(
    search,
    type === "hdd_only"
      ? { ...NO_SLOPES, ...rest, type, perHeatingDegree: slope, heatingBalanceF: degrees.balanceF }
      : { ...NO_SLOPES, ...rest, type, perCoolingDegree: slope, coolingBalanceF: degrees.balanceF },
  );
}

/** Below this share of the squares, heating and cooling are too similar to be separated. */
const ALIKE = 1e-12;

function offerTwoSlopes(search: Search, use: Centred, heating: Candidate, cooling: Candidate): void {
  const both = product(heating, cooling);
  const determinant = heating.square * cooling.square - both * both;
  if (determinant <= ALIKE * heating.square * cooling.square) return;
  const perHeatingDegree = (heating.withUse * cooling.square - cooling.withUse * both) / determinant;
  const perCoolingDegree = (cooling.withUse * heating.square - heating.withUse * both) / determinant;
  const left = use.square - perHeatingDegree * heating.withUse - perCoolingDegree * cooling.withUse;
  const r2 = adjustedR2(use, left, 2);
  if (r2 === null) return;
  offer(search, {
    type: "cdd_hdd",
    basePerDay: use.mean - perHeatingDegree * heating.mean - perCoolingDegree * cooling.mean,
    perHeatingDegree,
    heatingBalanceF: heating.balanceF,
    perCoolingDegree,
    coolingBalanceF: cooling.balanceF,
    adjustedR2: r2,
  });
}

/** 1 less the unexplained share, each per degree of freedom (3.4.3.3); null without a degree of freedom. */
function adjustedR2(use: Centred, left: number, slopes: number): number | null {
  const count = use.values.length;
  const freedom = count - slopes - 1;
  return freedom <= 0 ? null : 1 - left / freedom / (use.square / (count - 1));
}

/** A model qualifies when none of its coefficients is negative (3.4.3.2). */
function offer({ byType, counts }: Search, model: Model): void {
  const { basePerDay, perHeatingDegree, perCoolingDegree, type } = model;
  if (basePerDay < 0 || (perHeatingDegree ?? 0) < 0 || (perCoolingDegree ?? 0) < 0) {
    counts[type].disqualified += 1;
    return;
  }
  counts[type].qualified += 1;
  byType[type] = better(byType[type] ?? null, model) ?? model;
}

/** Values less their weighted mean, each times the root of its weight, so that a plain product of two is a weighted one. */
interface Centred {
  mean: number;
  /** The sum of all weights. */
  weight: number;
  values: Float64Array;
  /** The product with itself. */
  square: number;
}

function centre(values: Float64Array, weights: Float64Array): Centred {
  let weight = 0;
  let sum = 0;
  for (let index = 0; index < values.length; index++) {
    weight += weights[index] ?? 0;
    sum += (values[index] ?? 0) * (weights[index] ?? 0);
  }
  const mean = sum / weight;
  const centred = values.map((value, index) => (value - mean) * Math.sqrt(weights[index] ?? 0));
  const square = centred.reduce((total, value) => total + value * value, 0);
  return { mean, weight, values: centred, square };
}

function product(left: Centred, right: Centred): number {
  let total = 0;
  for (let index = 0; index < left.values.length; index++) {
    total += (left.values[index] ?? 0) * (right.values[index] ?? 0);
  }
  return total;
}
