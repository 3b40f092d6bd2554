/** The cause that explains most of a change: the largest part in its direction. */
import { CHANGE_CAUSES, type ChangeCause } from "../../records/codes.ts";
import type { Change } from "./explain-change.ts";

/** Null when nothing changed. `amount` is in whole cents. */
export function mainCause(change: Change): { cause: ChangeCause; amount: number } | null {
  const whole = CHANGE_CAUSES.reduce((sum, cause) => sum + change[cause], 0);
  const along = CHANGE_CAUSES.filter((cause) => change[cause] * whole > 0);
  const [largest] = along.toSorted((one, other) => Math.abs(change[other]) - Math.abs(change[one]));
  return largest === undefined ? null : { cause: largest, amount: change[largest] };
}
