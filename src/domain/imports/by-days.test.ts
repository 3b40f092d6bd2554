import assert from "node:assert/strict";
import { test } from "node:test";
import { byDays } from "./by-days.ts";

const period = (days: string) => {
  const [start_date = "", end_date = ""] = days.split("..");
  return { start_date, end_date };
};

test("things that share a day with a period are found once, whatever the months between", () => {
  const things = byDays<string>();
  things.add("M7", period("2022-12-20..2023-02-10"), "winter");
  things.add("M7", period("2023-03-31..2023-04-01"), "a day");
  things.add("M7", period("2023-06-05..2023-06-05"), "a delivery");
  things.add("M8", period("2023-01-01..2023-02-01"), "another meter");
  assert.deepEqual([...things.near("M7", period("2023-01-01..2023-02-01"))], ["winter"]);
  assert.deepEqual([...things.near("M7", period("2022-01-01..2024-01-01"))], ["winter", "a day", "a delivery"]);
  assert.deepEqual([...things.near("M7", period("2023-04-01..2023-05-01"))], ["a day"], "it ends where that begins");
  assert.deepEqual([...things.near("M7", period("2023-08-01..2023-09-01"))], []);
  assert.deepEqual([...things.near("M9", period("2023-01-01..2023-02-01"))], []);
});
