/** Counts the days that two periods have in common, and says how many are normal. */
import type { Period } from "../../records/scalars.ts";
import { daysBetween, earlier, later } from "../calendar.ts";

/** Two bills may share the day of a read. */
export const SHARED_DAYS = 1;

/** Negative when days lie between the two. */
export const daysShared = (a: Period, b: Period): number =>
  daysBetween(later(a.start_date, b.start_date), earlier(a.end_date, b.end_date));

export const lengthOf = ({ start_date, end_date }: Period): number => daysBetween(start_date, end_date);

/** True when the periods share more than a read day. A period of one day has no read day to share, and a delivery has no days. */
export function overlaps(a: Period, b: Period): boolean {
  if (a.end_date <= b.start_date || b.end_date <= a.start_date) return false;
  const shorter = Math.min(lengthOf(a), lengthOf(b));
  return daysShared(a, b) > Math.min(SHARED_DAYS, Math.max(0, shorter - 1));
}
