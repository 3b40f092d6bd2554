/** Why a cost changed: the parts are what a person would calculate by hand, and they sum to the change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { costOf, explainChange, NO_CHANGE, sumOfChanges, type CostedPeriod } from "./explain-change.ts";

const MONTH: CostedPeriod = {
  days: 30,
  use: 3000,
  expectedUse: null,
  demand: null,
  useCost: 300_00,
  demandCost: 0,
  fixedCost: 15_00,
  taxCost: 20_00,
  otherCost: 0,
};

const because = (before: Partial<CostedPeriod>, now: Partial<CostedPeriod>) =>
  explainChange({ ...MONTH, ...before }, { ...MONTH, ...now });

test("two days more at the same use a day and the same price are days", () => {
  assert.deepEqual(because({}, { days: 32, use: 3200, useCost: 320_00 }), { ...NO_CHANGE, days: 20_00 });
});

test("more use a day is use, and what the model expects of the weather is weather", () => {
  const more = { use: 3600, useCost: 360_00 };
  assert.deepEqual(because({}, more), { ...NO_CHANGE, use: 60_00 });
  assert.deepEqual(because({ expectedUse: 2900 }, { ...more, expectedUse: 3350 }), {
    ...NO_CHANGE,
    weather: 45_00,
    use: 15_00,
  });
});

test("another price is price, for the use of now", () => {
  assert.deepEqual(because({}, { use: 3600, useCost: 396_00 }), { ...NO_CHANGE, use: 60_00, price: 36_00 });
});

test("demand, fixed charges, taxes and others are parts of their own", () => {
  const before = { demand: 40, demandCost: 400_00 };
  const now = { demand: 50, demandCost: 600_00, fixedCost: 18_00, taxCost: 21_00, otherCost: -5_00 };
  assert.deepEqual(because(before, now), {
    ...NO_CHANGE,
    demand: 100_00,
    price: 100_00,
    fixed: 3_00,
    taxes: 1_00,
    other: -5_00,
  });
  assert.deepEqual(because({}, { demand: 50, demandCost: 600_00 }), { ...NO_CHANGE, demand: 600_00 });
});

test("without a use on both sides there is no price, and the change counts as use", () => {
  for (const use of [null, 0, -20])
    assert.deepEqual(because({ use }, { useCost: 400_00 }), { ...NO_CHANGE, use: 100_00 });
});

const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
const period = fc.record({
  days: fc.integer({ min: 0, max: 366 }),
  use: fc.option(fc.double({ min: -1e6, max: 1e9, noNaN: true })),
  expectedUse: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
  demand: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
  useCost: cents,
  demandCost: cents,
  fixedCost: cents,
  taxCost: cents,
  otherCost: cents,
});

test("the parts are whole cents and sum to the change, for any two periods and for several meters together", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(period, period), { minLength: 1, maxLength: 4 }), (pairs) => {
      const sum = sumOfChanges(pairs.map(([before, now]) => explainChange(before, now)));
      const parts = Object.values(sum);
      assert.ok(parts.every(Number.isSafeInteger), JSON.stringify(sum));
      const change = pairs.reduce((total, [before, now]) => total + costOf(now) - costOf(before), 0);
      assert.equal(
        parts.reduce((total, part) => total + part, 0),
        change,
      );
    }),
  );
});

test("to and fro, a change without weather has the opposite sign in all that does not depend on the order", () => {
  fc.assert(
    fc.property(period, period, (one, other) => {
      const [there, back] = [explainChange(one, other), explainChange(other, one)];
      for (const cause of ["fixed", "taxes", "other"] as const) assert.equal(there[cause] + back[cause], 0);
    }),
  );
});
