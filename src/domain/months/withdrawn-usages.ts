/** Finds usages that a later bill took back by a reversal line, so that cancelled use neither covers days nor sets a demand. */
import type { Dated, MeterUsage } from "./meter-bill.ts";

/**
 * A reversal line repeats a line of another bill with the opposite sign: same kind, unit and days. Both lines are withdrawn.
 * When all use of a period is withdrawn, so is the demand that its bill states for it. The amounts stay in the sums, where they
 * cancel. Lines of one bill are never reversals: net metering bills use and export together.
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
