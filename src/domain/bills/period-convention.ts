/** Does the last printed day of a period belong to it: told by the periods that follow each other on the same meter, never by one odd pair. */
import type { Day, Period } from "../../records/scalars.ts";
import { addDays, dayNumber } from "../calendar.ts";

/** `inclusive`: the printed end is the last day covered. `exclusive`: it is the first day of the next period. */
export type EndConvention = "inclusive" | "exclusive";

/** Two days as they are printed: what the second means is what is asked. */
export interface PrintedPeriod {
  start: Day;
  end: Day;
}

/** How many ends have a next period that starts on the same day, and how many one that starts the day after. */
export type ConventionVotes = Record<EndConvention, number>;

/** What a declared convention is given up for: so many pairs against it, and so many times those for it. */
const PAIRS_TO_OVERRULE = 2;
const TIMES_TO_OVERRULE = 3;

/** The period as all of the service holds it: the end is the first day not covered. */
export function halfOpen({ start, end }: PrintedPeriod, convention: EndConvention): Period {
  return { start_date: start, end_date: convention === "inclusive" ? addDays(end, 1) : end };
}

/**
 * The convention of what one author printed. `meters` has a list of periods for each meter: only periods of the same meter
 * follow each other. Where one is declared, by a template or by what else the author printed, it stands until several pairs
 * contradict it: a single gap of a day, or a day read twice, is an odd bill. Where none is, the more frequent one; null
 * where nothing tells.
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

/** A period that is printed twice counts once; one without a neighbour says nothing. */
export function countVotes(meters: Iterable<readonly PrintedPeriod[]>): ConventionVotes {
  const votes: ConventionVotes = { inclusive: 0, exclusive: 0 };
  for (const periods of meters) {
    const starts = new Set(periods.map(({ start }) => dayNumber(start)));
    // A period of one printed day is its own neighbour.
    const ends = new Set(periods.filter(({ start, end }) => end > start).map(({ end }) => dayNumber(end)));
    for (const end of ends) {
      if (starts.has(end)) votes.exclusive += 1;
      if (starts.has(end + 1)) votes.inclusive += 1;
    }
  }
  return votes;
}

/** The convention that a printed number of days tells; null where it fits neither. */
export function conventionOfDays({ start, end }: PrintedPeriod, days: number): EndConvention | null {
  const between = dayNumber(end) - dayNumber(start);
  if (days === between) return "exclusive";
  return days === between + 1 ? "inclusive" : null;
}
