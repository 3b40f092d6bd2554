/** The bills of a meter as the rules of findings compare them: one period each, in order of time, with its use, its cost and its weather. */
import type { Day, Month, Period } from "../../records/scalars.ts";
import { dayNumber, daysInMonth, firstDayNumber, monthFromNumber, monthNumber } from "../calendar.ts";
import { spanOfLines } from "../bills/line-periods.ts";
import type { MeterBill, MeterUsage } from "../months/meter-bill.ts";
import { normaliseUnit } from "../units.ts";

export interface BilledPeriod extends Period {
  billId: number;
  /** The days as numbers; `end` is the first day not covered. */
  start: number;
  end: number;
  days: number;
  /** The sum of the usages; null where there are none, or in several units. */
  use: number | null;
  /** The unit of the use, in one spelling where it is known. */
  unit: string | null;
  /** The sum of the charges; null where there are none. */
  cost: number | null;
  /** The sum of the charges for usage alone. */
  usageCost: number | null;
  /** The day on which the bill was saved; null when not known. */
  received: Day | null;
  /** Degree days per day; null where a month of the period has no complete weather. */
  weather: Weather | null;
}

export interface Weather {
  heating: number;
  cooling: number;
}

/** The degree days of a month at the station of the property, base 65 °F. */
export interface WeatherMonth {
  effective_month: Month;
  heating_degree_days: number | null;
  cooling_degree_days: number | null;
  month_complete: boolean;
}

/**
 * The periods of a meter's bills, by their first day. Deliveries of fuel on one date have no period and are left out; so are
 * bills without usage on a meter whose other bills have some.
 */
export function billedPeriods(bills: readonly MeterBill[]): BilledPeriod[] {
  const isMetered = bills.some(({ usages }) => usages.some(isUse));
  const periods: BilledPeriod[] = [];
  for (const bill of bills) {
    const used = useOf(bill.usages);
    const span = isMetered ? used : (spanOfLines(bill) ?? bill.period ?? null);
    if (span !== null && span.start_date < span.end_date) periods.push(periodOf(bill, used, span));
  }
  return periods.sort((a, b) => a.start - b.start || a.end - b.end || a.billId - b.billId);
}

const isUse = ({ utility_usage_type }: MeterUsage): boolean => utility_usage_type === "usage_amount";

interface Use extends Period {
  amount: number;
  /** Null: not stated, or several. */
  unit: string | null;
}

/** The usages of a bill together; null where it has none. In one pass, because every bill of a portfolio comes by here. */
function useOf(usages: readonly MeterUsage[]): Use | null {
  let use: Use | null = null;
  for (const usage of usages) {
    if (!isUse(usage)) continue;
    const { start_date, end_date, amount } = usage;
    const unit = normaliseUnit(usage.measurement_unit) ?? usage.measurement_unit;
    if (use === null) {
      use = { start_date, end_date, amount, unit: unit === "" ? null : unit };
      continue;
    }
    if (start_date < use.start_date) use.start_date = start_date;
    if (end_date > use.end_date) use.end_date = end_date;
    if (unit !== use.unit) use.unit = null;
    use.amount += amount;
  }
  return use;
}

function periodOf(bill: MeterBill, used: Use | null, { start_date, end_date }: Period): BilledPeriod {
  const start = dayNumber(start_date);
  const end = dayNumber(end_date);
  let cost = 0;
  let usageCost = 0;
  for (const { amount, utility_charge_type } of bill.charges) {
    cost += amount;
    if (utility_charge_type === "usage_cost") usageCost += amount;
  }
  return {
    billId: bill.id,
    start_date,
    end_date,
    start,
    end,
    days: end - start,
    use: used === null || used.unit === null ? null : exact(used.amount),
    unit: used === null ? null : used.unit,
    cost: bill.charges.length === 0 ? null : exact(cost),
    usageCost: usageCost === 0 ? null : exact(usageCost),
    received: bill.received ?? null,
    weather: null,
  };
}

/** Without the rest of binary fractions: lines have six decimals at most. */
const exact = (sum: number): number => Math.round(sum * 1e6) / 1e6;

/**
 * Adds the weather of each period: the degree days of its months, shared by days. Monthly figures suffice to tell what is unusual;
 * models of savings use daily temperatures.
 */
export function addWeather(periods: readonly BilledPeriod[], months: readonly WeatherMonth[]): void {
  if (months.length === 0) return;
  const byMonth = new Map(months.map((month) => [monthNumber(month.effective_month), month]));
  for (const period of periods) period.weather = weatherOf(period, byMonth);
}

function weatherOf(period: BilledPeriod, byMonth: ReadonlyMap<number, WeatherMonth>): Weather | null {
  let [heating, cooling] = [0, 0];
  for (let month = monthNumber(period.start_date); firstDayNumber(month) < period.end; month++) {
    const known = byMonth.get(month);
    if (known === undefined || !known.month_complete) return null;
    const { heating_degree_days, cooling_degree_days } = known;
    if (heating_degree_days === null || cooling_degree_days === null) return null;
    const first = firstDayNumber(month);
    const days = Math.min(period.end, firstDayNumber(month + 1)) - Math.max(period.start, first);
    const share = days / daysInMonth(monthFromNumber(month));
    heating += heating_degree_days * share;
    cooling += cooling_degree_days * share;
  }
  return { heating: heating / period.days, cooling: cooling / period.days };
}
