/** The days between two periods of the savings of which no period tells: a bill that never came, or one that could not be used. */
import type { Period } from "../../records/scalars.ts";

/** Of periods in their order, which do not overlap. */
export function holesOf(periods: readonly Period[]): Period[] {
  return periods.flatMap(({ start_date }, index) => {
    const before = periods[index - 1];
    return before === undefined || before.end_date >= start_date
      ? []
      : [{ start_date: before.end_date, end_date: start_date }];
  });
}
