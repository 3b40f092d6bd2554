/** No text of a CSV file becomes a formula in a spreadsheet of any locale, and no number is changed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { countProcessorMs } from "../../../test/processor-time.ts";
import { withoutFormula } from "./csv-file.ts";

const FORMULAS: [string, string][] = [
  ["=1+1", "'=1+1"],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1+1", "\t'=1+1"],
  ["\r=1+1", "\r'=1+1"],
  [" =1+1", "' =1+1"],
  ['"=1+1', `'"=1+1`],
  ["\uFF1D1+1", "'\uFF1D1+1"],
  ["\uFF0B1+1", "'\uFF0B1+1"],
  ["\uFF0D1+1", "'\uFF0D1+1"],
  ["\uFF20SUM(A1)", "'\uFF20SUM(A1)"],
  [";=1+1", ";'=1+1"],
  ["Main Street;=1+1;@x", "Main Street;'=1+1;'@x"],
  ["first line\n=1+1", "first line\n'=1+1"],
];
for (const [text, safe] of FORMULAS)
  test(`${JSON.stringify(text)} is written as text`, () => assert.equal(withoutFormula(text), safe));

test("numbers, days, addresses and names stay unchanged", () => {
  const texts = ["", "-3.25", "+5", "-1e-7", "2024-01-31", "2024-01", "12 Main St; Suite -4B", "O'Hare", "a=b", "50 %"];
  for (const text of texts) assert.equal(withoutFormula(text), text);
});

test("a long text takes no time", () => {
  const workedMs = countProcessorMs();
  for (const text of [" ".repeat(100_000), "=".repeat(100_000), ";=".repeat(50_000), `${"1".repeat(100_000)}x`])
    withoutFormula(text);
  assert.ok(workedMs() < 500, `${workedMs()} ms`);
});
