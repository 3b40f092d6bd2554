import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addDays,
  daysBetween,
  longDate,
  nearestWorkingDay,
  nextWorkingDay,
  shortDate,
  slashDate,
  weekdayOf,
} from "./days.ts";

test("days are counted over month ends, leap days and years", () => {
  assert.equal(addDays("2024-02-28", 2), "2024-03-01");
  assert.equal(addDays("2026-01-01", -1), "2025-12-31");
  assert.equal(daysBetween("2024-02-10", "2024-03-12"), 31);
});

test("a weekend moves to a working day, and a working day stays", () => {
  const friday = "2026-03-13";
  assert.equal(weekdayOf(friday), 5);
  assert.deepEqual([nextWorkingDay(friday), nearestWorkingDay(friday)], [friday, friday]);
  assert.deepEqual([nextWorkingDay("2026-03-14"), nearestWorkingDay("2026-03-14")], ["2026-03-16", friday]);
  assert.deepEqual([nextWorkingDay("2026-03-15"), nearestWorkingDay("2026-03-15")], ["2026-03-16", "2026-03-16"]);
});

test("dates are printed in the three ways of the utilities", () => {
  assert.equal(longDate("2026-03-04"), "March 4, 2026");
  assert.equal(shortDate("2026-03-14"), "Mar 14, 2026");
  assert.equal(slashDate("2026-03-04"), "03/04/2026");
});
