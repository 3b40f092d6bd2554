import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { fromScaled, roundDecimal, split, toScaled } from "./decimal.ts";
import { fromUnits, shareUntil, toUnits } from "./whole-units.ts";

test("the nearest unit follows from the decimal text, not from binary noise", () => {
  assert.deepEqual(
    [1.005, -1.005, 0.125, 1.1, 4.35, -0.004, 5e-7, 70_368_744_177.66].map((value) => toUnits(value, 2)),
    [101, -101, 13, 110, 435, 0, 0, 7_036_874_417_766],
  );
  assert.equal(toUnits(5e-7, 6), 1);
  assert.equal(toUnits(Number.NaN, 2), Number.NaN);
});

test("units are those of exact arithmetic, and a value of their scale is restored", () => {
  const safe = fc.integer({ min: -(2 ** 50), max: 2 ** 50 });
  fc.assert(
    fc.property(safe, fc.nat({ max: 10 }), fc.integer({ min: 0, max: 6 }), (units, places, scale) => {
      const value = units / 10 ** places;
      fc.pre(Math.abs(value) * 10 ** scale < 2 ** 52);
      assert.equal(BigInt(toUnits(value, scale)), toScaled(roundDecimal(plain(value), scale), scale));
      assert.equal(toUnits(fromUnits(units, scale), scale), units);
    }),
  );
});

/** The decimal text of a number with at most ten places. */
const plain = (value: number) => fromScaled(toScaled(value, 20), 20);

test("shares of stretches are the parts of exact splitting", () => {
  fc.assert(
    fc.property(
      fc.maxSafeInteger(),
      fc.array(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 40 }),
      (total, days) => {
        const whole = days.reduce((sum, count) => sum + count, 0);
        let before = 0;
        const parts = days.map((count) => {
          const part = shareUntil(total, before + count, whole) - shareUntil(total, before, whole);
          before += count;
          return part;
        });
        assert.deepEqual(parts.map(BigInt), split(BigInt(total), days));
      },
    ),
  );
});

test("a zero share of a credit is 0 without a sign", () => {
  assert.ok(Object.is(shareUntil(-1, 1, 10), 0));
  assert.ok(Object.is(toUnits(-0.001, 2), 0));
});

test("an unknown total stays unknown", () => {
  assert.equal(shareUntil(Number.NaN, 3, 7), Number.NaN);
});
