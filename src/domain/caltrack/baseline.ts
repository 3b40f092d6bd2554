/**
 * Chooses the baseline: the periods of the 365 days before the savings, which of them the model uses, and whether they suffice.
 */
import type { Day, Period } from "../../records/scalars.ts";
import { addDays, daysBetween } from "../calendar.ts";
import { type DailyMeans, meansWithin } from "./degree-table.ts";
import type { CaltrackFinding } from "./findings.ts";
import { type MeterPeriod, SHORTEST_PERIOD } from "./periods.ts";
import { type Cycle, LONGEST_PERIOD } from "./reads.ts";

const BASELINE_DAYS = 365;
/** Of the baseline's days: a tenth, rounded up (2.2.1.2). */
const MISSING_DAYS_MAX = 37;
/** Of a period's days (2.2.3.2). */
export const LEAST_COVERAGE = 0.9;

export interface BaselinePeriod extends MeterPeriod {
  /** Days with a temperature. */
  temperatureDays: number;
  /** Why the model does not use the period; null when it does. */
  leftOut: "no_usage" | "no_temperature" | "too_short" | "too_long" | null;
}

/**
 * The periods that lie wholly within the 365 days before `end`. With `overshoot` the start of the 365 days moves to the nearest
 * start or end of a period, so that the result does not depend on the calendar.
 */
export function periodsBefore<P extends Period>(periods: readonly P[], end: Day, overshoot: boolean): P[] {
  const target = addDays(end, -BASELINE_DAYS);
  const bounds = overshoot ? periods.flatMap(({ start_date, end_date }) => [start_date, end_date]) : [];
  const distance = (day: Day) => Math.abs(daysBetween(day, target));
  const start = bounds.reduce(
    (nearest, day) => (distance(day) < distance(nearest) ? day : nearest),
    bounds[0] ?? target,
  );
  return periods.filter(({ start_date, end_date }) => start_date >= start && end_date <= end);
}

export function checkPeriods(
  periods: readonly MeterPeriod[],
  temperatures: DailyMeans,
  cycle: Cycle,
): BaselinePeriod[] {
  return periods.map((period) => {
    const temperatureDays = meansWithin(temperatures, period).length;
    return { ...period, temperatureDays, leftOut: reasonToLeaveOut(period, temperatureDays, cycle) };
  });
}

/** The limits apply to reads as billed (2.2.3.4, 2.2.3.5): a period that was joined with estimates may be longer. */
function reasonToLeaveOut(period: MeterPeriod, temperatureDays: number, cycle: Cycle): BaselinePeriod["leftOut"] {
  if (period.usage === null) return "no_usage";
  if (period.shortestRead < SHORTEST_PERIOD) return "too_short";
  if (period.longestRead > LONGEST_PERIOD[cycle]) return "too_long";
  return temperatureDays < LEAST_COVERAGE * period.days ? "no_temperature" : null;
}

/** The findings against the baseline that ends on a day: too many days without use, without temperature, or missing either. */
export function checkDays(periods: readonly BaselinePeriod[], temperatures: DailyMeans, end: Day): CaltrackFinding[] {
  const year = { start_date: addDays(end, -BASELINE_DAYS), end_date: end };
  const metered = periods.filter(({ leftOut }) => leftOut === null || leftOut === "no_temperature");
  const used = metered.filter(({ leftOut }) => leftOut === null);
  const missing = {
    usage_days_missing: BASELINE_DAYS - total(metered, ({ days, estimatedDays }) => days - estimatedDays),
    temperature_days_missing: BASELINE_DAYS - meansWithin(temperatures, year).length,
    days_missing:
      BASELINE_DAYS -
      total(used, ({ days, estimatedDays, temperatureDays }) =>
        Math.max(0, temperatureDays - Math.min(days, estimatedDays)),
      ),
  };
  return (["usage_days_missing", "temperature_days_missing", "days_missing"] as const)
    .filter((rule) => missing[rule] > MISSING_DAYS_MAX)
    .map((rule) => ({ rule, count: missing[rule] }));
}

/** The number of periods with a use per day far above the others. */
export function extremePeriods(periods: readonly BaselinePeriod[]): number {
  const perDay = periods.filter(({ leftOut }) => leftOut === null).map(({ usage, days }) => (usage ?? 0) / days);
  const sorted = perDay.toSorted((a, b) => a - b);
  const limit = quantile(sorted, 0.5) + 3 * (quantile(sorted, 0.75) - quantile(sorted, 0.25));
  return perDay.filter((use) => use > limit).length;
}

/** Interpolated linearly between two values. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
}

const total = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);
