/** A town and its meters for tests and benchmarks of models: the year's temperature is a cosine, and use follows it exactly. */
import type { Day } from "../../records/scalars.ts";
import { addDays, daysBetween, dayNumber } from "../calendar.ts";
import { type DailyMeans, degreesPerDay, meansWithin, packDailyMeans } from "./degree-table.ts";
import type { MeterRead } from "./reads.ts";

export const FIRST_DAY = "2021-01-01";

/** Three years, from 30 degrees F in the middle of January to 80 in the middle of July. */
export function drawTemperatures(): DailyMeans {
  return packDailyMeans(
    Array.from({ length: 3 * 365 }, (_, index) => {
      const day = addDays(FIRST_DAY, index);
      const turn = ((dayNumber(day) - 14) / 365.25) * 2 * Math.PI;
      // Days differ from their neighbors, so that balance points differ too.
      return { day, mean_f: 55 - 25 * Math.cos(turn) + 6 * Math.sin(index * 1.7) };
    }),
  );
}

/** Base per day, and use per degree day at the two balance points. */
export interface Habit {
  base: number;
  heating: number;
  heatingAtF: number;
  cooling: number;
  coolingAtF: number;
}

/** Consecutive reads of `days` each, between two days, that follow the weather exactly. */
export function drawReads(habit: Habit, from: Day, until: Day, days: number, temperatures: DailyMeans): MeterRead[] {
  const reads: MeterRead[] = [];
  for (let start = from; addDays(start, days) <= until; start = addDays(start, days)) {
    const period = { start_date: start, end_date: addDays(start, days) };
    const known = meansWithin(temperatures, period);
    const perDay =
      habit.base +
      habit.heating * degreesPerDay(known, "heating", habit.heatingAtF) +
      habit.cooling * degreesPerDay(known, "cooling", habit.coolingAtF);
    reads.push({ ...period, usage: perDay * daysBetween(period.start_date, period.end_date), estimated: false });
  }
  return reads;
}
