/**
 * Explains why the cost of one period differs from that of another, in parts that add up to the difference to the cent. All
 * amounts are whole cents.
 *
 * The charges that follow use are quantity times price, so their change is split in a fixed order, each step with the price and
 * use that the steps before it leave (docs/derived-data.md, "Why a cost changed"):
 *
 *     days     use per day before, over the days that this period has more, at the price before
 *     weather  what the fitted model of the meter expects to be different per day, at the price before
 *     use      the rest of the change of use per day, at the price before
 *     price    the change of the price, for the use of now
 */
import { CHANGE_CAUSES, type ChangeCause } from "../../records/codes.ts";

/** What a meter, or the meters of one service, cost in a period. */
export interface CostedPeriod extends Costs {
  days: number;
  /** In one unit on both sides; null when it is not known. */
  use: number | null;
  /** Use that the model of the meter expects in the weather of the period; null without a model or its temperatures. */
  expectedUse: number | null;
}

/** What a month or some months cost, in whole cents, and the demand that part of it is for. */
export interface Costs {
  /** The highest demand of each month, added up; null when none is billed, or that of a month with a charge for it is unknown. */
  demand: number | null;
  /** Charges that follow use: for use, and of interim rates. */
  useCost: number;
  demandCost: number;
  /** Charges that follow neither use nor demand. */
  fixedCost: number;
  taxCost: number;
  otherCost: number;
}

export const NO_CHANGE: Change = {
  days: 0,
  weather: 0,
  use: 0,
  demand: 0,
  price: 0,
  fixed: 0,
  taxes: 0,
  other: 0,
  meters: 0,
};

/** Whole cents for each cause; they sum to the change of the cost. */
export type Change = Record<ChangeCause, number>;

export const costOf = ({ useCost, demandCost, fixedCost, taxCost, otherCost }: CostedPeriod): number =>
  useCost + demandCost + fixedCost + taxCost + otherCost;

/** From `before` to `now`; null where the meter has no charges in the period, and then all of the other side is of the cause `meters`. */
export function changeBetween(before: CostedPeriod | null, now: CostedPeriod | null): Change {
  if (before !== null && now !== null) return explainChange(before, now);
  return { ...NO_CHANGE, meters: (now === null ? 0 : costOf(now)) - (before === null ? 0 : costOf(before)) };
}

/** From `before` to `now`. Charges for use without a known, positive use on both sides have no price: their change counts as use. */
export function explainChange(before: CostedPeriod, now: CostedPeriod): Change {
  const ofUse = changeOfUse(before, now);
  const ofDemand = changeOfDemand(before, now);
  return {
    ...NO_CHANGE,
    ...ofUse,
    demand: ofDemand.demand,
    price: (ofUse.price ?? 0) + ofDemand.price,
    fixed: now.fixedCost - before.fixedCost,
    taxes: now.taxCost - before.taxCost,
    other: now.otherCost - before.otherCost,
  };
}

function changeOfUse(before: CostedPeriod, now: CostedPeriod): Partial<Change> {
  const change = now.useCost - before.useCost;
  const used = before.use ?? 0;
  if (used <= 0 || now.use === null || now.use <= 0 || before.days <= 0 || now.days <= 0) return { use: change };
  const price = before.useCost / used;
  const perDay = used / before.days;
  const days = perDay * (now.days - before.days) * price;
  const weather =
    before.expectedUse === null || now.expectedUse === null
      ? 0
      : (now.expectedUse / now.days - before.expectedUse / before.days) * now.days * price;
  const use = (now.use / now.days - perDay) * now.days * price - weather;
  const ofPrice = now.useCost - now.use * price;
  const parts = { days, weather, use, price: ofPrice };
  return Object.values(parts).every((part) => Math.abs(part) <= CENTS_MAX)
    ? largestParts(parts, change)
    : { use: change };
}

/** A price that was paid for next to no use explains nothing: larger parts than any bill only cancel each other. */
const CENTS_MAX = 1e12;

/** More or less demand at the price before, and the change of the price; without a demand on both sides all of it is demand. */
function changeOfDemand(before: CostedPeriod, now: CostedPeriod): Pick<Change, "demand" | "price"> {
  const change = now.demandCost - before.demandCost;
  if ((before.demand ?? 0) <= 0 || (now.demand ?? 0) <= 0) return { demand: change, price: 0 };
  const more = ((now.demand ?? 0) / (before.demand ?? 1) - 1) * before.demandCost;
  return Math.abs(more) <= CENTS_MAX
    ? largestParts({ demand: more, price: change - more }, change)
    : { demand: change, price: 0 };
}

/** The changes of several meters together. */
export function sumOfChanges(changes: readonly Change[]): Change {
  const sum = { ...NO_CHANGE };
  for (const change of changes) for (const cause of CHANGE_CAUSES) sum[cause] += change[cause];
  return sum;
}

/**
 * Each part is rounded down, and the units that are left go to the parts with the largest remainders (Hamilton's method), so that
 * none is off by a unit or more. The parts sum to about `whole`; a larger difference than rounding makes goes to the largest part.
 */
function largestParts<Name extends string>(parts: Record<Name, number>, whole: number): Record<Name, number> {
  // The keys of a record of names.
  const names = Object.keys(parts) as Name[];
  const rounded = { ...parts };
  for (const name of names) rounded[name] = Math.floor(parts[name]);
  const remainderOf = (name: Name) => parts[name] - Math.floor(parts[name]);
  const left = whole - names.reduce((sum, name) => sum + rounded[name], 0);
  const byRemainder = names.toSorted((a, b) => remainderOf(b) - remainderOf(a));
  for (const name of byRemainder.slice(0, Math.max(0, left))) rounded[name] += 1;
  const [largest] = names.toSorted((a, b) => Math.abs(parts[b]) - Math.abs(parts[a]));
  const off = whole - names.reduce((sum, name) => sum + rounded[name], 0);
  if (largest !== undefined) rounded[largest] += off;
  return rounded;
}
