import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  absoluteDecimal,
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  fromScaled,
  isDecimal,
  multiplyDecimals,
  roundDecimal,
  split,
  splitByLargestRemainder,
  subtractDecimals,
  toNumber,
  toScaled,
} from "./decimal.ts";

const units = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const weights = fc
  .array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 40 })
  .filter((list) => list.some((w) => w > 0));
const sum = (parts: bigint[]) => parts.reduce((total, part) => total + part, 0n);

test("a value becomes whole units and comes back", () => {
  assert.equal(toScaled("1.5", 2), 150n);
  assert.equal(toScaled("-0.01", 2), -1n);
  assert.equal(toScaled("007.10", 2), 710n);
  assert.equal(toScaled(0.1 + 0.7, 20), 79999999999999990000n);
  assert.equal(toScaled(1e-7, 8), 10n);
  assert.equal(toScaled(1.5e21, 0), 1500000000000000000000n);
  assert.deepEqual([fromScaled(-5n, 2), fromScaled(710n, 2), fromScaled(3n, 0)], ["-0.05", "7.10", "3"]);
  fc.assert(
    fc.property(units, fc.nat({ max: 12 }), (value, scale) => {
      assert.equal(toScaled(fromScaled(value, scale), scale), value);
    }),
  );
});

test("digits are never lost silently", () => {
  assert.throws(() => toScaled("0.125", 2), /0\.125 has more than 2 decimal places/);
  assert.equal(toScaled("0.120", 2), 12n);
  for (const stranger of ["", "1,234.50", ".5", "5.", "abc", "--1", "1e", Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => toScaled(stranger, 2), RangeError);
  }
  assert.deepEqual(["1", "-1.50", "1.", "1e3", "+1"].map(isDecimal), [true, true, false, false, false]);
});

test("sums, differences and products are exact where binary numbers are not", () => {
  assert.equal(addDecimals(["0.1", "0.2"]), "0.3");
  assert.equal(addDecimals(["700.22", "1619.56", "135.91"]), "2455.69");
  assert.equal(addDecimals([]), "0");
  assert.equal(subtractDecimals("0.3", "0.1"), "0.2");
  assert.equal(subtractDecimals("1", "-0.25"), "1.25");
  assert.equal(multiplyDecimals("115.472", "0.38120"), "44.01792640");
  assert.equal(multiplyDecimals(10, "748.051948"), "7480.519480");
  assert.equal(multiplyDecimals("-3", "0.5"), "-1.5");
});

test("decimals compare by value", () => {
  assert.ok(
    compareDecimals("1.10", "1.1") === 0 && compareDecimals("-2", "-1") < 0 && compareDecimals("10", "9.99") > 0,
  );
  assert.equal(absoluteDecimal("-0.30"), "0.30");
  assert.deepEqual(["100.00", "-0.0", "0012.50", "1200", "-7.0"].map(canonicalDecimal), [
    "100",
    "0",
    "12.5",
    "1200",
    "-7",
  ]);
});

test("a half is rounded away from zero", () => {
  const rounded = ["0.005", "-0.005", "2.675", "0.0049999", "-1.5", "34.375", "7"].map((value) =>
    roundDecimal(value, 2),
  );
  assert.deepEqual(rounded, ["0.01", "-0.01", "2.68", "0.00", "-1.50", "34.38", "7.00"]);
  assert.equal(toNumber("0.30"), 0.3);
});

test("parts by cumulative rounding: 100.00 over the days of 2023 is 100.00 again, as in the table of the notes", () => {
  const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const parts = [849n, 767n, 850n, 822n, 849n, 822n, 849n, 850n, 821n, 850n, 822n, 849n];
  assert.deepEqual(split(10_000n, days), parts);
  assert.deepEqual(
    split(-10_000n, days),
    parts.map((part) => -part),
  );
});

test("parts sum to the total exactly and the first of them never stray from their share by more than a half", () => {
  fc.assert(
    fc.property(units, weights, (total, list) => {
      const parts = split(total, list);
      assert.equal(sum(parts), total);
      const whole = BigInt(list.reduce((all, weight) => all + weight, 0));
      let weightSoFar = 0n;
      parts.forEach((_, index) => {
        weightSoFar += BigInt(list[index] ?? 0);
        const error = sum(parts.slice(0, index + 1)) * whole - total * weightSoFar;
        assert.ok(2n * (error < 0n ? -error : error) <= whole);
      });
    }),
  );
});

test("parts by largest remainder sum to the total and lie within one unit of their share", () => {
  assert.deepEqual(splitByLargestRemainder(100n, [1, 1, 1]), [34n, 33n, 33n]);
  assert.deepEqual(splitByLargestRemainder(-100n, [1, 1, 1]), [-34n, -33n, -33n]);
  assert.deepEqual(splitByLargestRemainder(10n, [1, 5, 2]), [1n, 6n, 3n]);
  fc.assert(
    fc.property(units, weights, (total, list) => {
      const parts = splitByLargestRemainder(total, list);
      assert.equal(sum(parts), total);
      const whole = BigInt(list.reduce((all, weight) => all + weight, 0));
      parts.forEach((part, index) => {
        const error = part * whole - total * BigInt(list[index] ?? 0);
        assert.ok((error < 0n ? -error : error) < whole);
      });
    }),
  );
});

test("without weights nothing can be split", () => {
  assert.throws(() => split(1n, []), RangeError);
  assert.throws(() => splitByLargestRemainder(1n, [0, 0]), RangeError);
});
