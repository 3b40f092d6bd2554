import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  addDays,
  dayFromNumber,
  dayNumber,
  daysBetween,
  daysInMonth,
  firstDayNumber,
  isDay,
  monthFromNumber,
  monthNumber,
  monthOfDayNumber,
  monthOf,
  monthsTouched,
  nextMonth,
  spanOf,
} from "./calendar.ts";

const anyDay = fc.integer({ min: -719_162, max: 2_932_865 }).map(dayFromNumber);

test("every day of the years 1 to 9999 keeps its number, and the calendar of the platform agrees", () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      assert.equal(dayNumber(day), Date.parse(`${day}T00:00:00Z`) / 86_400_000);
      assert.equal(dayFromNumber(dayNumber(day)), day);
      assert.ok(isDay(day));
    }),
  );
  assert.equal(dayNumber("1970-01-01"), 0);
});

test("months keep their number and begin on their first day", () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const month = monthOf(day);
      assert.equal(monthFromNumber(monthNumber(day)), month);
      assert.equal(monthOfDayNumber(dayNumber(day)), monthNumber(day));
      assert.equal(firstDayNumber(monthNumber(day)), dayNumber(month));
      assert.equal(dayNumber(nextMonth(month)) - dayNumber(month), daysInMonth(month));
    }),
    { examples: [["2023-12-31"], ["2024-02-29"]] },
  );
});

test("days are counted over month ends, leap days and years", () => {
  assert.equal(addDays("2024-02-28", 2), "2024-03-01");
  assert.equal(addDays("2100-02-28", 1), "2100-03-01");
  assert.equal(addDays("2026-01-01", -1), "2025-12-31");
  assert.equal(daysBetween("2024-02-10", "2024-03-12"), 31);
  assert.deepEqual(["2023-02-01", "2024-02-01", "2000-02-01", "1900-02-01"].map(daysInMonth), [28, 29, 29, 28]);
});

test("a text that is not a calendar day is rejected", () => {
  const strangers = [
    "2023-02-30",
    "2023-02-29",
    "2023-13-01",
    "9999-99-99",
    "2023-00-10",
    "2023-01-00",
    "2023-1-1",
    "",
    "2023-01-01T00",
  ];
  assert.deepEqual(
    strangers.filter((text) => isDay(text)),
    [],
  );
});

test("a period touches the months it has a day of, and a single date touches its own month", () => {
  assert.deepEqual(monthsTouched({ start_date: "2022-12-15", end_date: "2023-02-01" }), ["2022-12-01", "2023-01-01"]);
  assert.deepEqual(monthsTouched({ start_date: "2023-02-28", end_date: "2023-03-02" }), ["2023-02-01", "2023-03-01"]);
  assert.deepEqual(monthsTouched({ start_date: "2023-02-03", end_date: "2023-02-03" }), ["2023-02-01"]);
});

test("the span of periods goes from the first start to the last end", () => {
  const periods = [
    { start_date: "2023-02-01", end_date: "2023-03-01" },
    { start_date: "2023-01-15", end_date: "2023-02-01" },
  ];
  assert.deepEqual(spanOf(periods), { start_date: "2023-01-15", end_date: "2023-03-01" });
  assert.equal(spanOf([]), null);
});
