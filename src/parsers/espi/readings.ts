/** The readings of a usage point as amounts with days, and those of them that belong to a billing period. */
import type { Decimal } from "../../records/statement.ts";
import type { Period } from "../../records/scalars.ts";
import { addDecimals, compareDecimals } from "../../domain/decimal.ts";
import { daysBetween } from "../../domain/calendar.ts";
import { childrenOf, elementAt, wholeAt, type XmlElement } from "../xml/read-xml.ts";
import { daysOf, type LocalTime, type Seconds } from "./days.ts";
import type { UsagePoint } from "./feed.ts";
import { amountOf, type Amount } from "./units.ts";

/** A value over days, or over a part of a day. */
export interface Reading extends Amount, Period {
  description: string;
  isExported: boolean;
  isEstimated: boolean;
  /** Hundred-thousandths of the currency (all editions); null when the feed states none. */
  cost: number | null;
  seconds: Seconds;
  line: number;
}

export interface Readings {
  readings: Reading[];
  /** Unit codes that no bill is in, or that no reading type states. */
  unknownUnits: Set<number | null>;
  /** Readings with a cost in such a unit. */
  costsLeftOut: (Period & { uom: number | null })[];
  /** Readings without a time or a value. */
  broken: number;
}

/** FlowDirection: energy that the customer gives. */
const REVERSE = 19;
/** QualityOfReading: calculated from history, by interpolation, as a forecast. */
const ESTIMATED = new Set([8, 9, 12]);

export const isEstimated = (quality: number | null): boolean => quality !== null && ESTIMATED.has(quality);

export function readingsOf({ readings }: UsagePoint, localTime: LocalTime | null): Readings {
  const result: Readings = { readings: [], unknownUnits: new Set(), costsLeftOut: [], broken: 0 };
  for (const { title, type, blocks } of readings) {
    const of = {
      title,
      uom: type && wholeAt(type, "uom"),
      power: (type && wholeAt(type, "powerOfTenMultiplier")) ?? 0,
      isExported: type !== null && wholeAt(type, "flowDirection") === REVERSE,
      quality: type && wholeAt(type, "defaultQuality"),
      localTime,
    };
    for (const block of blocks) for (const each of childrenOf(block, "IntervalReading")) addReading(result, each, of);
  }
  return result;
}

interface Series {
  title: string;
  uom: number | null;
  power: number;
  isExported: boolean;
  quality: number | null;
  localTime: LocalTime | null;
}

function addReading(result: Readings, element: XmlElement, of: Series): void {
  const seconds = secondsAt(element, "timePeriod");
  const value = wholeAt(element, "value");
  const days = seconds && daysOf(seconds, of.localTime);
  if (seconds === null || days === null || value === null) {
    result.broken += 1;
    return;
  }
  const amount = of.uom === null ? null : amountOf(of.isExported ? -Math.abs(value) : value, of.power, of.uom);
  if (amount === null) {
    result.unknownUnits.add(of.uom);
    if ((wholeAt(element, "cost") ?? 0) !== 0) result.costsLeftOut.push({ ...days, uom: of.uom });
    return;
  }
  result.readings.push({
    ...amount,
    ...days,
    description: of.isExported ? "Exported" : of.title,
    isExported: of.isExported,
    isEstimated: isEstimated(wholeAt(element, "ReadingQuality", "quality") ?? of.quality),
    cost: wholeAt(element, "cost"),
    seconds,
    line: element.line,
  });
}

/** A DateTimeInterval; null when a part is missing. */
export function secondsAt(element: XmlElement, name: string): Seconds | null {
  const at = elementAt(element, name);
  const start = at && wholeAt(at, "start");
  const duration = at && wholeAt(at, "duration");
  return start === null || duration === null ? null : { start, duration };
}

/** Shorter readings are intervals of a load curve, not registers of a bill. */
const REGISTER_DAYS_MIN = 5;

/** Readings of a whole billing period, or of a part of it since a price or a meter changed. */
export const registersIn = (readings: readonly Reading[], period: Period): Reading[] =>
  readings.filter(
    ({ start_date, end_date }) =>
      start_date >= period.start_date &&
      end_date <= period.end_date &&
      daysBetween(start_date, end_date) >= Math.min(REGISTER_DAYS_MIN, daysBetween(period.start_date, period.end_date)),
  );

const isUse = ({ type }: Amount): boolean => type === "usage_amount";

/** Whether the used amounts are in one unit and together the given amount. */
export function sumsUpTo(readings: readonly Reading[], total: Amount): boolean {
  const used = readings.filter(isUse);
  return (
    used.length > 0 &&
    used.every(({ unit }) => unit === total.unit) &&
    compareDecimals(addDecimals(used.map(({ amount }) => amount)), total.amount) === 0
  );
}

/** The sum of the intervals that cover the period without gap and overlap in one series; null when they do not. */
export function sumOfIntervals(
  readings: readonly Reading[],
  { start, duration }: Seconds,
): (Amount & { isEstimated: boolean }) | null {
  const inside = readings
    .filter((each) => isUse(each) && each.seconds.start >= start && endOf(each.seconds) <= start + duration)
    .toSorted((one, other) => one.seconds.start - other.seconds.start);
  const [first] = inside;
  if (first === undefined || inside.some(({ unit, isExported }) => unit !== first.unit || isExported)) return null;
  let reached = start;
  for (const { seconds } of inside) {
    if (seconds.start !== reached) return null;
    reached = endOf(seconds);
  }
  if (reached !== start + duration) return null;
  const amount: Decimal = addDecimals(inside.map((each) => each.amount));
  return { amount, unit: first.unit, type: "usage_amount", isEstimated: inside.some((each) => each.isEstimated) };
}

const endOf = ({ start, duration }: Seconds): number => start + duration;

/** A SummaryMeasurement; null when it is missing, `unknown` when no bill is in its unit. */
export function measurementAt(element: XmlElement, name: string): Amount | { unknown: number | null } | null {
  const at = elementAt(element, name);
  const value = at && wholeAt(at, "value");
  if (at === null || value === null) return null;
  const uom = wholeAt(at, "uom");
  return (uom === null ? null : amountOf(value, wholeAt(at, "powerOfTenMultiplier") ?? 0, uom)) ?? { unknown: uom };
}
