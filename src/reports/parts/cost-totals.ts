/** Sums the costs of rows to the cent, by class. */
import { CHARGE_TYPES } from "../../records/codes.ts";
import { CENTS, runningSum } from "../../domain/exact.ts";
import type { Costs } from "../../domain/bills/bill-figures.ts";

const KEYS = [...CHARGE_TYPES, "total_cost"] as const;

export function costTotals() {
  const sums = KEYS.map((key) => ({ key, sum: runningSum(CENTS) }));
  return {
    add(costs: Costs): void {
      for (const { key, sum } of sums) sum.add(costs[key]);
    },
    // Every key has a sum.
    totals: (): Costs => Object.fromEntries(sums.map(({ key, sum }) => [key, sum.total()])) as Costs,
  };
}

/** Only the costs of a row. */
export const costsOf = (row: Costs): Costs =>
  // The keys are those of costs.
  Object.fromEntries(KEYS.map((key) => [key, row[key]])) as Costs;
