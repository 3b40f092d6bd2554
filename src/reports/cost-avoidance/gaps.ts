/** Finds the days between two periods of the savings without a period: a missing bill, or one that could not be used. */
import type { Period } from "../../records/scalars.ts";

/** Periods must be in order and must not overlap. */
export function gapsBetween(periods: readonly Period[]): Period[] {
  return periods.flatMap(({ start_date }, index) => {
    const before = periods[index - 1];
    return before === undefined || before.end_date >= start_date
      ? []
      : [{ start_date: before.end_date, end_date: start_date }];
  });
}
