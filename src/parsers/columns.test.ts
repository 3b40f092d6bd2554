import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, splitByColumns } from "./columns.ts";
import { linesOf } from "./lines.ts";
import { pagesOfText } from "./parsers.fixtures.ts";

const HEADERS = { description: /^Description$/diu, quantity: /^Quantity$/diu, amount: /^Amount$/diu };

/** What each column of a line holds, under the header on the first line. */
function split(table: string, headers: Record<string, RegExp> = HEADERS): Record<string, string>[] {
  const [header, ...rows] = linesOf(pagesOfText(table));
  const columns = header && columnsOf(header, headers);
  assert.ok(columns);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(splitByColumns(row, columns)).map(([name, { text }]) => [name, text])),
  );
}

test("a cell belongs to the column it is set flush with, left, right or in the middle", () => {
  const rows = split(`
Description            Quantity          Amount
Energy                   12 kWh            9.00
  indented             1            1,234,567.00
A description that is rather long           1.00
                        5                  2.00`);
  assert.deepEqual(rows, [
    { description: "Energy", quantity: "12 kWh", amount: "9.00" },
    { description: "indented", quantity: "1", amount: "1,234,567.00" },
    { description: "A description that is rather long", amount: "1.00" },
    { quantity: "5", amount: "2.00" },
  ]);
});

test("neighbouring cells of one column are one cell", () => {
  const rows = split(`
Description                   Quantity          Amount
State  tax                                         9.00`);
  assert.deepEqual(rows, [{ description: "State  tax", amount: "9.00" }]);
});

test("columns may stand in any order, and what stands in others is left out", () => {
  const { description, amount } = HEADERS;
  const table = `
Amount        Note        Description
9.00          see 3       Energy
1.00                      Tax`;
  assert.deepEqual(split(table, { description, amount }), [
    { amount: "9.00", description: "Energy" },
    { amount: "1.00", description: "Tax" },
  ]);
});

test("a line is the header only with a cell of its own for each column", () => {
  const [line] = linesOf(pagesOfText("Description            Amount"));
  assert.ok(line);
  assert.equal(columnsOf(line, HEADERS), null);
  assert.equal(columnsOf(line, { one: /^Amount$/diu, other: /^Amount$/diu }), null);
  assert.ok(columnsOf(line, { one: /^Amount$/diu }));
});

test("a header can tell something itself, such as a unit", () => {
  const [line] = linesOf(pagesOfText("Register   Usage (kWh)"));
  assert.ok(line);
  const columns = columnsOf(line, { amount: /^Usage \((?<unit>.+)\)$/diu });
  assert.equal(columns?.told["unit"]?.text, "kWh");
});
