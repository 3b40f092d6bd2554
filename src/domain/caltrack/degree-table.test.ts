import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { addDays } from "../calendar.ts";
import {
  BALANCE_POINTS,
  dailyMeansOf,
  degreeTable,
  degreesPerDay,
  LOWEST_BALANCE_F,
  meansWithin,
  packDailyMeans,
} from "./degree-table.ts";

const MARCH = { start_date: "2023-03-01", end_date: "2023-04-01" };

test("the mean of a day is not rounded", () => {
  const means = dailyMeansOf([{ day: "2023-03-02", high_f: 66, low_f: 55 }]);
  assert.deepEqual([...meansWithin(means, MARCH)], [60.5]);
});

test("days may come in any order and with gaps, and only those of the period count", () => {
  const days = ["2023-04-01", "2023-03-31", "2023-02-28", "2023-03-01"].map((day, mean_f) => ({ day, mean_f }));
  assert.deepEqual([...meansWithin(packDailyMeans(days), MARCH)], [3, 1]);
  assert.deepEqual([...meansWithin(packDailyMeans([]), MARCH)], []);
  assert.deepEqual([...meansWithin(packDailyMeans(days), { start_date: "2020-01-01", end_date: "2021-01-01" })], []);
});

test("a period without a temperature has no degree days, and no NaN", () => {
  const { heating, cooling } = degreeTable(packDailyMeans([]), [MARCH]);
  assert.ok([...heating, ...cooling].every(([value]) => value === 0));
});

test("the table equals the calculation for each single balance point, whatever the weather", () => {
  const mean = fc.oneof(fc.double({ min: -60, max: 130, noNaN: true }), fc.integer({ min: 28, max: 92 }));
  fc.assert(
    fc.property(fc.array(mean, { minLength: 1, maxLength: 31 }), (means) => {
      const packed = packDailyMeans(means.map((mean_f, index) => ({ day: addDays("2023-03-01", index), mean_f })));
      const { heating, cooling } = degreeTable(packed, [MARCH]);
      const known = meansWithin(packed, MARCH);
      for (let row = 0; row < BALANCE_POINTS; row++) {
        const balance = LOWEST_BALANCE_F + row;
        for (const [side, table] of [["heating", heating] as const, ["cooling", cooling] as const]) {
          const value = table[row]?.[0] ?? Number.NaN;
          assert.ok(Math.abs(value - degreesPerDay(known, side, balance)) < 1e-9, `${side} at ${balance}: ${value}`);
        }
      }
    }),
  );
});
