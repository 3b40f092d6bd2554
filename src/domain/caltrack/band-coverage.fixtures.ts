/** Simulated meters with known true use and random errors: how often the true avoided use lies within the calculated band. */
import type { Day } from "../../records/scalars.ts";
import { addDays, daysBetween, dayNumber } from "../calendar.ts";
import { avoidedUse } from "./avoided-use.ts";
import { drawReads, type Habit } from "./caltrack.fixtures.ts";
import { type DailyMeans, packDailyMeans } from "./degree-table.ts";
import { bandOf, fitPeriods } from "./model-meter.ts";

export const YEARS_TOLD = [1, 2, 3, 5, 10, 15, 20] as const;
const FIRST: Day = "2000-01-01";
const DAYS_OF_BILL = { monthly: 30, bimonthly: 61 } as const;
const BILLS_OF_YEAR = { monthly: 12, bimonthly: 6 } as const;

export interface Coverage {
  years: number;
  /** Share of all meters, 0 to 1. */
  covered: number;
  /** Mean of the band as a share of the expected use. */
  width: number;
  /** Meters whose band is narrower than it was over fewer years. */
  shrunk: number;
}

/** mulberry32: the same numbers for the same seed everywhere. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A town with hot summers and cold winters; days are autocorrelated (0.7), with a deviation of 5.5 degrees F. */
function drawTown(normal: () => number): DailyMeans {
  let weather = 0;
  return packDailyMeans(
    Array.from({ length: 22 * 366 }, (_, index) => {
      const day = addDays(FIRST, index);
      const turn = ((dayNumber(day) - 14) / 365.25) * 2 * Math.PI;
      weather = 0.7 * weather + 5.5 * normal();
      return { day, mean_f: 54 - 22 * Math.cos(turn) + weather };
    }),
  );
}

/**
 * The first year of each meter is its baseline, and nothing is saved, so the calculated avoided use is only error. Meters heat,
 * cool, do both or neither; their bills deviate from the weather's by 3 to 20 % of the mean bill, independent and normal.
 */
export function bandCoverage(cycle: keyof typeof DAYS_OF_BILL, meters: number, seed: number): Coverage[] {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const between = (low: number, high: number) => low + (high - low) * random();
  const temperatures = drawTown(normal);
  const tallies = YEARS_TOLD.map((years) => ({ years, hits: 0, width: 0, shrunk: 0 }));
  let drawn = 0;
  while (drawn < meters) {
    const fuel = random() < 0.4 ? "gas" : "electricity";
    const habit: Habit = {
      base: 10,
      heating: random() < 0.5 ? between(0.2, 1.2) : 0,
      heatingAtF: Math.floor(between(48, 65)),
      cooling: fuel === "electricity" && random() < 0.5 ? between(0.3, 1.8) : 0,
      coolingAtF: Math.floor(between(65, 73)),
    };
    const reads = drawReads(habit, FIRST, addDays(FIRST, 21 * 366), DAYS_OF_BILL[cycle], temperatures);
    const mean = reads.reduce((sum, { usage }) => sum + (usage ?? 0), 0) / reads.length;
    const scatter = mean * between(0.03, 0.2);
    const periods = reads.map(({ start_date, end_date, usage }) => ({
      start_date,
      end_date,
      days: daysBetween(start_date, end_date),
      usage: (usage ?? 0) + scatter * normal(),
      estimatedDays: 0,
      shortestRead: DAYS_OF_BILL[cycle],
      longestRead: DAYS_OF_BILL[cycle],
    }));
    const [baseline, since] = [periods.slice(0, BILLS_OF_YEAR[cycle]), periods.slice(BILLS_OF_YEAR[cycle])];
    if (baseline.some(({ usage }) => usage <= 0)) continue;
    const model = fitPeriods(baseline, temperatures, fuel);
    if (model?.spread == null) continue;
    drawn += 1;
    const rows = avoidedUse(model, since, temperatures);
    let before = 0;
    for (const tally of tallies) {
      const told = rows.slice(0, tally.years * BILLS_OF_YEAR[cycle]);
      const band = bandOf(model, told) ?? Number.NaN;
      const avoided = told.reduce((sum, row) => sum + (row.avoided ?? 0), 0);
      if (Math.abs(avoided) <= band) tally.hits += 1;
      if (!(band > 0 && band >= before)) tally.shrunk += 1;
      tally.width += band / told.reduce((sum, row) => sum + (row.expected ?? 0), 0);
      before = band;
    }
  }
  return tallies.map(({ years, hits, width, shrunk }) => ({
    years,
    covered: hits / meters,
    width: width / meters,
    shrunk,
  }));
}
