/** Finds the demand of each month: the highest of the bills that touch it, billed before measured, never prorated. */
import type { Dated, MeterUsage } from "./meter-bill.ts";
import type { ExplainedLine, MonthRange } from "./month-ledger.ts";
import { MILLIONTHS } from "../exact.ts";
import { kwPerUnit } from "../units.ts";
import { fromUnits, toUnits } from "../whole-units.ts";
import { isDemand } from "./withdrawn-usages.ts";

interface Peak {
  usage: Dated<MeterUsage>;
  /** Kilowatts when the unit is one of real power, else the amount as billed, for example in kVA. */
  amount: number;
  isKw: boolean;
}

/** The peak of each month of the range; null when no bill that touches it states a demand. */
export function peaksOf(usages: readonly Dated<MeterUsage>[], range: MonthRange): (Peak | null)[] {
  const peaks = Array.from<Peak | null>({ length: range.count }).fill(null);
  const demands = usages.filter(({ line }) => isDemand(line));
  const billed = new Set(demands.filter(({ line }) => isBilled(line)).map(({ bill }) => bill));
  for (const usage of demands) {
    if (billed.has(usage.bill) && !isBilled(usage.line)) continue;
    const peak = peakOf(usage);
    for (let month = usage.span.firstMonth; month <= usage.span.lastMonth; month++) {
      const index = month - range.first;
      peaks[index] = higher(peaks[index] ?? null, peak);
    }
  }
  return peaks;
}

/** The line of the peak, with its days in the month. */
export function explainPeak({ usage, amount }: Peak, month: number, range: MonthRange): ExplainedLine {
  const monthStart = range.starts[month] ?? usage.span.start;
  const monthEnd = range.starts[month + 1] ?? usage.span.end;
  return {
    utility_bill_id: usage.bill.id,
    line_id: usage.line.id,
    start_date: usage.span.start_date,
    end_date: usage.span.end_date,
    days: Math.min(usage.span.end, monthEnd) - Math.max(usage.span.start, monthStart),
    amount,
  };
}

function isBilled({ utility_usage_type }: MeterUsage): boolean {
  return utility_usage_type === "billed_demand_amount";
}

function peakOf(usage: Dated<MeterUsage>): Peak {
  const { amount, measurement_unit } = usage.line;
  const perUnit = kwPerUnit(measurement_unit);
  return { usage, amount: fromUnits(toUnits(amount, MILLIONTHS) * (perUnit ?? 1), MILLIONTHS), isKw: perUnit !== null };
}

/** Kilowatts take precedence over other units, which cannot be compared with them; the first of equal peaks stays. */
function higher(a: Peak | null, b: Peak): Peak {
  if (a === null) return b;
  if (a.isKw !== b.isKw) return a.isKw ? a : b;
  return b.amount > a.amount ? b : a;
}
