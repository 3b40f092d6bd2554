/** Finds usages that a later bill took back by a reversal line, so that what was cancelled neither covers days nor sets a demand. */
import type { Dated, MeterUsage } from "./meter-bill.ts";

/**
 * A reversal line repeats a line of another bill with the sign turned round: same kind, unit and days. Both count as
 * withdrawn, and with all the use of a period so does the demand its bill states for it. Their amounts stay in the
 * sums, where they cancel. Within one bill nothing is a reversal: net metering bills use and export side by side.
 */
export function withdrawnUsages(usages: readonly Dated<MeterUsage>[]): ReadonlySet<MeterUsage> {
  const withdrawn = new Set<MeterUsage>();
  const reversals = usages.filter(({ line }) => line.amount < 0);
  if (reversals.length === 0) return withdrawn;
  const positive = Map.groupBy(
    usages.filter(({ line }) => line.amount > 0),
    ({ line }) => mirrorKey(line, line.amount),
  );
  for (const { bill, line } of reversals) {
    const mirrored = positive
      .get(mirrorKey(line, -line.amount))
      ?.find((other) => other.bill !== bill && !withdrawn.has(other.line));
    if (mirrored === undefined) continue;
    withdrawn.add(line);
    withdrawn.add(mirrored.line);
  }
  for (const { bill, line } of usages) {
    if (isDemand(line) && isUseWithdrawn(bill.usages, line, withdrawn)) withdrawn.add(line);
  }
  return withdrawn;
}

export function isDemand({ utility_usage_type }: MeterUsage): boolean {
  return utility_usage_type === "demand_amount" || utility_usage_type === "billed_demand_amount";
}

function isUseWithdrawn(
  usages: readonly MeterUsage[],
  { start_date, end_date }: MeterUsage,
  withdrawn: ReadonlySet<MeterUsage>,
): boolean {
  const uses = usages.filter(
    (usage) =>
      usage.utility_usage_type === "usage_amount" && usage.start_date === start_date && usage.end_date === end_date,
  );
  return uses.length > 0 && uses.every((usage) => withdrawn.has(usage));
}

function mirrorKey(line: MeterUsage, amount: number): string {
  return [line.utility_usage_type, line.measurement_unit, line.start_date, line.end_date, amount].join("|");
}
