import assert from "node:assert/strict";
import { test } from "node:test";
import { cut, refuse, rowsText } from "./refuse.ts";
import { rowName, rowNumber } from "./row-number.ts";

test("a refusal has the sentence of its reason, or that of the rule", () => {
  assert.equal(refuse(3, "zero_days").detail, "The period has no day.");
  assert.equal(refuse(3, "zero_days", { detail: "This one." }).detail, "This one.");
});

test("a value is cut to what can be shown, never within a character", () => {
  assert.equal(cut("x".repeat(100)), "x".repeat(100));
  assert.equal(cut("x".repeat(101)), `${"x".repeat(99)}…`);
  assert.ok(cut(`${"x".repeat(98)}\u{1f511}${"y".repeat(9)}`).isWellFormed());
});

test("rows are named as people name them", () => {
  assert.equal(rowsText([19, 17, 18]), "17-19");
  assert.equal(rowsText([2]), "2");
  assert.equal(rowsText([2, 4, 5, 9]), "2, 4-5, 9");
  const ofSheets = [rowNumber(2, 7), rowNumber(2, 8), rowNumber(3, 8)];
  assert.equal(rowsText(ofSheets), "7-8 of sheet 2, 8 of sheet 3");
  assert.deepEqual(
    ofSheets.map((row) => rowName(row)),
    ["row 7 of sheet 2", "row 8 of sheet 2", "row 8 of sheet 3"],
  );
});
