/** Things found by a word and the days they are of: what may share a day with a period, without a look at all the others. */
import type { Period } from "../../records/scalars.ts";
import { monthNumber } from "../calendar.ts";

export interface ByDays<T> {
  add(word: string, period: Period, thing: T): void;
  /** All that share a day with the period, or its end, and some that lie near it; each once. */
  near(word: string, period: Period): Set<T>;
}

/** Kept by the months that a thing reaches into: most bills are of one or two. */
export function byDays<T>(): ByDays<T> {
  const things = new Map<string, Map<number, T[]>>();
  return {
    add(word, { start_date, end_date }, thing) {
      const months = things.getOrInsertComputed(word, () => new Map<number, T[]>());
      for (let month = monthNumber(start_date); month <= monthNumber(end_date); month += 1)
        months.getOrInsertComputed(month, () => []).push(thing);
    },
    near(word, { start_date, end_date }) {
      const found = new Set<T>();
      const months = things.get(word);
      if (months === undefined) return found;
      for (let month = monthNumber(start_date); month <= monthNumber(end_date); month += 1)
        for (const thing of months.get(month) ?? []) found.add(thing);
      return found;
    },
  };
}
