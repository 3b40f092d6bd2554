/** Learns from the bills of an account how long its periods are and how long after their end a bill arrives, and says when the next one is expected. */
import type { Day, Period } from "../../records/scalars.ts";
import { addDays, daysBetween } from "../calendar.ts";

/** A live bill of an account. */
export interface ArrivedBill extends Period {
  invoice_date: Day;
  /** The day on which the service received it, in UTC. */
  received_on: Day;
}

export interface Rhythm {
  /** Days of a usual period. */
  period_days: number;
  /** Days from the end of a period until its bill is usually here; at most a period. */
  arrival_days: number;
  /** Days from the end of a period until its bill is late. */
  late_days: number;
}

/** The bill that an account is waiting for. */
export interface ExpectedBill extends Rhythm, Period {
  expected_on: Day;
  /** The first day on which it is late. */
  late_on: Day;
}

/** Of monthly bills a year: each season once. More would remember a change of the rhythm for too long. */
export const BILLS_LOOKED_AT = 12;
/** With two bills, one odd period decides. */
const BILLS_NEEDED = 3;
/** Periods this much shorter or longer than the usual one are of another kind: a first or final bill, a make-up bill. */
const USUAL_SHARE = 0.35;
/** At least this share of the periods must be usual ones; otherwise the account has no rhythm. */
const REGULAR_SHARE = 0.5;
/** A bill received later than this was corrected, or came with the history: it says nothing about how long bills take. */
const FRESH_DAYS = 60;
/** Utilities bill on working days, and are read once a day: a weekend and two holidays are not late. */
const TOLERANCE_DAYS = 5;

/**
 * Null with fewer than three bills with days, and when their lengths vary too much, as those of fuel deliveries do. Medians: one
 * odd bill changes nothing, and monthly, two-monthly and quarterly bills need no setting. The tolerance is five days and
 * by how much the longest usual period is longer than the median.
 */
export function rhythmOf(bills: readonly ArrivedBill[]): Rhythm | null {
  const latest = latestPeriods(bills);
  const lengths = latest.map((bill) => daysBetween(bill.start_date, bill.end_date));
  const regular = regularLengths(lengths);
  if (regular === null) return null;
  const { period_days, spread } = regular;
  const invoiced = latest.map(({ end_date, invoice_date }) => Math.max(0, daysBetween(end_date, invoice_date)));
  const received = freshOf(latest).map(({ end_date, received_on }) => daysBetween(end_date, received_on));
  const arrival_days = Math.min(
    period_days,
    Math.max(medianOf(invoiced), received.length === 0 ? 0 : medianOf(received)),
  );
  return { period_days, arrival_days, late_days: arrival_days + TOLERANCE_DAYS + spread };
}

/** The next bill of the account; null when its rhythm is unknown. */
export function expectedBill(bills: readonly ArrivedBill[]): ExpectedBill | null {
  const rhythm = rhythmOf(bills);
  const last = latestPeriods(bills)[0];
  if (rhythm === null || last === undefined) return null;
  return { ...rhythm, ...nextAfter(last.end_date, rhythm) };
}

/** The period after a day, and when its bill is expected. */
export function nextAfter(start_date: Day, { period_days, arrival_days, late_days }: Rhythm) {
  const end_date = addDays(start_date, period_days);
  return { start_date, end_date, expected_on: addDays(end_date, arrival_days), late_on: addDays(end_date, late_days) };
}

/** The usual length of periods, and by how much the usual ones are longer at most; null when there is none. */
export function regularLengths(lengths: readonly number[]): { period_days: number; spread: number } | null {
  if (lengths.length < BILLS_NEEDED) return null;
  const period_days = medianOf(lengths);
  const usual = lengths.filter((length) => Math.abs(length - period_days) <= period_days * USUAL_SHARE);
  if (usual.length < BILLS_NEEDED || usual.length < lengths.length * REGULAR_SHARE) return null;
  return { period_days, spread: Math.max(...usual) - period_days };
}

/** One bill for each end of a period, the latest first: a supplier and the owner of the wires bill the same days. */
function latestPeriods(bills: readonly ArrivedBill[]): ArrivedBill[] {
  const byEnd = new Map<Day, ArrivedBill>();
  for (const bill of bills) {
    const known = byEnd.get(bill.end_date);
    if (bill.end_date > bill.start_date && (known === undefined || bill.start_date < known.start_date))
      byEnd.set(bill.end_date, bill);
  }
  return [...byEnd.values()].sort((a, b) => (a.end_date < b.end_date ? 1 : -1)).slice(0, BILLS_LOOKED_AT);
}

/** The bills that were received as they came. Several on one day are the history of the account. */
function freshOf(bills: readonly ArrivedBill[]): ArrivedBill[] {
  const alone = [...Map.groupBy(bills, ({ received_on }) => received_on).values()].filter(({ length }) => length === 1);
  return alone.flat().filter(({ end_date, received_on }) => {
    const days = daysBetween(end_date, received_on);
    return days >= 0 && days <= FRESH_DAYS;
  });
}

/** The middle value, the lower one of two. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}
