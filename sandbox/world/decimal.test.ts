import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { digits, fixed, productCents, signed, toNumber } from "./decimal.ts";

test("a product is rounded to the cent, a half cent away from zero", () => {
  assert.equal(productCents(fixed(8400, 0), fixed(1129, 5)), 9484); // 94.836
  assert.equal(productCents(fixed(1, 0), fixed(1450, 2)), 1450);
  assert.equal(productCents(fixed(5, 0), fixed(1, 3)), 1); // 0.005
  assert.equal(productCents(fixed(5, 0), fixed(-1, 3)), -1);
  assert.equal(productCents(fixed(4, 0), fixed(-1, 3)), 0);
  assert.equal(productCents(fixed(3, 0), fixed(7, 0)), 2100);
});

test("a product is never further from the exact value than half a cent", () => {
  const units = fc.integer({ min: -10_000_000, max: 10_000_000 });
  const places = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(units, places, units, places, (quantity, quantityPlaces, rate, ratePlaces) => {
      const scale = 10n ** BigInt(quantityPlaces + ratePlaces);
      const exactTimesScale = BigInt(quantity) * BigInt(rate) * 100n;
      const cents = BigInt(productCents(fixed(quantity, quantityPlaces), fixed(rate, ratePlaces)));
      const off = cents * scale - exactTimesScale;
      assert.ok((off < 0n ? -off : off) * 2n <= scale);
    }),
  );
});

test("digits are grouped by thousands and keep their places", () => {
  assert.equal(digits(fixed(123456, 2)), "1,234.56");
  assert.equal(digits(fixed(5, 2)), "0.05");
  assert.equal(digits(fixed(1234567, 0)), "1,234,567");
  assert.equal(digits(fixed(1234567, 0), false), "1234567");
  assert.equal(digits(fixed(999, 0)), "999");
  assert.equal(signed(fixed(-109200, 2)), "-1,092.00");
  assert.equal(toNumber(fixed(115472, 3)), 115.472);
});
