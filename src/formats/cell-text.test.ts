import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Cell, Column } from "../records/table.ts";
import { cellText, unitText } from "./cell-text.ts";

const column = (type: Column["type"], more: Partial<Column> = {}): Column => ({
  key: "k",
  label: "Usage",
  unit: null,
  type,
  meaning: "",
  ...more,
});

describe("a cell for people", () => {
  const cases: [Column, Cell, string][] = [
    [column("integer"), 1_234_567, "1,234,567"],
    [column("number"), 0.5, "0.50"],
    [column("number", { digits: 4 }), 0.14235, "0.1424"],
    [column("money"), -1234.5, "-1,234.50"],
    [column("money"), -0.001, "0.00"],
    [column("percent"), 12.54, "12.5%"],
    [column("flag"), true, "yes"],
    [column("flag"), false, "no"],
    [column("month"), "2023-01", "2023-01"],
    [column("instant"), "2023-02-02T09:26:53.589Z", "2023-02-02 09:26 UTC"],
    [column("bills"), [7, 8], "7 8"],
    [column("bills"), [], "–"],
  ];
  for (const [of, cell, text] of cases)
    test(`of ${of.type} ${JSON.stringify(cell)} says ${text}`, () => assert.equal(cellText(cell, of), text));

  test("that is unknown is a dash, never a zero", () => {
    for (const type of ["text", "integer", "money", "flag", "month"] as const)
      assert.equal(cellText(null, column(type)), "–");
  });

  test("has its unit at the label, unless the label contains it", () => {
    assert.equal(unitText(column("number", { unit: "kWh" })), "kWh");
    assert.equal(unitText(column("number", { label: "CO2 (lb)", unit: "lb" })), null);
    assert.equal(unitText(column("number")), null);
  });
});
