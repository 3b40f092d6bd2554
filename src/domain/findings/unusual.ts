/**
 * Tells which amounts per day are unusual among the bills of a meter. The usual amount is, in this order: what the weather
 * explains, the amount of the same days a year before, the median of the earlier bills. An amount is unusual when it differs
 * by more than a share of the usual one, and by more than so many standard deviations, estimated from the median absolute
 * error of the same expectation on the earlier bills: 1.4826 times it, with 3.5 as the usual limit (Iglewicz and Hoaglin,
 * "How to Detect and Handle Outliers", 1993).
 */
import type { BilledPeriod } from "./billed-period.ts";
import { fittedAt, fitWeather, type WeatherPoint } from "./weather-fit.ts";

export interface UnusualLimits {
  percent_above: number;
  percent_below: number;
  deviations: number;
  /** How many earlier bills are needed. */
  bills: number;
}

/** What the usual amount follows from. */
export type Basis = "weather" | "year_before" | "earlier_bills";

export interface Unusual {
  period: BilledPeriod;
  perDay: number;
  usual: number;
  basis: Basis;
}

/** Three years of monthly bills. */
const EARLIER_MAX = 36;
const EARLIER_DAYS = 1150;
/** Shorter and longer periods cannot be compared with others. */
const DAYS_MIN = 10;
const DAYS_MAX = 100;
/** A standard deviation of a normal distribution in median absolute errors. */
const PER_MEDIAN_ERROR = 1.4826;
const YEAR = 365;
/** The share of the same days a year before that must be billed. */
const COVERED = 0.8;
/** How many errors of a year before tell how far it usually is off. */
const ERRORS_MIN = 6;
/** The share of the variation that the weather must explain. */
const EXPLAINED = 0.5;

/**
 * The first of each row of bills that are unusual in the same direction. `amountOf` gives the amount of a bill; null: it is
 * compared with no other, and no other with it.
 */
export function unusualPeriods(
  periods: readonly BilledPeriod[],
  amountOf: (period: BilledPeriod) => number | null,
  limits: UnusualLimits,
): Unusual[] {
  const found: Unusual[] = [];
  let known = noHistory();
  let unit: string | null = null;
  let last = 0;
  for (const period of periods) {
    const amount = amountOf(period);
    if (amount === null || period.days < DAYS_MIN || period.days > DAYS_MAX) continue;
    if (period.unit !== unit) known = noHistory();
    unit = period.unit;
    const perDay = amount / period.days;
    const before = lookBack(known, period);
    const hasEnough = before.until - before.first >= limits.bills;
    const usual = hasEnough ? usualIfFar(known, { ...before, period, perDay }, limits) : null;
    const direction = usual === null ? 0 : Math.sign(perDay - usual.usual);
    const isFirst = direction !== 0 && direction !== last;
    if (usual !== null && isFirst) found.push({ period, perDay, ...usual });
    last = direction;
    // Others are not compared with a single bill that stands out. From its second bill on, a new level counts.
    if (!isFirst) remember(known, period, perDay, before.yearBefore);
  }
  return found;
}

/** The bills that others are compared with, as columns: each is run through for many bills. */
interface History {
  periods: BilledPeriod[];
  perDay: number[];
  /** The amount per day of the same days a year before; not a number where too few of them are billed. */
  yearBefore: number[];
  /** The sizes per day of all before each place, added up; one longer than the others. */
  sizes: number[];
  /** Places that only move on, because the bills are in order of time: the first bill still compared with, and the first a year before. */
  oldest: number;
  aYearAgo: number;
}

const noHistory = (): History => ({ periods: [], perDay: [], yearBefore: [], sizes: [0], oldest: 0, aYearAgo: 0 });

function remember(known: History, period: BilledPeriod, perDay: number, yearBefore: number): void {
  known.periods.push(period);
  known.perDay.push(perDay);
  known.yearBefore.push(yearBefore);
  known.sizes.push((known.sizes.at(-1) ?? 0) + Math.abs(perDay));
}

