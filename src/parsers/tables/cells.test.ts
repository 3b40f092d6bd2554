import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { isDecimal } from "../../domain/decimal.ts";
import { decimalOf, textOf, tidyText } from "./cells.ts";

test("a number is written as a spreadsheet shows it, without floating-point noise", () => {
  const cases = [
    [0.1 + 0.2, "0.3"],
    [6038.5100000000002, "6038.51"],
    [1e21, "1000000000000000000000"],
    [1.5e-7, "0.00000015"],
    [-2.5e22, "-25000000000000000000000"],
    [-0, "0"],
    [Number.NaN, ""],
  ] as const;
  for (const [number, text] of cases) assert.equal(decimalOf(number), text);
});

test("any number is a decimal text of the same value", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const text = decimalOf(number);
      assert.ok(isDecimal(text), text);
      const rounded = Number(number.toPrecision(15));
      assert.equal(Number(text), Number.isFinite(rounded) ? rounded : number);
    }),
  );
});

test("text is limited to characters that a database stores, and to a length", () => {
  assert.equal(tidyText(" a\0b "), "ab");
  assert.equal(tidyText("\ud83d").isWellFormed(), true);
  assert.equal(tidyText("x".repeat(5000)).length, 1000);
  assert.equal(textOf(null), "");
});
