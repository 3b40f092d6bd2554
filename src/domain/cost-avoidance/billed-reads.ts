/** Extracts from the bills of a group of meters the periods with their use in one unit, and their energy and CO2. */
import type { Period } from "../../records/scalars.ts";
import { isSameUnit } from "../bills/bill-figures.ts";
import type { MeterRead } from "../caltrack/reads.ts";
import { SHORTEST_PERIOD } from "../caltrack/periods.ts";
import { addDays, daysBetween, earlier, later } from "../calendar.ts";
import { type Dated, dateLines, type MeterUsage } from "../months/meter-bill.ts";
import { conversionOf } from "../units.ts";
import { withdrawnUsages } from "../months/withdrawn-usages.ts";
import type { Flag } from "./flags.ts";
import type { MeterWithBills, MeterGroup } from "./meter-groups.ts";

/** The registers of one bill together are one read. */
export interface BilledRead extends MeterRead {
  /** Days as billed. A read day on two bills belongs to the later one, so `end_date` may be earlier. */
  billed: Period;
  bills: number[];
  /** Ids of the meters. */
  meters: number[];
  kbtus: number | null;
  lbs_co2: number | null;
}

export interface BilledReads {
  /** As billed: the method handles overlaps and conflicts. */
  reads: BilledRead[];
  /** The unit of all use figures; null when there is none. */
  unit: string | null;
  flags: Flag[];
}

interface Line extends Dated<MeterUsage> {
  meter: MeterWithBills;
}

export function billedReads({ energy_type, readers }: MeterGroup): BilledReads {
  const lines = readers.flatMap(remainingUses);
  const latest = lines.reduce<Line | null>((last, line) => (last === null || isLater(line, last) ? line : last), null);
  if (latest === null) return { reads: [], unit: null, flags: ["no_bills"] };
  const flags = new Set<Flag>();
  if (lines.every(({ span }) => span.start === span.end)) flags.add("delivered_fuel");
  const unit = latest.line.measurement_unit;
  const kbtuPerUnit = Number(conversionOf({ energy_type, measurement_unit: unit })?.kbtu_per_unit ?? Number.NaN);
  const useOf = ({ line }: Line): number | null => {
    if (isSameUnit(line.measurement_unit, unit)) return line.amount;
    const converted = line.kbtus === null || Number.isNaN(kbtuPerUnit) ? null : line.kbtus / kbtuPerUnit;
    flags.add(converted === null ? "unit_unknown" : "unit_converted");
    return converted;
  };
  const byBill = [...Map.groupBy(lines, ({ bill }) => bill.id).values()];
  const reads = joinBills(byBill.flatMap((ofBill) => readsOfBill(countedOnce(ofBill), useOf)));
  return { reads: checkMeters(withoutSharedDays(reads), flags), unit, flags: [...flags] };
}

/** Usages that no later bill has taken back. */
function remainingUses(meter: MeterWithBills): Line[] {
  const { usages } = dateLines(meter.bills);
  const withdrawn = withdrawnUsages(usages);
  return usages
    .filter(({ line }) => line.utility_usage_type === "usage_amount" && !withdrawn.has(line))
    .map((usage) => ({ ...usage, meter }));
}

const isLater = ({ line }: Line, { line: other }: Line): boolean =>
  line.end_date > other.end_date || (line.end_date === other.end_date && line.id > other.id);

/** A bill may state the same use as distributed and as supplied. */
function countedOnce(lines: readonly Line[]): readonly Line[] {
  const distributed = lines.filter(({ line }) => !line.supply);
  return distributed.length === 0 ? lines : distributed;
}

/**
 * Lines that follow each other or overlap are one read, as when a rate or meter changed between two reads. Two whole cycles on
 * one bill, such as a corrected month and the next, stay two reads.
 */