/** What the bills before a period say: the places from the first to before `until`, their mean size per day, the year before. */
function lookBack(known: History, { start, end, days }: BilledPeriod) {
  const { periods, perDay, sizes } = known;
  const endOf = (place: number) => periods[place]?.end ?? Infinity;
  let until = periods.length;
  // A shared day of reading is no day in common.
  while (until > 0 && endOf(until - 1) > start + 1) until -= 1;
  while (endOf(known.oldest) < start - EARLIER_DAYS) known.oldest += 1;
  while (endOf(known.aYearAgo) <= start - YEAR) known.aYearAgo += 1;
  const first = Math.min(until, Math.max(known.oldest, until - EARLIER_MAX));
  const mean = ((sizes[until] ?? 0) - (sizes[first] ?? 0)) / (until - first);
  let [amount, covered] = [0, 0];
  for (let at = known.aYearAgo; at < until; at++) {
    const earlier = periods[at];
    if (earlier === undefined || earlier.start >= end - YEAR) break;
    const common = Math.min(earlier.end, end - YEAR) - Math.max(earlier.start, start - YEAR);
    if (common <= 0) continue;
    amount += (perDay[at] ?? 0) * common;
    covered += common;
  }
  return { first, until, mean, yearBefore: covered < COVERED * days ? Number.NaN : amount / covered };
}

interface Candidate {
  /** The places of the bills that it is compared with. */
  first: number;
  until: number;
  mean: number;
  period: BilledPeriod;
  perDay: number;
  yearBefore: number;
}

/** The usual amount when the candidate's differs too much from it; null when it does not. */
function usualIfFar(
  known: History,
  candidate: Candidate,
  { percent_above, percent_below, deviations, bills }: UnusualLimits,
): Pick<Unusual, "usual" | "basis"> | null {
  const { perDay, mean } = candidate;
  const expected = byWeather(known, candidate, bills) ?? byYear(known, candidate) ?? byMedian(known, candidate);
  const { usual, basis } = expected;
  const difference = Math.abs(perDay - usual);
  const percent = perDay > usual ? percent_above : percent_below;
  if (difference <= (percent / 100) * Math.max(Math.abs(usual), mean)) return null;
  // The median error is below the limit when most of the errors are: without sorting them.
  const limit = difference / (deviations * PER_MEDIAN_ERROR);
  const errors = expected.errors();
  const smaller = errors.reduce((count, error) => (Math.abs(error) < limit ? count + 1 : count), 0);
  return smaller * 2 > errors.length ? { usual, basis } : null;
}

interface Expected {
  usual: number;
  basis: Basis;
  /** How far earlier bills were from what was expected of them. */
  errors: () => number[];
}

/** Null where the weather is not known, or explains too little. */
function byWeather({ periods, perDay }: History, { first, until, period }: Candidate, bills: number): Expected | null {
  const { weather } = period;
  if (weather === null) return null;
  const points: WeatherPoint[] = [];
  for (let at = first; at < until; at++) {
    const earlier = periods[at];
    if (earlier === undefined || earlier.weather === null) continue;
    points.push({ weather: earlier.weather, days: earlier.days, perDay: perDay[at] ?? 0 });
  }
  const fit = points.length < bills ? null : fitWeather(points);
  if (fit === null || fit.adjustedR2 < EXPLAINED) return null;
  const errors = () => points.map((point) => point.perDay - fittedAt(fit, point.weather));
  return { usual: fittedAt(fit, weather), basis: "weather", errors };
}

/** Null where the same days of the year before are not billed. */
function byYear(known: History, { first, until, yearBefore }: Candidate): Expected | null {
  if (Number.isNaN(yearBefore)) return null;
  return {
    usual: yearBefore,
    basis: "year_before",
    errors: () => {
      const amounts = known.perDay.slice(first, until);
      const errors = amounts
        .map((perDay, at) => perDay - (known.yearBefore[first + at] ?? Number.NaN))
        .filter((error) => !Number.isNaN(error));
      // Without a second year to compare with, the seasons count as variation.
      return errors.length < ERRORS_MIN ? aroundMedian(amounts).errors : errors;
    },
  };
}

function byMedian({ perDay }: History, { first, until }: Candidate): Expected {
  const { median, errors } = aroundMedian(perDay.slice(first, until));
  return { usual: median, basis: "earlier_bills", errors: () => errors };
}

function aroundMedian(values: readonly number[]): { median: number; errors: number[] } {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  const median = (low + high) / 2;
  return { median, errors: values.map((value) => value - median) };
}
