/**
 * Finds the months that deliveries of a fuel make known: every month from the first to the last delivery, also those without
 * one (EPA Portfolio Manager's rule). A delivery covers no days and counts as used in its month; later months stay unknown until
 * the next one.
 */
import { firstDayNumber } from "../calendar.ts";
import type { Covering } from "./days-covered.ts";
import type { Dated, MeterUsage } from "./meter-bill.ts";

/** Numbers of the months of the first and of the last delivery. */
export interface DeliveredMonths {
  firstMonth: number;
  lastMonth: number;
}

/** Null when there is no use, or any use covers days, as for a meter that is read. */
export function deliveredMonths(uses: readonly Dated<MeterUsage>[]): DeliveredMonths | null {
  if (uses.length === 0 || uses.some(({ span }) => span.end > span.start)) return null;
  const months = uses.map(({ span }) => span.firstMonth);
  return { firstMonth: Math.min(...months), lastMonth: Math.max(...months) };
}

/** The months from the first to the last delivery, as if one bill covered them. */
export function coveredByDeliveries({ firstMonth, lastMonth }: DeliveredMonths): Covering {
  return { bill: { id: 0 }, span: { start: firstDayNumber(firstMonth), end: firstDayNumber(lastMonth + 1) } };
}
