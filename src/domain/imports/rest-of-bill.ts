/** What an imported bill knows of days that no other bill tells: its lines cut to these days, each day once, amounts shared by days as months share them. */
import type { Day, Period } from "../../records/scalars.ts";
import type { UsageType } from "../../records/codes.ts";
import { daysBetween } from "../calendar.ts";
import { knownPeriod, spanOfLines, type PrintedDays } from "../bills/line-periods.ts";
import { fromUnits, shareUntil, toUnits } from "../whole-units.ts";
import { later, lengthOf, overlaps, SHARED_DAYS } from "./shared-days.ts";

interface Line {
  utility_meter_id: number;
  amount: number;
}

export interface RestCharge extends Line, PrintedDays {
  quantity: number | null;
}

export interface RestUsage extends Line, Period {
  utility_usage_type: UsageType;
  estimated_meter_read: boolean;
  kbtus: number | null;
  gallons: number | null;
}

export interface Rest<Charge, Usage> {
  charges: Charge[];
  usages: Usage[];
}

/** `givenOf`: the days of a meter that others tell. Null: they tell all, but for the day of a read. */
export function restOfBill<Charge extends RestCharge, Usage extends RestUsage>(
  bill: { charges: readonly Charge[]; usages: readonly Usage[] },
  givenOf: (meterId: number) => readonly Period[],
): Rest<Charge, Usage> | null {
  const ofMeter = (id: number) => ({
    usages: bill.usages.filter(({ utility_meter_id }) => utility_meter_id === id),
    charges: bill.charges.filter(({ utility_meter_id }) => utility_meter_id === id),
  });
  const stretchesOf = (line: Line & PrintedDays) => {
    // As months do: a charge without days is of those of its meter on the bill.
    const period = knownPeriod(line) ?? spanOfLines(ofMeter(line.utility_meter_id)) ?? spanOfLines(bill);
    return period === null ? null : { period, stretches: uncovered(period, givenOf(line.utility_meter_id)) };
  };
  const left = <Each extends Line & PrintedDays>(
    line: Each,
    cut: (line: Each, period: Period, stretch: Period) => Each,
  ): Each[] => {
    const days = stretchesOf(line);
    // Nobody tells days of a bill that has none.
    return days === null ? [line] : days.stretches.map((stretch) => cut(line, days.period, stretch));
  };
  const charges = bill.charges.flatMap((charge) => left(charge, cutCharge));
  const usages = bill.usages.flatMap((usage) => left(usage, cutUsage));
  return charges.length === 0 && usages.length === 0 ? null : { charges, usages };
}

/** True when nothing of the bill was cut. */
export function isAllOf<Charge, Usage>(
  bill: { charges: readonly Charge[]; usages: readonly Usage[] },
  { charges, usages }: Rest<Charge, Usage>,
): boolean {
  const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
    a.length === b.length && a.every((line, index) => line === b[index]);
  return isSame(bill.charges, charges) && isSame(bill.usages, usages);
}

/** The days of a line that nobody else tells, in their order; one that is left alone is the day of a read. */
export function uncovered(line: Period, given: readonly Period[]): Period[] {
  if (line.start_date === line.end_date) return given.some((each) => isWithin(line.start_date, each)) ? [] : [line];
  const near = given.filter((each) => overlaps(line, each));
  if (near.length === 0) return [line];
  const stretches: Period[] = [];
  let reach = line.start_date;
  for (const { start_date, end_date } of near.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))) {
    if (start_date > reach) stretches.push({ start_date: reach, end_date: start_date });
    reach = later(reach, end_date);
  }
  if (reach < line.end_date) stretches.push({ start_date: reach, end_date: line.end_date });
  return stretches.filter((stretch) => lengthOf(stretch) > SHARED_DAYS);
}

const isWithin = (day: Day, { start_date, end_date }: Period): boolean => start_date <= day && day < end_date;

const isWhole = (a: Period, b: Period): boolean => a.start_date === b.start_date && a.end_date === b.end_date;

function cutCharge<Charge extends RestCharge>(charge: Charge, period: Period, stretch: Period): Charge {
  if (isWhole(period, stretch)) return charge;
  // What was counted was counted for all days.
  return { ...charge, ...stretch, amount: shareOf(charge.amount, 2, period, stretch), quantity: null };
}

function cutUsage<Usage extends RestUsage>(usage: Usage, period: Period, stretch: Period): Usage {
  if (isWhole(period, stretch)) return usage;
  // Demand is never shared: its highest may have been on any day.
  if (usage.utility_usage_type !== "usage_amount") return { ...usage, ...stretch };
  const share = (amount: number | null) => (amount === null ? null : shareOf(amount, 6, period, stretch));
  return {
    ...usage,
    ...stretch,
    amount: shareOf(usage.amount, 6, period, stretch),
    kbtus: share(usage.kbtus),
    gallons: share(usage.gallons),
    // Nobody read the meter on the day of the cut.
    estimated_meter_read: true,
  };
}

/** Cumulative, so that the shares of all stretches of a line are the line. */
function shareOf(amount: number, scale: number, period: Period, stretch: Period): number {
  const until = (day: Day) => shareUntil(toUnits(amount, scale), daysBetween(period.start_date, day), lengthOf(period));
  return fromUnits(until(stretch.end_date) - until(stretch.start_date), scale);
}
