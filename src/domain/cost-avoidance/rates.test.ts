import assert from "node:assert/strict";
import { test } from "node:test";
import { isUnusual, type Measured, ratesOf } from "./rates.ts";

const period = (usage: number | null, cents: number | null): Measured => ({
  usage,
  cents,
  fixedCents: null,
  kbtus: null,
  lbs_co2: null,
});
const prices = (...periods: Measured[]) => ratesOf(periods).map(({ cents }) => cents);

test("a period with use has its own price, also when it is unknown", () => {
  assert.deepEqual(prices(period(100, 2000), period(50, null), period(null, 2000)), [20, null, null]);
});

test("use of 0 or less takes the price of the last earlier period that has one", () => {
  assert.deepEqual(prices(period(100, 2000), period(50, null), period(0, 1250), period(-10, -100)), [20, null, 20, 20]);
});

test("before the first price there is none", () => {
  assert.deepEqual(prices(period(0, 1250), period(100, 2000)), [null, 20]);
});

test("a price is unusual beyond a factor of three of the median, or with another sign", () => {
  const usual = [10, 11, 12, null];
  assert.deepEqual(
    [33, 33.1, 3.7, 3.6, 0, -11].map((rate) => isUnusual(rate, usual)),
    [false, true, false, true, true, true],
  );
  assert.equal(isUnusual(20, [4, 6]), true);
  assert.equal(isUnusual(20, [null]), false);
});
