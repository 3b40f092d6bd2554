/** Compares twelve complete months of a property with the twelve before them, per square foot (specification 2.8). */
import type { Month } from "../../records/scalars.ts";
import type { SnapshotFigure } from "../../records/snapshot.ts";
import { monthFromNumber, monthNumber } from "../calendar.ts";
import { MILLIONTHS, rounded } from "../exact.ts";
import { fromUnits, toUnits } from "../whole-units.ts";

const MONTHS = 12;

/** A property's cost, energy and emissions in a month. Null means unknown. */
export interface SnapshotMonth {
  effective_month: Month;
  cost: number | null;
  kbtus: number | null;
  lbs_co2: number | null;
  month_complete: boolean;
}

type Metric = "cost" | "kbtus" | "lbs_co2";

export type Snapshot = { [figure in SnapshotFigure]: number | null } & {
  /** The month after the twelve; it is not one of them. */
  effective_month: Month;
};

/**
 * One snapshot for every month that has twelve complete months before it, ascending. Unknown values are null: all of them
 * without an area, the previous year while it is incomplete. `months` are consecutive.
 */
export function snapshots(property: { months: readonly SnapshotMonth[]; sq_ft: number | null }): Snapshot[] {
  const { months, sq_ft } = property;
  return months.flatMap((month, index) => {
    const current = yearUntil(months, index);
    if (current === null) return [];
    const previous = yearUntil(months, index - MONTHS);
    const compare = (metric: Metric) => compared(sumOf(current, metric), previous && sumOf(previous, metric), sq_ft);
    const [cost, kbtus, co2] = [compare("cost"), compare("kbtus"), compare("lbs_co2")];
    return {
      effective_month: monthFromNumber(monthNumber(month.effective_month) + 1),
      current_cost_per_sq_ft: cost.current,
      previous_cost_per_sq_ft: cost.previous,
      yoy_percent_change_cost_per_sq_ft: cost.change,
      current_kbtus_per_sq_ft: kbtus.current,
      previous_kbtus_per_sq_ft: kbtus.previous,
      yoy_percent_change_kbtus_per_sq_ft: kbtus.change,
      current_co2_per_sq_ft: co2.current,
      previous_co2_per_sq_ft: co2.previous,
      yoy_percent_change_co2_per_sq_ft: co2.change,
    };
  });
}

/** The twelve months that end at index `last`; null when one is missing or incomplete. */
export function yearUntil<Each extends { month_complete: boolean }>(
  months: readonly Each[],
  last: number,
): readonly Each[] | null {
  if (last < MONTHS - 1) return null;
  const year = months.slice(last - MONTHS + 1, last + 1);
  return year.length === MONTHS && year.every(({ month_complete }) => month_complete) ? year : null;
}

/** Null when a month of the year is unknown. */
function sumOf(year: readonly SnapshotMonth[], metric: Metric): number | null {
  let units = 0;
  for (const { [metric]: value } of year) {
    if (value === null) return null;
    units += toUnits(value, MILLIONTHS);
  }
  return fromUnits(units, MILLIONTHS);
}

/** The change is a fraction of the previous year, and null when that is not positive. */
function compared(current: number | null, previous: number | null, area: number | null) {
  const perArea = (total: number | null) => (total === null || !area ? null : rounded(total / area));
  const isComparable = current !== null && previous !== null && previous > 0 && area;
  return {
    current: perArea(current),
    previous: perArea(previous),
    change: isComparable ? rounded((current - previous) / previous) : null,
  };
}
