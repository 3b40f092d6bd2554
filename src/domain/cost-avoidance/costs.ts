/** Calculates the cost of each period of a group of meters: charges are split by whole days, as for months, to the cent. */
import type { Day, Period } from "../../records/scalars.ts";
import { dayNumber } from "../calendar.ts";
import { CENTS } from "../exact.ts";
import { dateLines, type MeterCharge, type Span } from "../months/meter-bill.ts";
import { endOfService } from "../property/service-points.ts";
import { shareUntil, toUnits } from "../whole-units.ts";
import type { MeterWithBills, MeterGroup } from "./meter-groups.ts";

/** A period with its days as billed, which may be one more. */
export interface PeriodAsBilled extends Period {
  billed: Period;
}

/**
 * The cents of each period, in the given order; periods do not overlap. Null when nothing was charged, or when a supplier in
 * service has not billed the whole period. `counts` selects the charges; all when left out.
 */
export function costsOf(
  { readers, payers }: MeterGroup,
  periods: readonly PeriodAsBilled[],
  counts: (charge: MeterCharge) => boolean = () => true,
): (number | null)[] {
  const cents = periods.map((): number | null => null);
  const add = (index: number, part: number) => (cents[index] = (cents[index] ?? 0) + part);
  const byBilled = new Map(periods.map(({ billed }, index) => [`${billed.start_date}|${billed.end_date}`, index]));
  const spans = periods.map(({ start_date, end_date }) => ({ start: dayNumber(start_date), end: dayNumber(end_date) }));
  for (const { line, span } of [...readers, ...payers].flatMap(({ bills }) => dateLines(bills).charges)) {
    if (!counts(line)) continue;
    const total = toUnits(line.amount, CENTS);
    const same = byBilled.get(`${span.start_date}|${span.end_date}`);
    if (same !== undefined) {
      add(same, total);
      continue;
    }
    for (const [index, { start, end }] of spans.entries()) {
      const share = shareWithin(total, span, start, end);
      if (share !== null) add(index, share);
    }
  }
  const owed = owedBy(payers);
  return cents.map((sum, index) => (owed !== null && isOwed(owed, spans[index]) ? null : sum));
}

/** Independent of the amount used. Demand and other charges may depend on the use, and are treated as if they did. */
export const isFixed = ({ utility_charge_type }: MeterCharge): boolean => utility_charge_type === "service_cost";

/** Null when the charge has no day in the period. */
function shareWithin(total: number, span: Span, start: number, end: number): number | null {
  if (span.start === span.end) return start <= span.start && span.start < end ? total : null;
  const [from, until] = [Math.max(start, span.start), Math.min(end, span.end)];
  if (from >= until) return null;
  const days = span.end - span.start;
  return shareUntil(total, until - span.start, days) - shareUntil(total, from - span.start, days);
}

interface Owed {
  /** First day of a supplier, and the first day after the last. */
  start: number;
  end: number;
  billed: ReadonlySet<number>;
}

/** The days for which suppliers must have sent bills; null without suppliers. They may follow each other. */
function owedBy(payers: readonly MeterWithBills[]): Owed | null {
  const billed = new Set<number>();
  let [start, end] = [Infinity, -Infinity];
  for (const meter of payers) {
    const { usages, charges } = dateLines(meter.bills);
    let last: Day | null = null;
    for (const { span } of [...usages, ...charges]) {
      for (let day = span.start; day < span.end; day++) billed.add(day);
      start = Math.min(start, span.start);
      if (last === null || span.end_date > last) last = span.end_date;
    }
    if (last === null) continue;
    const ended = endOfService(meter, last);
    end = Math.max(end, ended === null ? Infinity : dayNumber(ended));
  }
  return billed.size === 0 ? null : { start, end, billed };
}

function isOwed(owed: Owed, period: { start: number; end: number } | undefined): boolean {
  if (period === undefined) return false;
  for (let day = Math.max(period.start, owed.start); day < Math.min(period.end, owed.end); day++) {
    if (!owed.billed.has(day)) return true;
  }
  return false;
}
