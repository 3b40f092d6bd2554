/** Finds notable bills of a meter: a spike in use, a peak of demand, a changed rate. */
import { MONEY } from "../../records/report.ts";
import { addDays, daysBetween, spanOf } from "../../domain/calendar.ts";
import { billedDemands, inUnit, monthsBefore, type BilledDemand } from "../parts/billed-demand.ts";
import type { ReportWords } from "../words/report-words.ts";
import { lastDayOf } from "../../domain/day-range.ts";
import { changePercent, rounded } from "../../domain/exact.ts";
import {
  aboveOrBelow,
  DAYS_TO_COMPARE,
  MEDIAN_BILLS,
  meterEvent,
  PEAK_ABOVE_YEAR,
  RATE_CHANGE,
  SPIKE_ABOVE_MEDIAN,
  SPIKE_ABOVE_OTHER_YEARS,
  type JournalEvent,
} from "./journal-event.ts";
import {
  billsInRange,
  isSameUnit,
  type BillFigures,
  type MeterBills,
  type ReportMeter,
} from "../../domain/bills/bill-figures.ts";

/** Decimals of a price for a unit. */
const RATE_DIGITS = 4;
const YEAR_DAYS = 365;
const YEAR_MONTHS = 12;

export function findingEvents(part: MeterBills, words: ReportWords): JournalEvent[] {
  const bills = billsInRange(part, {});
  const daily = bills.flatMap(dailyUse);
  return [
    ...daily.flatMap((use) => spike(part.meter, use, { all: daily, words })),
    ...billedDemands(bills).flatMap((demand, _, all) => demandPeak(part.meter, demand, { all, words })),
    ...bills.flatMap((bill, index) => rateChange(part.meter, bill, { before: bills[index - 1], words })),
  ];
}

interface DailyUse {
  bill: number;
  start: string;
  end: string;
  /** Month that contains the middle of the bill. */
  year: number;
  monthOfYear: number;
  /** Unrounded, so that derived figures are rounded once. */
  perDay: number;
  unit: string;
}

/** Empty for a bill without use in one unit, or with too few days. */
function dailyUse({ bill, period, days, usage, unit }: BillFigures): DailyUse[] {
  if (period === null || days === null || days < DAYS_TO_COMPARE || usage === null || unit === null) return [];
  const middle = addDays(period.start_date, Math.floor(days / 2));
  return [
    {
      bill: bill.id,
      start: period.start_date,
      end: period.end_date,
      year: Number(middle.slice(0, 4)),
      monthOfYear: Number(middle.slice(5, 7)),
      perDay: usage / days,
      unit,
    },
  ];
}

function spike(
  meter: ReportMeter,
  use: DailyUse,
  { all, words }: { all: readonly DailyUse[]; words: ReportWords },
): JournalEvent[] {
  const others = all.filter(({ bill, unit }) => bill !== use.bill && isSameUnit(unit, use.unit));
  const usual = usualUse(use, others);
  if (usual === null) return [];
  const change = changePercent(use.perDay, usual.perDay);
  if (change === null || change <= usual.above * 100) return [];
  return [
    meterEvent(meter, {
      type: "usage spike",
      date: addDays(use.end, -1),
      description: words.sentence("entry.spike", {
        change: aboveOrBelow(change, words),
        usual: words.sentence(usual.what),
        figure: words.figure(usual.perDay),
        unit: use.unit,
      }),
      value: rounded(use.perDay),
      unit: `${use.unit}/day`,
      change,
      bills: [use.bill],
    }),
  ];
}

/** The use to compare a bill with; null when there are too few bills. */
function usualUse({ start, end, year, monthOfYear }: DailyUse, others: readonly DailyUse[]) {
  const sameMonth = others.filter((other) => other.monthOfYear === monthOfYear && other.year !== year);
  if (sameMonth.length > 0) {
    const sum = sameMonth.reduce((total, { perDay }) => total + perDay, 0);
    const perDay = sum / sameMonth.length;
    return { perDay, above: SPIKE_ABOVE_OTHER_YEARS, what: "entry.spike.years" as const };
  }
  const period = { start_date: start, end_date: end };
  const all = spanOf([period, ...others.map((other) => ({ start_date: other.start, end_date: other.end }))]) ?? period;
  if (daysBetween(all.start_date, all.end_date) >= YEAR_DAYS || others.length < MEDIAN_BILLS) return null;
  return {
    perDay: median(others.map(({ perDay }) => perDay)),
    above: SPIKE_ABOVE_MEDIAN,
    what: "entry.spike.median" as const,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** Compares with the bills that end within the twelve months before this one begins, when bills reach back that far. */
function demandPeak(
  meter: ReportMeter,
  billed: BilledDemand,
  { all, words }: { all: readonly BilledDemand[]; words: ReportWords },
): JournalEvent[] {
  const { figures, demand, isWithdrawn } = billed;
  if (demand === null || figures.period === null || isWithdrawn) return [];
  const until = figures.period.start_date;
  const after = monthsBefore(until, YEAR_MONTHS);
  // Consecutive bills may share the read day.
  const [latest, oldest] = [addDays(until, 1), addDays(after, 1)];
  const earlier = all.filter((other) => other.demand !== null && !other.isWithdrawn && other.end <= latest);
  if (!earlier.some((other) => (other.figures.period?.start_date ?? other.end) <= oldest)) return [];
  const amounts = earlier
    .filter(({ end }) => end > after)
    .flatMap((other) => (other.demand === null ? [] : (inUnit(other.demand, demand.unit) ?? [])));
  const highest = amounts.length === 0 ? null : Math.max(...amounts);
  const change = changePercent(demand.amount, highest);
  if (highest === null || change === null || change <= PEAK_ABOVE_YEAR * 100) return [];
  return [
    meterEvent(meter, {
      type: "demand peak",
      date: lastDayOf(figures.period),
      description: words.sentence("entry.peak", {
        change: aboveOrBelow(change, words),
        figure: words.figure(highest),
        unit: demand.unit,
      }),
      value: demand.amount,
      unit: demand.unit,
      change,
      bills: [figures.bill.id],
    }),
  ];
}

function rateChange(
  meter: ReportMeter,
  bill: BillFigures,
  { before, words }: { before: BillFigures | undefined; words: ReportWords },
): JournalEvent[] {
  const [rate, rateBefore] = [rateOf(bill), before === undefined ? null : rateOf(before)];
  if (rate === null || rateBefore === null || !isSameUnit(rate.unit, rateBefore.unit)) return [];
  const change = changePercent(rate.perUnit, rateBefore.perUnit);
  if (change === null || Math.abs(change) <= RATE_CHANGE * 100) return [];
  return [
    meterEvent(meter, {
      type: "rate change",
      date: rate.date,
      description: words.sentence("entry.rate", {
        rate: words.money(rate.perUnit, RATE_DIGITS),
        unit: rate.unit,
        change: aboveOrBelow(change, words),
        before: words.money(rateBefore.perUnit, RATE_DIGITS),
      }),
      value: rounded(rate.perUnit),
      unit: `${MONEY}/${rate.unit}`,
      change,
      bills: [rateBefore.bill, rate.bill],
    }),
  ];
}

/** Only the usage cost: fixed charges would make the rate of a month with low use look high. */
function rateOf({ bill, period, days, usage, unit, usage_cost }: BillFigures) {
  if (period === null || days === null || days < DAYS_TO_COMPARE || unit === null) return null;
  if (usage === null || usage <= 0 || usage_cost === null || usage_cost <= 0) return null;
  return { bill: bill.id, perUnit: usage_cost / usage, unit, date: lastDayOf(period) };
}
