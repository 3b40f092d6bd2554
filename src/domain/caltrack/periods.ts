/** Periods to model: reads joined where one alone does not tell what was used (CalTRACK 2.2.3.1, 3.5.5). */
import type { Period } from "../../records/scalars.ts";
import { daysBetween } from "../calendar.ts";
import type { MeterRead } from "./reads.ts";

export interface MeterPeriod extends Period {
  days: number;
  /** Null: not known, or only by an estimate that no read has settled. */
  usage: number | null;
  /** Days whose use was estimated before a read settled it. They count as missing. */
  estimatedDays: number;
  /** Days of the shortest and of the longest read that it is joined of. */
  shortestRead: number;
  longestRead: number;
}

/** No longer than this is anything joined. */
const LONGEST_JOINED = 70;
/** Shorter is off the cycle. */
export const SHORTEST_PERIOD = 25;

/**
 * An estimated read is joined with those that follow, until a true one settles it. After the savings began a read off the
 * cycle is joined with the next as well; before, the choice of the baseline leaves it out. Reads come as `tidyReads` gives them.
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
    // A read that cannot be joined any more starts anew, unless there is an estimate that it would settle.
    const days = daysBetween(open[0]?.start_date ?? read.start_date, read.end_date);
    if (days > LONGEST_JOINED && open.every(({ estimated }) => !estimated)) close();
    open.push(read);
    const isShort = daysBetween(open[0]?.start_date ?? read.start_date, read.end_date) < SHORTEST_PERIOD;
    if (!read.estimated && !(part === "reporting" && isShort)) close();
  }
  close();
  return periods;
}

/** One period of reads that belong together; its use is unknown when it is too long or ends in an estimate. */
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
