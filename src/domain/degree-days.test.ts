import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, daysInMonth } from "./calendar.ts";
import { degreeDaysOf, monthlyDegreeDays, publishedMeanF } from "./degree-days.ts";

const day = (high_f: number, low_f: number) => ({ high_f, low_f });

/** Each day of the month, all equal. */
const wholeMonth = (month: string, high_f: number, low_f: number) =>
  Array.from({ length: daysInMonth(month) }, (_, index) => ({ day: addDays(month, index), high_f, low_f }));

test("a half degree is rounded up, on either side of zero", () => {
  assert.equal(publishedMeanF(day(66, 55)), 61);
  assert.equal(publishedMeanF(day(4, -5)), 0);
  assert.equal(publishedMeanF(day(-4, -9)), -6);
});

test("a day has degree days for heating or for cooling, and neither at 65", () => {
  assert.deepEqual(degreeDaysOf(day(50, 30)), { heating: 25, cooling: 0 });
  assert.deepEqual(degreeDaysOf(day(90, 70)), { heating: 0, cooling: 15 });
  assert.deepEqual(degreeDaysOf(day(75, 55)), { heating: 0, cooling: 0 });
  assert.deepEqual(degreeDaysOf(day(75, 54)), { heating: 0, cooling: 0 }, "64.5 is 65");
});

test("a month is the sum of its days", () => {
  assert.deepEqual(monthlyDegreeDays(wholeMonth("2024-02-01", 50, 30)), [
    {
      effective_month: "2024-02-01",
      heating_degree_days: 29 * 25,
      cooling_degree_days: 0,
      days_present: 29,
      month_complete: true,
    },
  ]);
});

test("a month with a missing day sums the known days and is marked as incomplete", () => {
  const [month] = monthlyDegreeDays(wholeMonth("2023-04-01", 50, 30).slice(1));
  assert.deepEqual(month, {
    effective_month: "2023-04-01",
    heating_degree_days: 29 * 25,
    cooling_degree_days: 0,
    days_present: 29,
    month_complete: false,
  });
});

test("a month without known days is null, not 0, and is listed between the known ones", () => {
  const months = monthlyDegreeDays([...wholeMonth("2023-03-01", 90, 70), ...wholeMonth("2023-01-01", 50, 30)]);
  assert.deepEqual(
    months.map(({ effective_month, heating_degree_days, days_present }) => [
      effective_month,
      heating_degree_days,
      days_present,
    ]),
    [
      ["2023-01-01", 775, 31],
      ["2023-02-01", null, 0],
      ["2023-03-01", 0, 31],
    ],
  );
  assert.equal(months[1]?.cooling_degree_days, null);
  assert.equal(months[1]?.month_complete, false);
});

test("no days, no months", () => assert.deepEqual(monthlyDegreeDays([]), []));
