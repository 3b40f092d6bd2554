/** The states of a month of a meter, from the worst to the best, and how several are shown as one. */
import type { MeterCoverage } from "@meterbook/client";

/** In this order a grid shows the worst of several meters. */
export const STATES: readonly string[] = ["overlap", "gap", "late", "partial", "estimated", "complete", "not_due"];

export interface CoverageCell {
  effective_month: string;
  state: string;
  cause: string | null;
  utility_meter_id: number;
  utility_bill_ids: number[];
}

/** For each property and month the worst state of its meters, with the meter that is in it. */
export function worstByProperty(coverages: MeterCoverage[]): Map<number, Map<string, CoverageCell>> {
  const grid = new Map<number, Map<string, CoverageCell>>();
  for (const { property_id, utility_meter_id, months } of coverages) {
    if (property_id === null) continue;
    const row = grid.get(property_id) ?? new Map<string, CoverageCell>();
    grid.set(property_id, row);
    for (const { effective_month, state, cause, utility_bill_ids } of months) {
      const before = row.get(effective_month);
      if (before !== undefined && STATES.indexOf(before.state) <= STATES.indexOf(state)) continue;
      row.set(effective_month, { effective_month, state, cause, utility_meter_id, utility_bill_ids });
    }
  }
  return grid;
}
