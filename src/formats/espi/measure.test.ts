/** Billed amounts as whole numbers of the units that have ESPI codes. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { toScaled } from "../../domain/decimal.ts";
import { INT48_MAX, hundredThousandths, measure } from "./measure.ts";

/** Unit on the bill, amount, UnitSymbolKind, power of ten, value. */
const CASES: [string, number, number, number, bigint][] = [
  ["kWh", 650.5, 72, 0, 650_500n],
  ["kilowatt hours", 650.5, 72, 0, 650_500n],
  ["MWh", 1.25, 72, 3, 1250n],
  ["GWh", 1.25, 72, 6, 1250n],
  ["kW", 41.4, 38, 0, 41_400n],
  ["kVA", 41.4, 61, 0, 41_400n],
  ["kvar", 7, 63, 0, 7000n],
  ["kvarh", 12, 73, 0, 12_000n],
  ["kVAh", 12, 71, 0, 12_000n],
  ["therms", 83.2, 169, -3, 83_200n],
  ["Dth", 8.32, 169, -2, 8320n],
  ["MMBtu", 8.32, 132, 3, 8320n],
  ["GJ", 8.32, 31, 6, 8320n],
  ["CCF", 12, 119, -1, 12_000n],
  ["MCF", 1.2, 119, 0, 1200n],
  ["m3", 34.5, 42, -3, 34_500n],
  ["gal", 748, 128, -3, 748_000n],
  ["kgal", 7.48, 128, 0, 7480n],
  ["L", 900, 134, -3, 900_000n],
  ["ton-hours", 2, 132, 0, 24_000n],
  ["acre-ft", 1.5, 119, -3, 65_340_000n],
  ["cubic yards", 2, 119, -3, 54_000n],
  ["kg", 1.5, 3, 0, 1500n],
  ["klb", 1, 3, -2, 45_359_237n],
  ["lb", 1, 3, -6, 453_592_370n],
];

describe("an amount in ESPI's units", () => {
  for (const [unit, amount, uom, powerOfTen, value] of CASES) {
    test(`${amount} ${unit} is ${value} x 10^${powerOfTen} of unit ${uom}`, () => {
      assert.deepEqual(measure(amount, unit), { uom, powerOfTen, value });
    });
  }

  for (const unit of ["widgets", "hp", "klb/h", ""]) {
    test(`"${unit}" has no code: the number stays as billed, the unit is "not applicable"`, () => {
      assert.deepEqual(measure(3.5, unit), { uom: 0, powerOfTen: -3, value: 3500n });
    });
  }

  test("has the same power of ten on every bill, and a finer one only when needed", () => {
    assert.deepEqual(
      [0, 1, 650.5, 650.505, 123_456_789].map((amount) => measure(amount, "kWh").powerOfTen),
      [0, 0, 0, 0, 0],
    );
    assert.deepEqual(measure(0.1234, "kWh"), { uom: 72, powerOfTen: -1, value: 1234n });
    assert.deepEqual(measure(0.12345678, "therms"), { uom: 169, powerOfTen: -9, value: 123_456_780n });
  });

  test("uses a coarser power when 48 bits are too few, and rounds only when none fits", () => {
    assert.deepEqual(measure(140_000_000_000, "kWh"), { uom: 72, powerOfTen: 0, value: 140_000_000_000_000n });
    assert.deepEqual(measure(123_456_789_012_345, "kWh"), { uom: 72, powerOfTen: 3, value: 123_456_789_012_345n });
    assert.deepEqual(measure(999_999_999_999_999, "kWh"), { uom: 72, powerOfTen: 6, value: 1_000_000_000_000n });
    assert.deepEqual(measure(-123_456_789_012.3456, "kWh"), { uom: 72, powerOfTen: 0, value: -123_456_789_012_346n });
    assert.deepEqual(measure(1e300, "kWh"), { uom: 72, powerOfTen: 0, value: null });
  });

  test("is exact up to seven digits, whatever the unit", () => {
    const units = CASES.map(([unit]) => unit).filter((unit) => !/lb/.test(unit));
    fc.assert(
      fc.property(
        fc.constantFrom(...units),
        fc.bigInt(-(10n ** 7n), 10n ** 7n),
        fc.integer({ min: 0, max: 6 }),
        (unit, digits, places) => {
          const one = measure("1", unit);
          const amount = `${digits}e-${places}`;
          const { value, powerOfTen, uom } = measure(Number(amount), unit);
          assert.equal(uom, one.uom);
          assert.ok(value !== null && one.value !== null && value <= INT48_MAX && value >= -INT48_MAX);
          // value * 10^power = digits / 10^places * factor * 10^its power, as whole numbers of 10^-24.
          const scaled = (whole: bigint, power: number) => whole * 10n ** BigInt(24 + power);
          assert.equal(scaled(value, powerOfTen) * 10n ** BigInt(places), scaled(one.value * digits, one.powerOfTen));
        },
      ),
    );
  });
});

test("an amount that cannot be exact is accurate to eleven digits", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("kWh", "lb", "acre-ft"),
      fc.double({ min: 1e-3, max: 1e15, noNaN: true }),
      (unit, amount) => {
        const one = measure(1, unit);
        const { value, powerOfTen } = measure(amount, unit);
        assert.ok(value !== null && one.value !== null);
        const ratio = (Number(value) * 10 ** (powerOfTen - one.powerOfTen)) / Number(one.value) / amount;
        assert.ok(Math.abs(ratio - 1) < 1e-11, `${amount} ${unit}`);
      },
    ),
  );
});

describe("money in hundred-thousandths of a dollar", () => {
  test("is exact to the cent and below", () => {
    assert.equal(hundredThousandths(81.27), 8_127_000n);
    assert.equal(hundredThousandths(-0.01), -1000n);
    assert.equal(hundredThousandths(0), 0n);
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 11), max: 10 ** 11 }), (cents) => {
        assert.equal(hundredThousandths(cents / 100), toScaled(cents / 100, 2) * 1000n);
      }),
    );
  });

  test("is unknown rather than wrong above 1.4 billion dollars", () => {
    assert.equal(hundredThousandths(1_407_374_883.55), 140_737_488_355_000n);
    assert.equal(hundredThousandths(1_407_374_883.56), null);
    assert.equal(hundredThousandths(-1e15), null);
  });
});
