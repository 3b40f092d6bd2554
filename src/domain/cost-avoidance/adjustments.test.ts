import assert from "node:assert/strict";
import { test } from "node:test";
import { floorAreaFactor, specialAdjustmentOf } from "./adjustments.ts";

const BASELINE = { start_date: "2022-01-01", end_date: "2023-01-01" };
const JUNE = { start_date: "2023-06-01", end_date: "2023-07-01" };
const AREAS = [
  { date: "2023-06-16", sq_ft: 15_000 },
  { date: "2020-01-01", sq_ft: 10_000 },
];

test("the factor is the mean area of the period over that of the baseline", () => {
  // For half of June the area is larger by half.
  assert.equal(floorAreaFactor(AREAS, 1, BASELINE, JUNE), 1.25);
  assert.equal(floorAreaFactor(AREAS, 1, BASELINE, { start_date: "2023-07-01", end_date: "2023-08-01" }), 1.5);
});

test("only the share that grows with the area is scaled", () => {
  assert.equal(floorAreaFactor(AREAS, 0.4, BASELINE, JUNE), 1.1);
  assert.equal(floorAreaFactor(AREAS, 0, BASELINE, JUNE), 1);
});

test("without a change the factor is 1, and without the area of the baseline it is unknown", () => {
  assert.equal(floorAreaFactor([], 1, BASELINE, JUNE), 1);
  assert.equal(floorAreaFactor([{ date: "2023-06-16", sq_ft: 15_000 }], 1, BASELINE, JUNE), null);
});

test("an amount is spread over its days, and the part in the period counts", () => {
  const amount = { start_date: "2023-05-17", end_date: "2023-06-16", amount: 300, percent: null };
  assert.equal(specialAdjustmentOf([amount], JUNE, 1000), 150);
});

test("a percentage applies to the model, for its days only", () => {
  const percent = { start_date: "2023-06-16", end_date: "2024-01-01", amount: null, percent: -10 };
  assert.equal(specialAdjustmentOf([percent], JUNE, 1000), -50);
});

test("several adjustments add up, and those of other days add nothing", () => {
  const all = [
    { ...JUNE, amount: 20, percent: null },
    { ...JUNE, amount: null, percent: 5 },
    { ...BASELINE, amount: 999, percent: null },
  ];
  assert.equal(specialAdjustmentOf(all, JUNE, 1000), 70);
  assert.equal(specialAdjustmentOf([], JUNE, 1000), 0);
});
