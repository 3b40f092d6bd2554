/** A sentence about all energy of a property, from its latest snapshot. */
import type { Month } from "../../records/scalars.ts";
import { monthText } from "../parts/month-charts.ts";

export interface LatestSnapshot {
  effective_month: Month;
  current_kbtus_per_sq_ft: number | null;
  yoy_percent_change_kbtus_per_sq_ft: number | null;
}

/** Empty without a snapshot or an area. */
export function snapshotNotes(snapshot: LatestSnapshot | undefined): string[] {
  if (snapshot === undefined || snapshot.current_kbtus_per_sq_ft === null) return [];
  const { effective_month, current_kbtus_per_sq_ft, yoy_percent_change_kbtus_per_sq_ft: change } = snapshot;
  const energy = `All energy together: ${current_kbtus_per_sq_ft.toFixed(1)} kBtu per sq ft`;
  return [
    `${energy} in the twelve months before ${monthText(effective_month)}${change === null ? "" : compared(change)}.`,
  ];
}

const compared = (change: number): string =>
  change === 0
    ? ", the same as in the twelve before"
    : `, ${Math.abs(change * 100).toFixed(1)} % ${change < 0 ? "less" : "more"} than in the twelve before`;
