/** Finds the days that a meter's bills leave out, and those that two bills cover. */
import type { Day, Period } from "../../records/scalars.ts";
import { daysBetween, spanOf } from "../../domain/calendar.ts";
import { dateLines, type MeterBill } from "../../domain/months/meter-bill.ts";
import { withdrawnUsages } from "../../domain/months/withdrawn-usages.ts";

/** Half-open. */
export interface CoverageFault extends Period {
  kind: "gap" | "overlap";
  days: number;
  /** The two adjacent bills, the earlier one first. */
  bills: readonly [number, number];
}

interface DatedBills {
  meter: { deactivation_date: Day | null };
  bills: readonly MeterBill[];
}

/** The days of the usages of one bill. */
interface BilledSpan extends Period {
  bill: number;
}

/**
 * Between the first and the last bill, ascending. One shared day, the read day, is not an overlap; days after the meter went
 * out of service are not a gap; deliveries cover no days; withdrawn usages count as not billed.
 */
export function coverageFaultsOf({ meter, bills }: DatedBills): CoverageFault[] {
  const coverageFaults: CoverageFault[] = [];
  let latest: BilledSpan | undefined;
  for (const next of billedSpansOf(bills)) {
    if (latest !== undefined) coverageFaults.push(...faultBetween(latest, next, meter.deactivation_date));
    if (latest === undefined || next.end_date > latest.end_date) latest = next;
  }
  return coverageFaults;
}

function billedSpansOf(bills: readonly MeterBill[]): BilledSpan[] {
  const usages = dateLines(bills).usages.filter(({ line }) => line.utility_usage_type === "usage_amount");
  const withdrawn = withdrawnUsages(usages);
  const remaining = usages.filter(({ line }) => !withdrawn.has(line) && line.end_date > line.start_date);
  return [...Map.groupBy(remaining, ({ bill }) => bill.id)]
    .flatMap(([bill, lines]) => {
      const span = spanOf(lines.map(({ line }) => line));
      return span === null ? [] : [{ bill, ...span }];
    })
    .sort((a, b) => compare(a.start_date, b.start_date) || compare(a.end_date, b.end_date) || a.bill - b.bill);
}

function faultBetween(before: BilledSpan, next: BilledSpan, deactivated: Day | null): CoverageFault[] {
  const bills = [before.bill, next.bill] as const;
  if (next.start_date >= before.end_date) {
    const end_date = deactivated !== null && deactivated < next.start_date ? deactivated : next.start_date;
    const days = daysBetween(before.end_date, end_date);
    return days > 0 ? [{ kind: "gap", start_date: before.end_date, end_date, days, bills }] : [];
  }
  const end_date = next.end_date < before.end_date ? next.end_date : before.end_date;
  const days = daysBetween(next.start_date, end_date);
  const isSharedReadDay = days === 1 && next.start_date > before.start_date && next.end_date > before.end_date;
  return isSharedReadDay ? [] : [{ kind: "overlap", start_date: next.start_date, end_date, days, bills }];
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
