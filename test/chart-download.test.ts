/** The figures of a chart of the dashboard, saved as CSV, are as harmless in a spreadsheet as the files of reports. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { withoutFormula } from "../src/formats/csv/csv-file.ts";
import { csvOf } from "../web/src/charts/chart-data.ts";

const HOSTILE = [
  "=1+1",
  "+cmd|' /C calc'!A0",
  "@SUM(A1)",
  " =1+1",
  '"=1+1',
  "'=1+1",
  "\uFF1D1+1",
  "Main street;=1+1",
  "Main street\t=1+1",
  "Main street\r\n=1+1",
  "Main street, 2\n@SUM(A1)",
];
const HARMLESS = ["Main street 2 - north", "A = B", "-12.5", "+3", "2026-01"];

test("a text in it is no formula in a spreadsheet of any locale, and a number stays one", () => {
  const columns = [
    { key: "name", label: "=Name" },
    { key: "value", label: "kWh" },
  ];
  const rows = [...HOSTILE, ...HARMLESS].map((name) => ({ name, value: -3.5 }));
  const read: string[][] = parse(csvOf({ columns, rows }), { record_delimiter: "\r\n" });
  assert.deepEqual(read, [
    ["'=Name", "kWh"],
    ...HOSTILE.map((name) => [withoutFormula(name), "-3.5"]),
    ...HARMLESS.map((name) => [name, "-3.5"]),
  ]);
});
