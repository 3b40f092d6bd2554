import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, splitByColumns } from "./columns.ts";
import { headerAt } from "./table-header.ts";
import { linesOf } from "./lines.ts";
import type { Pattern } from "../../domain/pattern.ts";
import { pagesOfText, patternOf } from "../parsers.fixtures.ts";

const HEADERS = {
  description: patternOf("^Description$"),
  quantity: patternOf("^Quantity$"),
  amount: patternOf("^Amount$"),
};

/** The content of each column of a line, under the header on the first line. */
function split(table: string, headers: Record<string, Pattern> = HEADERS): Record<string, string>[] {
  const [header, ...rows] = linesOf(pagesOfText(table));
  const columns = header && columnsOf(header, headers);
  assert.ok(columns);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(splitByColumns(row, columns)).map(([name, { text }]) => [name, text])),
  );
}

test("a cell belongs to the column it is aligned with, left, right or centered", () => {
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

test("neighboring cells of one column are one cell", () => {
  const rows = split(`
Description                   Quantity          Amount
State  tax                                         9.00`);
  assert.deepEqual(rows, [{ description: "State  tax", amount: "9.00" }]);
});

test("columns may have any order, and other columns are left out", () => {
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

test("numbers in adjacent narrow columns are separated, words of a description are not", () => {
  const { description, amount } = HEADERS;
  const table = `
Amount    Description
9.00      Charge 1 of 12 x
100000.00 2026`;
  assert.deepEqual(split(table, { description, amount }), [
    { amount: "9.00", description: "Charge 1 of 12 x" },
    { amount: "100000.00", description: "2026" },
  ]);
});

test("a line is the header only with a separate cell for each column", () => {
  const [line] = linesOf(pagesOfText("Description            Amount"));
  assert.ok(line);
  assert.equal(columnsOf(line, HEADERS), null);
  assert.equal(columnsOf(line, { one: patternOf("^Amount$"), other: patternOf("^Amount$") }), null);
  assert.ok(columnsOf(line, { one: patternOf("^Amount$") }));
});

test("a header can state a value itself, such as a unit", () => {
  const [line] = linesOf(pagesOfText("Register   Usage (kWh)"));
  assert.ok(line);
  const columns = columnsOf(line, { amount: patternOf(String.raw`^Usage \((?<unit>.+)\)$`) });
  assert.equal(columns?.stated["unit"]?.text, "kWh");
});

const STACKED = `
                                     Sales
Read        Days        Usage         Tax       Bill
Date        Used        (kWh)      Amount     Amount
02/10/2026    30        1,200        1.20      99.00`;

test("a header may be printed over several lines, with words above each other", () => {
  const lines = linesOf(pagesOfText(STACKED));
  const headers = {
    end: patternOf("^Read Date$"),
    amount: patternOf(String.raw`^Usage \(kWh\)$`),
    x_tax: patternOf("^Sales Tax Amount$"),
  };
  const header = headerAt(lines, 0, headers);
  assert.equal(header?.length, 3);
  const row = lines[3];
  assert.ok(row && header);
  const parts = splitByColumns(row, header.columns);
  assert.deepEqual([parts["end"]?.text, parts["amount"]?.text, parts["x_tax"]?.text], ["02/10/2026", "1,200", "1.20"]);
});

test("an unrelated line above a header is not part of it", () => {
  const lines = linesOf(pagesOfText(STACKED));
  const headers = { end: patternOf("^Read Date$"), amount: patternOf(String.raw`^Usage \(kWh\)$`) };
  assert.equal(headerAt(lines, 0, headers), null);
  assert.equal(headerAt(lines, 1, headers)?.length, 2);
});

test("distant lines, or lines on two pages, do not make a header together", () => {
  const headers = { end: patternOf("^Read Date$") };
  for (const text of ["Read\n\n\nDate", "Read\fDate"]) {
    assert.equal(headerAt(linesOf(pagesOfText(text)), 0, headers), null);
  }
});
