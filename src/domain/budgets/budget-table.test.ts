import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { monthNumber } from "../calendar.ts";
import { readBudgetTable, readMonth } from "./budget-table.ts";

const read = (...lines: string[]) =>
  readBudgetTable(
    lines.map((text, at) => ({ line: at + 1, cells: text.split(",") })),
    { readAmount: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? text : null), monthsMax: 24 },
  );
const HEADER = "property_id,property,service,2027-01,2027-02";
const JANUARY = monthNumber("2027-01-01");

describe("a table of budgets", () => {
  test("gives an amount for each cell; an empty one removes", () => {
    const { amounts, faults } = read(HEADER, "7,Lane,ELECTRIC,1250.5,", "7,Lane,all,,900", "", "8,,Natural Gas,1,2");
    assert.deepEqual(faults, []);
    assert.deepEqual(
      amounts.map(({ line, property_id, energy_type, month, cents }) => [
        line,
        property_id,
        energy_type,
        month - JANUARY,
        cents,
      ]),
      [
        [2, 7, "ELECTRIC", 0, 1250_50],
        [2, 7, "ELECTRIC", 1, null],
        [3, 7, null, 0, null],
        [3, 7, null, 1, 900_00],
        [5, 8, "GAS", 0, 1_00],
        [5, 8, "GAS", 1, 2_00],
      ],
    );
  });

  test("says of each mistake its line and its column, and then gives no amounts", () => {
    const { amounts, faults } = read(HEADER, "x,,GAS,1,2", "7,,heat,1,2", "7,,GAS,abc,1.234", "7,,GAS,1,2");
    assert.deepEqual(amounts, []);
    assert.deepEqual(
      faults.map(({ line, field }) => `${line} ${field}`),
      ["2 property_id", "3 service", "4 2027-01", "4 2027-02", "5 service"],
    );
  });

  test("needs its columns, each once", () => {
    assert.deepEqual(
      read("property,2027-01").faults.map(({ field }) => field),
      ["property_id", "service"],
    );
    assert.deepEqual(
      read("property_id,service").faults.map(({ field }) => field),
      ["months"],
    );
    assert.deepEqual(
      read("property_id,service,2027-01,Jan-27").faults.map(({ field }) => field),
      ["Jan-27"],
    );
    assert.equal(read().faults.length, 3);
  });

  test("names at most a hundred mistakes", () => {
    assert.equal(read(HEADER, ...Array.from({ length: 300 }, () => "7,,nothing,1,2")).faults.length, 100);
  });
});

test("a month is read as spreadsheets write it, in both languages", () => {
  for (const text of [
    "2027-01",
    "2027-01-01",
    "Jan-27",
    "Jan 2027",
    "January 2027",
    "ene-27",
    "enero 2027",
    "ene. 2027",
  ])
    assert.equal(readMonth(text), JANUARY, text);
  for (const text of ["2027-13", "27-01", "Total", "1850-01", "", "property", "Jan", "Jan-27-1"])
    assert.equal(readMonth(text), null, text);
});
