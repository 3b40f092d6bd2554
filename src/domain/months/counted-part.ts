/** Cuts the lines of a bill to its counted days; amounts are shared by days, as for months. */
import type { DaysOfMeter } from "../../records/bill.ts";
import type { Day, Period } from "../../records/scalars.ts";
import { daysBetween, earlier, later, spanOf } from "../calendar.ts";
import { isWithin } from "../bills/counted-days.ts";
import { knownPeriod } from "../bills/line-periods.ts";
import { lengthOf } from "../bills/shared-days.ts";
import { CENTS, MILLIONTHS } from "../exact.ts";
import { fromUnits, shareUntil, toUnits } from "../whole-units.ts";
import type { MeterBill, MeterCharge, MeterUsage } from "./meter-bill.ts";

/** `days` null: all days of the bill count. Returns null when no line of the meter counts. */
export function countedPart(bill: MeterBill, meterId: number, days: readonly DaysOfMeter[] | null): MeterBill | null {
  if (days === null) return bill;
  const counted = days.filter(({ utility_meter_id }) => utility_meter_id === meterId);
  const charges = bill.charges.flatMap((charge) => {
    // As for months, a charge without days has the span of its meter's usage on the bill.
    const period = knownPeriod(charge) ?? spanOf(bill.usages) ?? bill.period ?? null;
    return period === null ? [] : within(period, counted).map((stretch) => cutCharge(charge, period, stretch));
  });
  const usages = bill.usages.flatMap((usage) =>
    within(usage, counted).map((stretch) => cutUsage(usage, usage, stretch)),
  );
  return charges.length === 0 && usages.length === 0 ? null : { ...bill, charges, usages };
}

/** The parts of a period within the counted days. A delivery has one date, which is within them or not, as when those days were found. */
function within(period: Period, counted: readonly Period[]): Period[] {
  const { start_date, end_date } = period;
  if (start_date === end_date) return counted.some((each) => isWithin(start_date, each)) ? [period] : [];
  return counted.flatMap((each) => {
    const stretch = { start_date: later(start_date, each.start_date), end_date: earlier(end_date, each.end_date) };
    return stretch.start_date < stretch.end_date ? [stretch] : [];
  });
}

const isSamePeriod = (a: Period, b: Period): boolean => a.start_date === b.start_date && a.end_date === b.end_date;

function cutCharge(charge: MeterCharge, period: Period, stretch: Period): MeterCharge {
  if (isSamePeriod(period, stretch)) return charge;
  return { ...charge, ...stretch, amount: shareOf(charge.amount, CENTS, period, stretch) };
}

function cutUsage(usage: MeterUsage, period: Period, stretch: Period): MeterUsage {
  if (isSamePeriod(period, stretch)) return usage;
  // Demand is never shared: the peak may have been on any day.
  if (usage.utility_usage_type !== "usage_amount") return { ...usage, ...stretch };
  const share = (amount: number | null) => (amount === null ? null : shareOf(amount, MILLIONTHS, period, stretch));
  return {
    ...usage,
    ...stretch,
    amount: shareOf(usage.amount, MILLIONTHS, period, stretch),
    kbtus: share(usage.kbtus),
    lbs_co2: share(usage.lbs_co2),
    gallons: share(usage.gallons),
    // The meter was not read on the day of the cut.
    estimated_meter_read: true,
  };
}

/** Cumulative rounding, so that the shares of all stretches sum to the line. */
function shareOf(amount: number, scale: number, period: Period, stretch: Period): number {
  const until = (day: Day) => shareUntil(toUnits(amount, scale), daysBetween(period.start_date, day), lengthOf(period));
  return fromUnits(until(stretch.end_date) - until(stretch.start_date), scale);
}
