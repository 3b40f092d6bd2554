/** An index by a word and days that finds the things that may share a day with a period without scanning all of them. */
import type { Period } from "../../records/scalars.ts";
import { monthNumber } from "../calendar.ts";

export interface ByDays<T> {
  add(word: string, period: Period, thing: T): void;
  /** All things that share a day with the period or its end, and some nearby ones; each once. */
  near(word: string, period: Period): Set<T>;
}

/** Indexed by month: most bills touch one or two. */
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
