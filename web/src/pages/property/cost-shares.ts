/** How much of the cost of the latest months is for use, and how much is fixed. */
import type { PropertyMonth } from "@meterbook/client";

const MONTHS = 12;

type CostMonth = Pick<PropertyMonth, "month_complete" | "total_cost" | "usage_cost" | "service_cost">;

export interface CostShares {
  /** How many months they are of. */
  months: number;
  /** Of 1. */
  use: number;
  fixed: number;
}

/** Of months that are fully billed and whose cost is known. Null without one, and where credits leave no cost. */
export function costShares(months: readonly CostMonth[]): CostShares | null {
  const known = months
    .flatMap(({ month_complete, total_cost, usage_cost, service_cost }) =>
      month_complete && total_cost !== null && usage_cost !== null && service_cost !== null
        ? [{ total: total_cost, use: usage_cost, fixed: service_cost }]
        : [],
    )
    .slice(-MONTHS);
  const sum = (part: "total" | "use" | "fixed") => known.reduce((before, month) => before + month[part], 0);
  const total = sum("total");
  return total > 0 ? { months: known.length, use: sum("use") / total, fixed: sum("fixed") / total } : null;
}
