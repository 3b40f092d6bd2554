/**
 * Gives each row of reads its period: from the previous read of its meter, or until the next one, as the profile says. A period is
 * never guessed: without a neighbor, and without a printed number of days, a read has none.
 */
import type { ReadDateIs } from "../../records/import-profile.ts";
import type { Refusal } from "../../records/import-refusals.ts";
import type { Day } from "../../records/scalars.ts";
import type { PrintedPeriod } from "../bills/period-convention.ts";
import { addDays } from "../calendar.ts";
import { refuse } from "./refuse.ts";
import { rowName } from "./row-number.ts";
import { rowMeterKey, type Row } from "./row.ts";

/** True for a row whose period is known only from the other reads of its meter. */
export const isRead = ({ printed, read_date }: Row): boolean => printed === null && read_date !== null;

export interface Reads {
  /** Null when the row has no neighbor to end or begin its period, or it is not certain which one that is. */
  periodOf(row: Row): PrintedPeriod | null;
  /** The refusal of a read that has no period. */
  refusalOf(row: Row): Refusal;
}

/** The reads of one account. Rows with a printed period are no neighbors. */
export function readsOf(rows: readonly Row[], is: ReadDateIs): Reads {
  const neighbors = neighborsOf(rows, is);
  const unsure = readsBesideUnreadable(rows, is);
  const isEnd = is === "period_end";
  return {
    periodOf(row) {
      const { read_date, days } = row;
      if (read_date === null || unsure.has(row)) return null;
      const other = neighbors.get(row) ?? (days === null ? null : addDays(read_date, isEnd ? -days : days));
      if (other === null) return null;
      return isEnd ? { start: other, end: read_date } : { start: read_date, end: other };
    },
    refusalOf(row) {
      const unread = unsure.get(row);
      const detail =
        unread !== undefined &&
        `The day of the read in ${rowName(unread)} cannot be read, and it may be the one ${isEnd ? "before" : "after"} this.`;
      return refuse(row.row, isEnd ? "no_read_before" : "no_read_after", {
        column: "period",
        ...(detail !== false && { detail }),
      });
    },
  };
}

/** The other end of the period of each read. Two reads of one day have the same neighbor. */
function neighborsOf(rows: readonly Row[], is: ReadDateIs): Map<Row, Day> {
  const found = new Map<Row, Day>();
  for (const meter of Map.groupBy(rows.filter(isRead), rowMeterKey).values()) {
    const days = [...new Set(meter.flatMap(({ read_date }) => read_date ?? []))].sort();
    const step = is === "period_end" ? -1 : 1;
    const neighbor = new Map(days.map((day, index) => [day, days[index + step]]));
    for (const row of meter) {
      const day = neighbor.get(row.read_date ?? "");
      if (day !== undefined) found.set(row, day);
    }
  }
  return found;
}

/**
 * A read with an unreadable day is assumed to lie between its neighbors in the file: the period of the one on the other side would
 * otherwise reach over it. Maps each such read to the number of the unreadable row.
 */
function readsBesideUnreadable(rows: readonly Row[], is: ReadDateIs): Map<Row, number> {
  const unsure = new Map<Row, number>();
  const reads = rows.filter(({ printed, delivery_date }) => printed === null && delivery_date === null);
  const isFurther = (a: Day, b: Day) => (is === "period_end" ? a > b : a < b);
  for (const meter of Map.groupBy(reads, rowMeterKey).values()) {
    const next = daysAfter(meter);
    const unreadable = new Map<Day, number>();
    let before: Day | null = null;
    for (const [index, { row, read_date }] of meter.entries()) {
      const after = next[index] ?? null;
      const beyond = before === null || (after !== null && isFurther(after, before)) ? after : before;
      if (read_date === null && beyond !== null) unreadable.set(beyond, row);
      before = read_date ?? before;
    }
    for (const read of meter) {
      const row = unreadable.get(read.read_date ?? "");
      if (row !== undefined) unsure.set(read, row);
    }
  }
  return unsure;
}

/** For each row, the day of the next readable read. */
function daysAfter(reads: readonly Row[]): (Day | null)[] {
  let next: Day | null = null;
  return reads
    .toReversed()
    .map(({ read_date }) => {
      const after = next;
      next = read_date ?? next;
      return after;
    })
    .toReversed();
}
