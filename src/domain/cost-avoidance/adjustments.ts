/** Calculates changes in the need for energy that are not savings: a changed floor area, and dated adjustments. */
import type { Day, Period } from "../../records/scalars.ts";
import { daysShared } from "../bills/shared-days.ts";
import { daysBetween } from "../calendar.ts";

/** Applies from its date until the next one. */
export interface FloorArea {
  date: Day;
  sq_ft: number;
}

/** Added to the baseline's expected use: an amount in the meter's unit, spread over its days, or a percentage of the model. */
export interface SpecialAdjustment extends Period {
  amount: number | null;
  percent: number | null;
}

/** The validated settings for a group of meters. */
export interface AvoidanceSettings {
  /** First day of the savings; null when it is not set. */
  savingsStart: Day | null;
  floorAreas: readonly FloorArea[];
  /** The part of the use that grows with the floor area, 0 to 1. */
  floorAreaShare: number;
  adjustments: readonly SpecialAdjustment[];
}

/**
 * The floor area of a period over that of the baseline, for the share of the use that grows with it. Null when the area of the
 * baseline or of the period is unknown.
 */
export function floorAreaFactor(
  areas: readonly FloorArea[],
  share: number,
  baseline: Period,
  period: Period,
): number | null {
  if (areas.length === 0 || share === 0) return 1;
  const [before, since] = [meanArea(areas, baseline), meanArea(areas, period)];
  return before === null || since === null ? null : 1 + share * (since / before - 1);
}

/** The mean over the days of the period; null when the area of its first day is unknown. */
function meanArea(areas: readonly FloorArea[], period: Period): number | null {
  const sorted = areas.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  let sum = 0;
  let days = 0;
  for (const [index, { date, sq_ft }] of sorted.entries()) {
    const overlap = daysWithin(period, { start_date: date, end_date: sorted[index + 1]?.date ?? "9999-12-31" });
    sum += overlap * sq_ft;
    days += overlap;
  }
  const whole = daysBetween(period.start_date, period.end_date);
  return whole > 0 && days === whole ? sum / whole : null;
}

/** The adjustments of a period for which the model expects `expected`. */
export function specialAdjustmentOf(
  adjustments: readonly SpecialAdjustment[],
  period: Period,
  expected: number,
): number {
  const days = daysBetween(period.start_date, period.end_date);
  return adjustments.reduce((sum, { amount, percent, ...span }) => {
    const overlap = daysWithin(period, span);
    const ofAmount = ((amount ?? 0) * overlap) / daysBetween(span.start_date, span.end_date);
    const ofModel = (((percent ?? 0) / 100) * expected * overlap) / days;
    return overlap === 0 ? sum : sum + ofAmount + ofModel;
  }, 0);
}

const daysWithin = (a: Period, b: Period): number => Math.max(0, daysShared(a, b));
