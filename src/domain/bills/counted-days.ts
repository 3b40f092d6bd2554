/**
 * Finds the counted days of a bill, for each meter: those that no bill of a higher-ranking origin covers. The bill itself is
 * not changed.
 */
import { BILL_ORIGINS, type BillOrigin, type EnergyType } from "../../records/codes.ts";
import type { Day, Period } from "../../records/scalars.ts";
import { later, spanOf } from "../calendar.ts";
import { isKnownByDays, isSameMeter } from "./bill-identity.ts";
import { knownPeriod, type PrintedDays } from "./line-periods.ts";
import { lengthOf, overlaps, SHARED_DAYS } from "./shared-days.ts";

/** A line of a bill, on its meter. */
export interface DaysLine<Meter> extends PrintedDays {
  /** Distinguishes the meters of the bill. */
  meter: Meter;
  energy_type: EnergyType;
  meter_num: string | null;
  /** True when the line states usage. */
  is_use: boolean;
}

/** A live bill of an account. */
export interface BillOfOrigin<Meter = unknown> {
  origin: BillOrigin;
  identity_key: string;
  lines: readonly DaysLine<Meter>[];
}

/** 0 is the best. */
const rankOf = (origin: BillOrigin): number => BILL_ORIGINS.indexOf(origin);

export const isBetter = (a: BillOrigin, b: BillOrigin): boolean => rankOf(a) < rankOf(b);

/**
 * The days of the bill that count next to the other live bills of its account; null when all count. A better bill, one of a
 * higher-ranking origin, takes the days whose use it states. If this bill states only a cost for a meter, a better bill also takes the days whose cost it
 * states. If neither bill has days of use and both have the same number or date, the better bill takes all days.
 */
export function countedDays<Meter>(
  bill: BillOfOrigin<Meter>,
  others: readonly BillOfOrigin[],
): (Period & { meter: Meter })[] | null {
  const better = others.filter(({ origin }) => isBetter(origin, bill.origin));
  if (better.some((other) => other.identity_key === bill.identity_key && !isKnownByDays(bill.identity_key))) return [];
  const covered = better.flatMap(linesWithDays);
  const byMeter = Map.groupBy(bill.lines, ({ meter }) => meter);
  const meters = [...byMeter].map(([meter, lines]) => {
    const isUsed = lines.some(({ is_use }) => is_use);
    const taken = covered.filter((other) => isSameMeter(lines[0] ?? other, other) && (other.is_use || !isUsed));
    const periods = periodsOf(lines, bill.lines);
    const parts = periods.map((period) => uncovered(period, taken));
    const isWhole = parts.every((part, index) => part.length === 1 && part[0] === periods[index]);
    return { meter, isWhole, periods: union(parts.flat()) };
  });
  if (meters.every(({ isWhole }) => isWhole)) return null;
  return meters.flatMap(({ meter, periods }) => periods.map((period) => ({ meter, ...period })));
}

type LineWithDays = DaysLine<unknown> & Period;

/** The lines of a bill that cover days of a meter: its usages, or its charges when it states no usage. */
function linesWithDays({ lines }: BillOfOrigin): LineWithDays[] {
  const used = new Set(lines.flatMap(({ is_use, meter }) => (is_use ? [meter] : [])));
  return lines.flatMap((line) => {
    const period = knownPeriod(line);
    return period === null || (!line.is_use && used.has(line.meter)) ? [] : [{ ...line, ...period }];
  });
}

/** The distinct periods of the lines of a meter. A charge without days has the span of its meter, else of its bill. */
function periodsOf(lines: readonly DaysLine<unknown>[], all: readonly DaysLine<unknown>[]): Period[] {
  const dated = (of: readonly DaysLine<unknown>[]) => of.flatMap((line) => knownPeriod(line) ?? []);
  const without = spanOf(dated(lines)) ?? spanOf(dated(all));
  const periods = lines.flatMap((line) => knownPeriod(line) ?? without ?? []);
  return [...new Map(periods.map((period) => [`${period.start_date} ${period.end_date}`, period])).values()];
}

/** The days of a period that no other period covers, in order. A single uncovered day is a shared read day and is left out. */
export function uncovered(period: Period, others: readonly Period[]): Period[] {
  const { start_date, end_date } = period;
  if (start_date === end_date) return others.some((each) => isWithin(start_date, each)) ? [] : [period];
  const near = others.filter((each) => overlaps(period, each));
  if (near.length === 0) return [period];
  const stretches: Period[] = [];
  let reach = start_date;
  for (const each of near.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))) {
    if (each.start_date > reach) stretches.push({ start_date: reach, end_date: each.start_date });
    reach = later(reach, each.end_date);
  }
  if (reach < end_date) stretches.push({ start_date: reach, end_date });
  return stretches.filter((stretch) => lengthOf(stretch) > SHARED_DAYS);
}

/** A delivery has one date. It is covered by a bill whose days include that date, and by a delivery on the same date. */
export const isWithin = (day: Day, { start_date, end_date }: Period): boolean =>
  start_date <= day && (day < end_date || day === start_date);

/** Periods in order, with adjacent ones joined. Deliveries are not joined. */
function union(periods: readonly Period[]): Period[] {
  const joined: Period[] = [];
  for (const { start_date, end_date } of periods.toSorted(byStart)) {
    const last = joined.at(-1);
    const isDelivery = start_date === end_date;
    if (last === undefined || start_date > last.end_date || (isDelivery && start_date === last.end_date))
      joined.push({ start_date, end_date });
    else last.end_date = later(last.end_date, end_date);
  }
  return joined;
}

const byStart = (a: Period, b: Period): number =>
  a.start_date === b.start_date ? (a.end_date < b.end_date ? -1 : 1) : a.start_date < b.start_date ? -1 : 1;
