/** Makes the periods to model: joins reads when one alone does not show what was used (CalTRACK 2.2.3.1, 3.5.5). */
import type { Period } from "../../records/scalars.ts";
import { daysBetween } from "../calendar.ts";
import type { MeterRead } from "./reads.ts";

export interface MeterPeriod extends Period {
  days: number;
  /** Null: unknown, or known only from an estimate that no actual read has settled. */
  usage: number | null;
  /** Days whose use was estimated before an actual read settled it. They count as missing. */
  estimatedDays: number;
  /** Days of the shortest and the longest of the joined reads. */
  shortestRead: number;
  longestRead: number;
}

/** The longest joined period. */
const LONGEST_JOINED = 70;
/** Shorter reads are off the cycle. */
export const SHORTEST_PERIOD = 25;

/**
 * Joins an estimated read with the next ones until an actual read settles it. After the savings began, a read off the cycle is
 * also joined with the next; before that, the choice of the baseline leaves it out. Reads must be as `tidyReads` returns them.
 */
export function joinReads(reads: readonly MeterRead[], part: "baseline" | "reporting"): MeterPeriod[] {
  const periods: MeterPeriod[] = [];
  let open: MeterRead[] = [];
  const close = () => {
    if (open.length > 0) periods.push(...joined(open));
    open = [];
  };
  for (const read of reads) {
    if (open.length > 0 && open.at(-1)?.end_date !== read.start_date) close();
    // A read that would make the period too long starts a new one, unless there is an estimate that it would settle.
    const days = daysBetween(open[0]?.start_date ?? read.start_date, read.end_date);
    if (days > LONGEST_JOINED && open.every(({ estimated }) => !estimated)) close();
    open.push(read);
    const isShort = daysBetween(open[0]?.start_date ?? read.start_date, read.end_date) < SHORTEST_PERIOD;
    if (!read.estimated && !(part === "reporting" && isShort)) close();
  }
  close();
  return periods;
}

/** One period of joined reads; its use is unknown when it is too long or ends with an estimate. */
function joined(reads: readonly MeterRead[]): MeterPeriod[] {
  const [first, last] = [reads[0], reads.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days = daysBetween(first.start_date, last.end_date);
  const lengths = reads.map(({ start_date, end_date }) => daysBetween(start_date, end_date));
  const isOpen = last.estimated || (reads.length > 1 && days > LONGEST_JOINED);
  return [
    {
      start_date: first.start_date,
      end_date: last.end_date,
      days,
      usage: isOpen ? null : sumOrNull(reads.map(({ usage }) => usage)),
      estimatedDays: reads
        .filter(({ estimated }) => estimated)
        .reduce((sum, read) => sum + daysBetween(read.start_date, read.end_date), 0),
      shortestRead: Math.min(...lengths),
      longestRead: Math.max(...lengths),
    },
  ];
}

const sumOrNull = (usages: readonly (number | null)[]): number | null =>
  usages.reduce<number | null>((sum, usage) => (sum === null || usage === null ? null : sum + usage), 0);
