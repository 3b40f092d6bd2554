/** The usage of a meter in calendar months, in the billed unit, with the unit of its demand and the bills of each month. */
import type { Month } from "../../records/scalars.ts";
import { firstDayNumber, monthFromNumber } from "../../domain/calendar.ts";
import { deliveredMonths } from "../../domain/months/fuel-deliveries.ts";
import { dateLines, type Dated, type MeterBill, type MeterUsage } from "../../domain/months/meter-bill.ts";
import { peaksOf } from "../../domain/months/month-demand.ts";
import { rangeOf } from "../../domain/months/month-ledger.ts";
import { fromUnits, shareUntil, toUnits } from "../../domain/whole-units.ts";
import { withdrawnUsages } from "../../domain/months/withdrawn-usages.ts";
import { MILLIONTHS } from "../../domain/exact.ts";
import { unitKey } from "../../domain/bills/bill-figures.ts";

export interface MonthUse {
  /** Null when no usage of the month is billed, or it has more than one unit. */
  usage: number | null;
  /** As printed. */
  unit: string | null;
  isMixed: boolean;
  /** The unit of the month's demand: kW when it was converted to kilowatts. */
  demandUnit: string | null;
  /** Bills with a line in the month, ascending. */
  bills: readonly number[];
}

interface Open {
  /** In millionths, by unit. */
  sums: Map<string, { unit: string; units: number }>;
  bills: Set<number>;
}

/**
 * From the first to the last month that a line touches. A line is split over its months by whole days with cumulative rounding,
 * as for all monthly figures, so its months sum to it exactly.
 */
export function monthUses(bills: readonly MeterBill[]): Map<Month, MonthUse> {
  const { usages, charges } = dateLines(bills);
  const range = rangeOf([...usages, ...charges]);
  if (range === null) return new Map();
  const withdrawn = withdrawnUsages(usages);
  const remaining = usages.filter(({ line }) => !withdrawn.has(line));
  const peaks = peaksOf(remaining, range);
  const months = openMonths(range.count);
  for (const dated of [...usages, ...charges])
    for (let month = dated.span.firstMonth; month <= dated.span.lastMonth; month++)
      months[month - range.first]?.bills.add(dated.bill.id);
  const uses = usages.filter(isUse);
  for (const usage of uses)
    for (const { month, units } of shares(usage))
      addTo(months[month - range.first], usage.line.measurement_unit, units);
  // Between two fuel deliveries the use is known to be 0.
  const delivered = deliveredMonths(remaining.filter(isUse));
  const [first] = uses;
  if (delivered !== null && first !== undefined)
    for (const month of months.slice(delivered.firstMonth - range.first, delivered.lastMonth - range.first + 1))
      if (month.sums.size === 0) addTo(month, first.line.measurement_unit, 0);
  return new Map(
    months.map((month, index) => {
      const peak = peaks[index] ?? null;
      const demandUnit = peak && (peak.isKw ? "kW" : peak.usage.line.measurement_unit);
      return [monthFromNumber(range.first + index), { ...usageOf(month), demandUnit, bills: sorted(month.bills) }];
    }),
  );
}

const openMonths = (count: number): Open[] =>
  Array.from({ length: count }, () => ({ sums: new Map(), bills: new Set() }));

const isUse = ({ line }: Dated<MeterUsage>): boolean => line.utility_usage_type === "usage_amount";

const sorted = (ids: ReadonlySet<number>): number[] => [...ids].sort((a, b) => a - b);

function addTo(month: Open | undefined, unit: string, units: number): void {
  const key = unitKey(unit);
  month?.sums.set(key, { unit, units: (month.sums.get(key)?.units ?? 0) + units });
}

function usageOf({ sums }: Open): Pick<MonthUse, "usage" | "unit" | "isMixed"> {
  const [first, ...others] = sums.values();
  if (first === undefined || others.length > 0) return { usage: null, unit: null, isMixed: others.length > 0 };
  return { usage: fromUnits(first.units, MILLIONTHS), unit: first.unit, isMixed: false };
}

/** The share of a usage in each month, in millionths. */
function shares({ span, line }: Dated<MeterUsage>): { month: number; units: number }[] {
  const total = toUnits(line.amount, MILLIONTHS);
  const days = span.end - span.start;
  if (days === 0) return [{ month: span.firstMonth, units: total }];
  let before = 0;
  return Array.from({ length: span.lastMonth - span.firstMonth + 1 }, (_, index) => {
    const month = span.firstMonth + index;
    const until = shareUntil(total, Math.min(firstDayNumber(month + 1), span.end) - span.start, days);
    const units = until - before;
    before = until;
    return { month, units };
  });
}
