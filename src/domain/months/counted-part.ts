/** The lines of a bill as far as they count: cut to the days that do, amounts shared by days as months share them. */
import type { DaysOfMeter } from "../../records/bill.ts";
import type { Day, Period } from "../../records/scalars.ts";
import { daysBetween, spanOf } from "../calendar.ts";
import { knownPeriod } from "../bills/line-periods.ts";
import { earlier, later, lengthOf } from "../bills/shared-days.ts";
import { fromUnits, shareUntil, toUnits } from "../whole-units.ts";
import type { MeterBill, MeterCharge, MeterUsage } from "./meter-bill.ts";

/** Null of `days`: the bill counts for all its days. Null of the answer: it counts for none of the meter. */
export function countedPart(bill: MeterBill, meterId: number, days: readonly DaysOfMeter[] | null): MeterBill | null {
  if (days === null) return bill;
  const counted = days.filter(({ utility_meter_id }) => utility_meter_id === meterId);
  const charges = bill.charges.flatMap((charge) => {
    // As months do: a charge without days is of those of its meter on the bill.
    const period = knownPeriod(charge) ?? spanOf(bill.usages) ?? bill.period ?? null;
    return period === null ? [] : within(period, counted).map((stretch) => cutCharge(charge, period, stretch));
  });
  const usages = bill.usages.flatMap((usage) =>
    within(usage, counted).map((stretch) => cutUsage(usage, usage, stretch)),
  );
  return charges.length === 0 && usages.length === 0 ? null : { ...bill, charges, usages };
}

/** The stretches of a period that lie within the counted ones; a delivery, which is of one date, lies within or does not. */
function within(period: Period, counted: readonly Period[]): Period[] {
  const { start_date, end_date } = period;
  if (start_date === end_date)
    return counted.some((each) => each.start_date <= start_date && start_date <= each.end_date) ? [period] : [];
  return counted.flatMap((each) => {
    const stretch = { start_date: later(start_date, each.start_date), end_date: earlier(end_date, each.end_date) };
    return stretch.start_date < stretch.end_date ? [stretch] : [];
  });
}

const isWhole = (a: Period, b: Period): boolean => a.start_date === b.start_date && a.end_date === b.end_date;

function cutCharge(charge: MeterCharge, period: Period, stretch: Period): MeterCharge {
  if (isWhole(period, stretch)) return charge;
  return { ...charge, ...stretch, amount: shareOf(charge.amount, 2, period, stretch) };
}

function cutUsage(usage: MeterUsage, period: Period, stretch: Period): MeterUsage {
  if (isWhole(period, stretch)) return usage;
  // Demand is never shared: its highest may have been on any day.
  if (usage.utility_usage_type !== "usage_amount") return { ...usage, ...stretch };
  const share = (amount: number | null) => (amount === null ? null : shareOf(amount, 6, period, stretch));
  return {
    ...usage,
    ...stretch,
    amount: shareOf(usage.amount, 6, period, stretch),
    kbtus: share(usage.kbtus),
    lbs_co2: share(usage.lbs_co2),
    gallons: share(usage.gallons),
    // The meter was not read on the day of the cut.
    estimated_meter_read: true,
  };
}

/** Cumulative, so that the shares of all stretches of a line are the line. */
function shareOf(amount: number, scale: number, period: Period, stretch: Period): number {
  const until = (day: Day) => shareUntil(toUnits(amount, scale), daysBetween(period.start_date, day), lengthOf(period));
  return fromUnits(until(stretch.end_date) - until(stretch.start_date), scale);
}
