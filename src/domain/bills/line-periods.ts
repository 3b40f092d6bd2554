/** The days of a line, and of the lines of a bill together: a period is known with both its days or not at all. */
import type { Day, Period } from "../../records/scalars.ts";
import { spanOf } from "../calendar.ts";

/** Days as the records have them. */
export interface PrintedDays {
  start_date: Day | null;
  end_date: Day | null;
}

export const isDated = <Line extends PrintedDays>(line: Line): line is Line & Period =>
  line.start_date !== null && line.end_date !== null;

export function knownPeriod({ start_date, end_date }: PrintedDays): Period | null {
  return start_date === null || end_date === null ? null : { start_date, end_date };
}

/** The days of the usage, else those of the charges that state days; null when neither does. */
export function spanOfLines(lines: { usages: readonly Period[]; charges: readonly PrintedDays[] }): Period | null {
  return spanOf(lines.usages) ?? spanOf(lines.charges.flatMap((charge) => knownPeriod(charge) ?? []));
}
