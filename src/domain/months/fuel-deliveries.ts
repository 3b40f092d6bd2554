/**
 * Fuel that comes by the truck covers no days of its own. It counts as used in the month in which it came, that month is
 * known whole, and so is every month between two deliveries, in which nothing came (EPA Portfolio Manager's rule). What
 * came after the last one is not known before the next.
 */
import { firstDayNumber } from "../calendar.ts";
import type { Covering } from "./coverage.ts";
import type { Dated, MeterUsage } from "./meter-bill.ts";

/** Numbers of the months of the first and of the last delivery. */
export interface DeliveredMonths {
  firstMonth: number;
  lastMonth: number;
}

/** Null where any use has days, as of a meter that is read, and where there is no use. */
export function deliveredMonths(uses: readonly Dated<MeterUsage>[]): DeliveredMonths | null {
  if (uses.length === 0 || uses.some(({ span }) => span.end > span.start)) return null;
  const months = uses.map(({ span }) => span.firstMonth);
  return { firstMonth: Math.min(...months), lastMonth: Math.max(...months) };
}

/** The days that deliveries tell of, as if one bill covered them. */
export function coveredByDeliveries({ firstMonth, lastMonth }: DeliveredMonths): Covering {
  return { bill: { id: 0 }, span: { start: firstDayNumber(firstMonth), end: firstDayNumber(lastMonth + 1) } };
}
