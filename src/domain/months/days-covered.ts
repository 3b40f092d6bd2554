/** Counts for each month of a meter which days its bills cover: once, more than once, or not at all. */
import type { Day } from "../../records/scalars.ts";
import { dayNumber } from "../calendar.ts";
import type { MonthRange } from "./month-ledger.ts";

/** Days on which the meter was served, `[start_date, end_date)`; null means open. Only these days can be missing. */
export interface ServicePeriod {
  start_date: Day | null;
  end_date: Day | null;
}

/** The service starts with the first bill and ends on the deactivation date. */
export const serviceOf = ({ deactivation_date }: { deactivation_date: Day | null }): ServicePeriod => ({
  start_date: null,
  end_date: deactivation_date,
});

export interface DaysCovered {
  /** Days that at least one bill covers. */
  days_covered: number;
  /** Every day of service is covered exactly once, and there is at least one. */
  month_complete: boolean;
}

/** Days as numbers; `end` is the first one not covered. */
export interface Stretch {
  start: number;
  end: number;
}

/** Something that covers days: a usage, or all deliveries of a fuel together. */
export interface Covering {
  bill: { id: number };
  span: Stretch;
}

/** Of each month of the range, by the usages, which are grouped by bill. */
export function daysCovered(usages: readonly Covering[], service: ServicePeriod, range: MonthRange): DaysCovered[] {
  const serviceStart = service.start_date === null ? -Infinity : dayNumber(service.start_date);
  const serviceEnd = service.end_date === null ? Infinity : dayNumber(service.end_date);
  const bills = billsOnDays(usages, range);
  const [origin = 0] = range.starts;
  return Array.from({ length: range.count }, (_, month) => {
    let covered = 0;
    let served = 0;
    let wrong = false;
    const end = range.starts[month + 1] ?? origin;
    for (let day = range.starts[month] ?? origin; day < end; day++) {
      const billed = bills[day - origin] ?? 0;
      const inService = day >= serviceStart && day < serviceEnd;
      if (billed > 0) covered++;
      if (inService) served++;
      if (billed > 1 || (inService && billed === 0)) wrong = true;
    }
    return { days_covered: covered, month_complete: served > 0 && !wrong };
  });
}

/** How many bills cover each day of the range. */
function billsOnDays(usages: readonly Covering[], range: MonthRange): Int32Array {
  const origin = range.starts[0] ?? 0;
  const counts = new Int32Array((range.starts[range.count] ?? origin) - origin);
  for (const { start, end } of withoutSharedReadDays(billStretches(usages))) {
    for (let day = start; day < end; day++) counts[day - origin] = (counts[day - origin] ?? 0) + 1;
  }
  return counts;
}

/** The days of each bill, every day once: parallel registers of one bill cover their days together. */
function billStretches(usages: readonly Covering[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const ofBill of byBill(usages)) stretches.push(...joined(ofBill.map(({ span }) => span)));
  return stretches;
}

/** The lines of each bill; those of one bill follow each other. */
export function* byBill<Line extends { bill: { id: number } }>(lines: readonly Line[]): Generator<Line[], void> {
  let from = 0;
  for (let to = 1; to <= lines.length; to++) {
    if (lines[to]?.bill.id === lines[from]?.bill.id) continue;
    yield lines.slice(from, to);
    from = to;
  }
}

/** The same days in order, with stretches joined that touch or overlap. */
export function joined(spans: readonly Stretch[]): Stretch[] {
  const [first, ...others] = spans;
  if (first === undefined) return [];
  // Mostly all registers have the same days.
  if (others.every(({ start, end }) => start === first.start && end === first.end)) return [first];
  const stretches: Stretch[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = stretches.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }
  return stretches;
}

/**
 * Some utilities print the day of the read on both bills, sometimes only on some bills of an account. The one day that ends a
 * bill and begins the next belongs to the later bill (EPA Portfolio Manager's rule); a longer overlap remains an overlap.
 */
export function withoutSharedReadDays<S extends Stretch>(stretches: readonly S[]): S[] {
  const lastEndByStart = new Map<number, number>();
  for (const { start, end } of stretches) lastEndByStart.set(start, Math.max(end, lastEndByStart.get(start) ?? end));
  return stretches.map((stretch) => {
    const { start, end } = stretch;
    const isShared = end - 1 > start && (lastEndByStart.get(end - 1) ?? end) > end;
    return isShared ? { ...stretch, end: end - 1 } : stretch;
  });
}
