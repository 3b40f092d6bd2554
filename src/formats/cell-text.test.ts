import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Cell, Column } from "../records/table.ts";
import { cellText, ENGLISH, unitText } from "./cell-text.ts";

const column = (type: Column["type"], more: Partial<Column> = {}): Column => ({
  key: "k",
  label: "Usage",
  unit: null,
  type,
  meaning: "",
  ...more,
});

const BILLS = new Map(
  [
    [7, "2026-01-03"],
    [8, "2026-02-02"],
  ].map(([id, invoice_date]) => [
    Number(id),
    { invoice_date: String(invoice_date), utility: "", account: "", total_cost: null, file: null },
  ]),
);

describe("a cell for people", () => {
  const cases: [Column, Cell, string][] = [
    [column("integer"), 1_234_567, "1,234,567"],
    [column("number"), 0.5, "0.50"],
    [column("number", { digits: 4 }), 0.14235, "0.1424"],
    [column("money", { unit: "USD" }), -1234.5, "-$1,234.50"],
    [column("money", { unit: "USD" }), -0.001, "$0.00"],
    [column("text", { words: { ELECTRIC: "Electricity" } }), "ELECTRIC", "Electricity"],
    [column("text", { words: { a: "One", b: "Two" } }), "a, b, new", "One; Two; new"],
    [column("text"), "USD/therms", "$/therms"],
    [column("percent"), 12.54, "12.5%"],
    [column("flag"), true, "yes"],
    [column("flag"), false, "no"],
    [column("month"), "2023-01", "Jan 2023"],
    [column("date"), "2023-01-31", "Jan 31, 2023"],
    [column("instant"), "2023-02-02T09:26:53.589Z", "Feb 2, 2023, 9:26 AM UTC"],
    [column("bills"), [7, 8], "Jan\u00a03,\u00a02026; Feb\u00a02,\u00a02026"],
    [column("bills"), [], "–"],
  ];
  for (const [of, cell, text] of cases)
    test(`of ${of.type} ${JSON.stringify(cell)} says ${text}`, () =>
      assert.equal(cellText(cell, of, ENGLISH, BILLS), text));

  test("that is unknown is a dash, never a zero", () => {
    for (const type of ["text", "integer", "money", "flag", "month"] as const)
      assert.equal(cellText(null, column(type), ENGLISH), "–");
  });

  test("has its unit at the label, unless the label contains it", () => {
    assert.equal(unitText(column("number", { unit: "kWh" }), ENGLISH), "kWh");
    assert.equal(unitText(column("number", { label: "CO2 (lb)", unit: "lb" }), ENGLISH), null);
    assert.equal(unitText(column("number"), ENGLISH), null);
  });
});
