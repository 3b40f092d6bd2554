import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readRows, sheetRow } from "./imports.fixtures.ts";
import type { Row } from "./row.ts";

const periodsOf = (rows: Row[], over = {}) =>
  readRows(rows, over).bills.map(({ statement }) => {
    const [usage] = statement.meters[0]?.usages ?? [];
    return `${usage?.start_date}..${usage?.end_date}`;
  });
const reasonsOf = (rows: Row[], over = {}) => readRows(rows, over).refusals.map(({ row, reason }) => [row, reason]);

describe("the end of a period", () => {
  test("counts when the next period begins a day later", () => {
    const rows = [sheetRow(2, "2023-01-10..2023-02-08"), sheetRow(3, "2023-02-09..2023-03-09")];
    assert.deepEqual(periodsOf(rows, { period_end_default: "exclusive" }), [
      "2023-01-10..2023-02-09",
      "2023-02-09..2023-03-10",
    ]);
  });

  test("does not count when the next period begins on the same day", () => {
    const rows = [sheetRow(2, "2023-01-10..2023-02-09"), sheetRow(3, "2023-02-09..2023-03-10")];
    assert.deepEqual(periodsOf(rows), ["2023-01-10..2023-02-09", "2023-02-09..2023-03-10"]);
  });

  test("follows the profile when the profile states it, and when the rows do not decide it", () => {
    const alone = [sheetRow(2, "2023-01-10..2023-02-09")];
    assert.deepEqual(periodsOf(alone), ["2023-01-10..2023-02-10"]);
    assert.deepEqual(periodsOf(alone, { period_end_default: "exclusive" }), ["2023-01-10..2023-02-09"]);
    const shared = [sheetRow(2, "2023-01-10..2023-02-09"), sheetRow(3, "2023-02-10..2023-03-10")];
    assert.deepEqual(periodsOf(shared, { period_end_is: "exclusive" }), [
      "2023-01-10..2023-02-09",
      "2023-02-10..2023-03-10",
    ]);
  });

  test("may differ between the utilities of one file, and one odd pair changes nothing", () => {
    const months = ["01-01..01-31", "02-01..02-28", "03-01..03-31", "04-01..04-30"];
    const reads = ["01-05..02-05", "02-05..03-05", "03-05..04-05", "04-06..05-06"];
    const of = (periods: string[], utility_company: string, first: number) =>
      periods.map((period, index) => {
        const [start = "", end = ""] = period.split("..");
        return sheetRow(first + index, `2023-${start}..2023-${end}`, { utility_company });
      });
    const rows = [...of(months, "By months", 2), ...of(reads, "By reads", 10)];
    assert.deepEqual(periodsOf(rows), [
      "2023-01-01..2023-02-01",
      "2023-02-01..2023-03-01",
      "2023-03-01..2023-04-01",
      "2023-04-01..2023-05-01",
      "2023-01-05..2023-02-05",
      "2023-02-05..2023-03-05",
      "2023-03-05..2023-04-05",
      "2023-04-06..2023-05-06",
    ]);
  });

  test("follows from a printed number of days; a number that fits neither convention refuses the row", () => {
    assert.deepEqual(periodsOf([sheetRow(2, "2023-01-10..2023-02-09", { days: 30 })]), ["2023-01-10..2023-02-09"]);
    assert.deepEqual(periodsOf([sheetRow(2, "2023-01-10..2023-02-09", { days: 31 })]), ["2023-01-10..2023-02-10"]);
    assert.deepEqual(reasonsOf([sheetRow(2, "2023-01-10..2023-02-09", { days: 29 })]), [[2, "days_do_not_match"]]);
  });

  test("before the beginning, on it, or in the future refuses the row", () => {
    assert.deepEqual(reasonsOf([sheetRow(2, "2023-02-09..2023-01-10")]), [[2, "end_before_start"]]);
    assert.deepEqual(reasonsOf([sheetRow(2, "2023-01-10..2023-01-10")], { period_end_is: "exclusive" }), [
      [2, "zero_days"],
    ]);
    assert.deepEqual(reasonsOf([sheetRow(2, "2026-11-01..2026-11-22")]), [[2, "future_date"]]);
    assert.deepEqual(periodsOf([sheetRow(2, "2026-11-01..2026-11-21")]), ["2026-11-01..2026-11-22"]);
  });
});