function readsOfBill(lines: readonly Line[], useOf: (line: Line) => number | null): BilledRead[] {
  const reads: BilledRead[] = [];
  for (const line of lines.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)) {
    const { span, bill, meter } = line;
    const period = { start_date: span.start_date, end_date: span.end_date };
    const next: BilledRead = {
      ...period,
      billed: period,
      usage: useOf(line),
      estimated: bill.estimated || line.line.estimated_meter_read,
      bills: [bill.id],
      meters: [meter.id],
      kbtus: line.line.kbtus,
      lbs_co2: line.line.lbs_co2,
    };
    const last = reads.at(-1);
    if (last === undefined || !belongTogether(last, next)) reads.push(next);
    else reads[reads.length - 1] = together(last, next);
  }
  return reads;
}

function belongTogether(last: Period, next: Period): boolean {
  if (next.start_date > last.end_date) return false;
  if (next.start_date < last.end_date) return true;
  return [last, next].some(({ start_date, end_date }) => daysBetween(start_date, end_date) < SHORTEST_PERIOD);
}

function together(a: BilledRead, b: BilledRead): BilledRead {
  const period = {
    start_date: earlier(a.start_date, b.start_date),
    end_date: later(a.end_date, b.end_date),
  };
  return {
    ...period,
    billed: period,
    usage: plus(a.usage, b.usage),
    estimated: a.estimated || b.estimated,
    bills: [...new Set([...a.bills, ...b.bills])],
    meters: [...new Set([...a.meters, ...b.meters])],
    kbtus: plus(a.kbtus, b.kbtus),
    lbs_co2: plus(a.lbs_co2, b.lbs_co2),
  };
}

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

const keyOf = ({ start_date, end_date }: Period): string => `${start_date}|${end_date}`;

/**
 * Bills of the same days add up when they are for different meters, or when the later one is a credit. Two bills that both
 * state the use of one meter stay two reads: the method keeps one and reports it.
 */
function joinBills(reads: readonly BilledRead[]): BilledRead[] {
  return [...Map.groupBy(reads, keyOf).values()].flatMap((ofPeriod) => {
    const [first, ...others] = ofPeriod.toSorted((a, b) => Number((a.usage ?? 0) < 0) - Number((b.usage ?? 0) < 0));
    if (first === undefined) return [];
    const isPart = (read: BilledRead) =>
      (read.usage ?? 0) < 0 || !read.meters.some((meter) => first.meters.includes(meter));
    const rivals = others.filter((read) => !isPart(read));
    return [others.filter(isPart).reduce(together, first), ...rivals];
  });
}

/** When utilities print the read day on both bills, it belongs to the later one, as in the months. */
function withoutSharedDays(reads: readonly BilledRead[]): BilledRead[] {
  const latestEndByStart = new Map<string, string>();
  for (const { start_date, end_date } of reads) {
    if (end_date > (latestEndByStart.get(start_date) ?? "")) latestEndByStart.set(start_date, end_date);
  }
  return reads.map((read) => {
    if (daysBetween(read.start_date, read.end_date) < 2) return read;
    const lastDay = addDays(read.end_date, -1);
    const isShared = (latestEndByStart.get(lastDay) ?? "") > read.end_date;
    return isShared ? { ...read, end_date: lastDay } : read;
  });
}

/** Parallel meters must all be on the bills of a period and have the same periods. */
function checkMeters(reads: readonly BilledRead[], flags: Set<Flag>): BilledRead[] {
  const ids = [...new Set(reads.flatMap(({ meters }) => meters))];
  if (ids.length < 2) return [...reads];
  const spans = ids.map((id) => {
    const own = reads.filter(({ meters }) => meters.includes(id));
    const starts = own.map(({ start_date }) => start_date).sort();
    const ends = own.map(({ end_date }) => end_date).sort();
    return { id, start_date: starts[0] ?? "", end_date: ends.at(-1) ?? "" };
  });
  const sorted = reads.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1));
  for (const [index, read] of sorted.entries()) {
    const next = sorted[index + 1];
    const isApart = next !== undefined && !next.meters.some((id) => read.meters.includes(id));
    if (isApart && next.start_date < read.end_date) flags.add("meters_apart");
  }
  return reads.map((read) => {
    const lacks = spans.some(
      ({ id, start_date, end_date }) =>
        start_date <= read.start_date && end_date >= read.end_date && !read.meters.includes(id),
    );
    if (lacks) flags.add("meter_missing");
    return lacks ? { ...read, usage: null } : read;
  });
}
