/**
 * The totals of cost avoidance: sums of fully known figures, so that actual and avoided add up to the adjusted baseline there
 * too.
 */
import { CENTS, MILLIONTHS, runningSum } from "../../domain/exact.ts";
import { unitKey } from "../../domain/bills/bill-figures.ts";
import type { EnergyType } from "../../records/codes.ts";
import type { Row } from "../../records/table.ts";
import type { ReportWords } from "../words/report-words.ts";

interface Use {
  adjusted: number | null;
  actual: number | null;
  avoided: number | null;
}

interface Money {
  adjustedCost: number | null;
  actualCost: number | null;
  avoidedCost: number | null;
  avoidedFixedCost: number | null;
}

/** Use in different units has no total. */
export function useTotals() {
  const sums = { adjusted: runningSum(MILLIONTHS), actual: runningSum(MILLIONTHS), avoided: runningSum(MILLIONTHS) };
  const units = new Map<string, string>();
  return {
    add({ adjusted, actual, avoided }: Use, unit: string | null): void {
      if (avoided === null || unit === null) return;
      units.set(unitKey(unit), unit);
      sums.adjusted.add(adjusted);
      sums.actual.add(actual);
      sums.avoided.add(avoided);
    },
    totals(): Row {
      const [unit] = units.values();
      if (unit === undefined || units.size > 1) return {};
      return {
        baseline_adjusted_use: sums.adjusted.total(),
        actual_use: sums.actual.total(),
        avoided_use: sums.avoided.total(),
        use_unit: unit,
      };
    },
    notes: ({ sentence }: ReportWords): string[] => (units.size > 1 ? [sentence("note.useTotal")] : []),
  };
}

/** Energy or CO2 of the avoided use: no total when it is unknown for a type with avoided use. */
export function equivalentTotal(
  name: "figure.avoidedKbtus" | "figure.avoidedCarbon",
  { sentence, energy }: ReportWords,
) {
  const sum = runningSum(MILLIONTHS);
  const unknown: EnergyType[] = [];
  return {
    add(type: EnergyType, value: number | null, avoided: number | null): void {
      if (value === null && avoided !== null) unknown.push(type);
      sum.add(value);
    },
    total: () => (unknown.length > 0 ? null : sum.total()),
    notes: (): string[] =>
      unknown.length > 0
        ? [sentence("note.noTotal", { figure: sentence(name), types: unknown.map(energy).join(", ") })]
        : [],
  };
}

export function moneyTotals() {
  const cents = () => runningSum(CENTS);
  const sums = { adjusted: cents(), actual: cents(), avoided: cents(), fixed: cents() };
  return {
    add({ adjustedCost, actualCost, avoidedCost, avoidedFixedCost }: Money): void {
      if (avoidedCost === null) return;
      sums.adjusted.add(adjustedCost);
      sums.actual.add(actualCost);
      sums.avoided.add(avoidedCost);
      sums.fixed.add(avoidedFixedCost);
    },
    totals: () => ({
      adjusted_cost: sums.adjusted.total(),
      actual_cost: sums.actual.total(),
      cost_avoidance: sums.avoided.total(),
    }),
    fixed: () => sums.fixed.total(),
  };
}