describe("a row with a read date alone", () => {
  const readOn = (row: number, read_date: string, over = {}) => sheetRow(row, null, { read_date, ...over });

  test("begins at the read of its meter before it, in any order of rows", () => {
    const rows = [
      readOn(2, "2023-03-10"),
      readOn(3, "2023-01-09"),
      readOn(4, "2023-02-08"),
      readOn(5, "2023-03-01", { meter_num: "M8" }),
    ];
    assert.deepEqual(periodsOf(rows), ["2023-01-09..2023-02-08", "2023-02-08..2023-03-10"]);
    assert.deepEqual(reasonsOf(rows), [
      [3, "no_read_before"],
      [5, "no_read_before"],
    ]);
  });

  test("is refused when the read before it may be one with an unreadable day", () => {
    const unread = sheetRow(4, null, { isRefused: true });
    const days = ["2023-01-09", "2023-02-08", null, "2023-04-10", "2023-05-09"];
    const rows = days.map((day, index) => (day === null ? unread : readOn(index + 2, day)));
    assert.deepEqual(periodsOf(rows), ["2023-01-09..2023-02-08", "2023-04-10..2023-05-09"]);
    assert.deepEqual(periodsOf(rows.toReversed()), ["2023-01-09..2023-02-08", "2023-04-10..2023-05-09"]);
    assert.deepEqual(reasonsOf(rows), [
      [2, "no_read_before"],
      [5, "no_read_before"],
    ]);
  });

  test("begins its period where the profile says so, and the last one has no end", () => {
    const rows = [readOn(2, "2023-03-10"), readOn(3, "2023-01-09"), readOn(4, "2023-02-08")];
    const begins = { read_date_is: "period_start" } as const;
    assert.deepEqual(periodsOf(rows, begins), ["2023-01-09..2023-02-08", "2023-02-08..2023-03-10"]);
    assert.deepEqual(reasonsOf(rows, begins), [[2, "no_read_after"]]);
  });

  test("and without amounts only bounds the periods of its neighbors", () => {
    const bare = { usages: [], charges: [], isBoundary: true };
    const rows = [readOn(2, "2023-01-09", bare), readOn(3, "2023-02-08"), readOn(4, "2023-03-10", bare)];
    assert.deepEqual(periodsOf(rows), ["2023-01-09..2023-02-08"]);
    assert.deepEqual(periodsOf(rows, { read_date_is: "period_start" }), ["2023-02-08..2023-03-10"]);
    assert.deepEqual(reasonsOf(rows), []);
  });

  test("without a neighbor has the days that its row states, and a neighbor that contradicts them refuses it", () => {
    const rows = [readOn(2, "2023-02-08", { days: 30 }), readOn(3, "2023-03-10", { days: 30 })];
    assert.deepEqual(periodsOf(rows), ["2023-01-09..2023-02-08", "2023-02-08..2023-03-10"]);
    assert.deepEqual(periodsOf(rows, { read_date_is: "period_start" }), [
      "2023-02-08..2023-03-10",
      "2023-03-10..2023-04-09",
    ]);
    const gap = [readOn(2, "2023-02-08"), readOn(3, "2023-04-10", { days: 31 })];
    assert.deepEqual(reasonsOf(gap), [
      [2, "no_read_before"],
      [3, "days_do_not_match"],
    ]);
  });

  test("is refused when the read after it may be one with an unreadable day", () => {
    const unread = sheetRow(4, null, { isRefused: true });
    const days = ["2023-01-09", "2023-02-08", null, "2023-04-10", "2023-05-09"];
    const rows = days.map((day, index) => (day === null ? unread : readOn(index + 2, day)));
    const begins = { read_date_is: "period_start" } as const;
    assert.deepEqual(periodsOf(rows, begins), ["2023-01-09..2023-02-08", "2023-04-10..2023-05-09"]);
    assert.deepEqual(reasonsOf(rows, begins), [
      [3, "no_read_after"],
      [6, "no_read_after"],
    ]);
    assert.match(String(readRows(rows, begins).refusals[0]?.detail), /read in row 4 cannot be read, .* the one after/);
  });

  test("of a delivery belongs to its day, for delivered fuels only", () => {
    const oil = { delivery_date: "2023-02-01", energy_type: "FUEL_OIL" as const };
    const usages = [{ amount: "200", unit: "gal", type: "usage_amount" as const, description: "Oil", column: null }];
    assert.deepEqual(periodsOf([sheetRow(2, null, { ...oil, usages })]), ["2023-02-01..2023-02-01"]);
    assert.deepEqual(reasonsOf([sheetRow(2, null, { ...oil, energy_type: "ELECTRIC" })]), [
      [2, "bill_does_not_add_up"],
    ]);
    assert.deepEqual(reasonsOf([sheetRow(2, null)]), [[2, "required"]]);
  });
});
