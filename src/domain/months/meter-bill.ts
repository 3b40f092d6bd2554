/** The input for deriving months of a meter: its live bills with its own lines, dated in whole days. */
import type { ChargeType, UsageType } from "../../records/codes.ts";
import type { Day, Period } from "../../records/scalars.ts";
import { dayNumber, firstDayNumber, monthNumber, spanOf } from "../calendar.ts";
import { isDated } from "../bills/line-periods.ts";

export interface MeterCharge {
  id: number;
  amount: number;
  utility_charge_type: ChargeType;
  /** Null on either side: the days of the meter's usage on the bill apply, else the period of the bill. */
  start_date: Day | null;
  end_date: Day | null;
}

export interface MeterUsage extends Period {
  id: number;
  amount: number;
  measurement_unit: string;
  utility_usage_type: UsageType;
  estimated_meter_read: boolean;
  kbtus: number | null;
  lbs_co2: number | null;
  gallons: number | null;
  supply: boolean;
}

/** A live bill, with the lines of one meter only. */
export interface MeterBill {
  id: number;
  estimated: boolean;
  charges: MeterCharge[];
  usages: MeterUsage[];
  /** Period of the whole bill, for charges without dates when this meter has no usage on it. */
  period?: Period | null;
  /** The day on which it was saved, for findings. */
  received?: Day | null;
}

/** A period with its days as numbers: `end` is the first day not covered, and equals `start` for a single date. */
export interface Span extends Period {
  start: number;
  end: number;
  /** Month numbers of the first and last day. */
  firstMonth: number;
  lastMonth: number;
}

export interface Dated<Line> {
  bill: MeterBill;
  line: Line;
  span: Span;
}

export interface DatedLines {
  usages: Dated<MeterUsage>[];
  charges: Dated<MeterCharge>[];
}

/** All lines, by bill in the order of bill ids. A charge that cannot be dated is left out: it has no month. */
export function dateLines(bills: readonly MeterBill[]): DatedLines {
  const lines: DatedLines = { usages: [], charges: [] };
  let span: Span | null = null;
  for (const bill of bills.toSorted((a, b) => a.id - b.id)) {
    for (const line of bill.usages) {
      span = spanLike(span, line);
      lines.usages.push({ bill, line, span });
    }
    for (const line of bill.charges) {
      const period = isDated(line) ? line : (spanOf(bill.usages) ?? bill.period ?? null);
      if (period === null) continue;
      span = spanLike(span, period);
      lines.charges.push({ bill, line, span });
    }
  }
  return lines;
}

/** Most lines of a bill have the same days as the previous line and share its span. */
function spanLike(last: Span | null, { start_date, end_date }: Period): Span {
  if (last !== null && last.start_date === start_date && last.end_date === end_date) return last;
  const start = dayNumber(start_date);
  const firstMonth = monthNumber(start_date);
  if (end_date <= start_date) return { start_date, end_date, start, end: start, firstMonth, lastMonth: firstMonth };
  const end = dayNumber(end_date);
  const endMonth = monthNumber(end_date);
  const lastMonth = end === firstDayNumber(endMonth) ? endMonth - 1 : endMonth;
  return { start_date, end_date, start, end, firstMonth, lastMonth };
}
