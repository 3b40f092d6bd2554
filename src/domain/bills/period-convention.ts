/** Detects whether the last printed day of a period belongs to it, from the periods that follow each other on the same meter. */
import type { Day, Period } from "../../records/scalars.ts";
import { addDays, dayNumber } from "../calendar.ts";

/** `inclusive`: the printed end is the last day covered. `exclusive`: it is the first day of the next period. */
export type EndConvention = "inclusive" | "exclusive";

/** Two days as printed; what the second day means is the question. */
export interface PrintedPeriod {
  start: Day;
  end: Day;
}

/**
 * `exclusive`: how many ends have a next period that starts on the same day. `inclusive`: how many have one that starts on the
 * next day.
 */
export type ConventionVotes = Record<EndConvention, number>;

/** A declared convention is overruled by at least this many pairs against it, and this many times the pairs for it. */
const PAIRS_TO_OVERRULE = 2;
const TIMES_TO_OVERRULE = 3;

/** The period as the service stores it: the end is the first day not covered. */
export function halfOpen({ start, end }: PrintedPeriod, convention: EndConvention): Period {
  return { start_date: start, end_date: convention === "inclusive" ? addDays(end, 1) : end };
}

/**
 * The convention of one author's periods. `meters` has a list of periods for each meter: only periods of the same meter follow
 * each other. A declared convention (by a template or by other printed facts) applies until several pairs contradict it: a
 * single gap of a day, or a day read twice, is an odd bill. Without one, the more frequent convention applies; null when the
 * votes are equal.
 */
export function detectConvention(meters: Iterable<readonly PrintedPeriod[]>, declared: EndConvention): EndConvention;
export function detectConvention(
  meters: Iterable<readonly PrintedPeriod[]>,
  declared: EndConvention | null,
): EndConvention | null;
export function detectConvention(
  meters: Iterable<readonly PrintedPeriod[]>,
  declared: EndConvention | null,
): EndConvention | null {
  const votes = countVotes(meters);
  if (declared === null) {
    return votes.inclusive === votes.exclusive ? null : votes.inclusive > votes.exclusive ? "inclusive" : "exclusive";
  }
  const other = declared === "inclusive" ? "exclusive" : "inclusive";
  const isOverruled = votes[other] >= PAIRS_TO_OVERRULE && votes[other] >= TIMES_TO_OVERRULE * votes[declared];
  return isOverruled ? other : declared;
}

/** A period that is printed twice counts once; a period without a neighbor does not count. */
export function countVotes(meters: Iterable<readonly PrintedPeriod[]>): ConventionVotes {
  const votes: ConventionVotes = { inclusive: 0, exclusive: 0 };
  for (const periods of meters) {
    const starts = new Set(periods.map(({ start }) => dayNumber(start)));
    // A period of one printed day is its own neighbor.
    const ends = new Set(periods.filter(({ start, end }) => end > start).map(({ end }) => dayNumber(end)));
    for (const end of ends) {
      if (starts.has(end)) votes.exclusive += 1;
      if (starts.has(end + 1)) votes.inclusive += 1;
    }
  }
  return votes;
}

/** The convention that matches a printed number of days; null when neither does. */
export function conventionOfDays({ start, end }: PrintedPeriod, days: number): EndConvention | null {
  const between = dayNumber(end) - dayNumber(start);
  if (days === between) return "exclusive";
  return days === between + 1 ? "inclusive" : null;
}
