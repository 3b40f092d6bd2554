/** The days up to a day on which a meter was in service and that no bill covers yet, and the meters of which nothing can be said. */
import type { AccrualReason } from "../../records/codes.ts";
import type { Day } from "../../records/scalars.ts";
import { dayNumber, firstDayNumber, monthNumber } from "../calendar.ts";
import type { DaysOfBill } from "./bill-history.ts";
import { joined, type Stretch } from "../months/days-covered.ts";
import type { ServedMeter } from "../property/service-points.ts";

/** Older days without a bill are a gap in the records, whose bill will hardly come: they are not accrued. */
export const ACCRUED_MONTHS = 12;

/** Of an account without a login, whose bills people bring: a quarter and a day after the end of the last bill of a meter, its service has ended. */
const BROUGHT_WITHIN_DAYS = 92;

/** A meter with its bills as `readBillHistory` gives them, in any order. */
export interface MeterToAccrue extends ServedMeter {
  /** Its account has a login at the utility; otherwise its bills are imported, uploaded or keyed in. */
  has_login: boolean;
  billed: readonly DaysOfBill[];
  /** All its uses have a single date each (`isDelivered`). */
  is_delivered: boolean;
}

export type Unbilled =
  /** Its service has ended, or its bills are not collected: nothing more is expected of it. */
  | { state: "ended" }
  /** The bills do not say what the days cost. */
  | { state: "unknown"; reason: Extract<AccrualReason, "no_bill" | "delivered_fuel"> }
  /** Day numbers, ascending; none where everything is billed. */
  | { state: "known"; stretches: Stretch[] };

/** The days that are looked at, as numbers `[start, end)`: from the first day of the month eleven months before, up to and including `asOf`. */
export const accruedWindow = (asOf: Day): Stretch => ({
  start: firstDayNumber(monthNumber(asOf) - ACCRUED_MONTHS + 1),
  end: dayNumber(asOf) + 1,
});

/** By the id of the meter. A meter that another one of its wrapper followed has ended, as in the months of a property. */
export function unbilledDays(meters: readonly MeterToAccrue[], asOf: Day): Map<number, Unbilled> {
  const window = accruedWindow(asOf);
  const found = new Map<number, Unbilled>();
  const groups = Map.groupBy(meters, ({ meter_wrapper_id, energy_type, association_type }) =>
    [meter_wrapper_id, energy_type, association_type === "SUPPLY"].join("|"),
  );
  for (const group of groups.values()) {
    const ends = group.map(({ billed }) => billed.reduce((end, each) => Math.max(end, each.end), -Infinity));
    const latest = Math.max(...ends);
    group.forEach((meter, at) => {
      const isFollowed = group.length > 1 && latest - (ends[at] ?? latest) > DAYS_APART;
      found.set(meter.id, isFollowed ? { state: "ended" } : unbilledOf(meter, window));
    });
  }
  return found;
}

/** Meters side by side are billed up to days near each other; one that is a month behind was exchanged for the other. */
const DAYS_APART = 31;

function unbilledOf(meter: MeterToAccrue, window: Stretch): Unbilled {
  const { status, deactivation_date, billed, is_delivered } = meter;
  // The last bill of a meter comes after its service has ended, too.
  const end = deactivation_date === null ? window.end : Math.min(window.end, dayNumber(deactivation_date));
  const isOver = end < window.end;
  if (status !== "Active" || !isAwaited(meter, window.end)) return { state: "ended" };
  if (billed.length === 0) return isOver ? { state: "ended" } : { state: "unknown", reason: "no_bill" };
  if (is_delivered) return isOver ? { state: "ended" } : { state: "unknown", reason: "delivered_fuel" };
  const first = billed.reduce((start, each) => Math.min(start, each.start), Infinity);
  const stretches = gapsOf(billed, { start: Math.max(window.start, first), end });
  return isOver && stretches.length === 0 ? { state: "ended" } : { state: "known", stretches };
}

/** More bills of its account are expected: they are collected, or people bring them. */
function isAwaited({ account_status, has_login, billed }: MeterToAccrue, end: number): boolean {
  if (account_status === "Active") return true;
  const last = billed.reduce((until, each) => Math.max(until, each.end), -Infinity);
  return !has_login && end - last <= BROUGHT_WITHIN_DAYS;
}

/** The days of the window that none of the bills covers. */
function gapsOf(billed: readonly Stretch[], window: Stretch): Stretch[] {
  const gaps: Stretch[] = [];
  let from = window.start;
  const within = billed.filter(({ start, end }) => end > window.start && start < window.end);
  for (const { start, end } of joined(within)) {
    if (start > from) gaps.push({ start: from, end: start });
    from = Math.max(from, end);
  }
  if (from < window.end) gaps.push({ start: from, end: window.end });
  return gaps;
}
