import assert from "node:assert/strict";
import { test } from "node:test";
import { daysInMonth, monthFromNumber, monthNumber } from "./calendar.ts";
import { packDailyMeans } from "./caltrack/degree-table.ts";
import type { Model } from "./caltrack/fit.ts";
import { inTypicalWeather, typicalUse } from "./typical-weather.ts";

/** 10 a day, and 2 for each degree below 60 °F. */
const MODEL: Model = {
  type: "hdd_only",
  basePerDay: 10,
  perHeatingDegree: 2,
  heatingBalanceF: 60,
  perCoolingDegree: null,
  coolingBalanceF: null,
  adjustedR2: 1,
};

/** Each day of a month has the same temperature. */
function weather(meanOf: (month: string) => number, first: string, count: number) {
  const months = Array.from({ length: count }, (_, at) => monthFromNumber(monthNumber(first) + at));
  return packDailyMeans(
    months.flatMap((month) =>
      Array.from({ length: daysInMonth(month) }, (_, at) => ({
        day: `${month.slice(0, 8)}${String(at + 1).padStart(2, "0")}`,
        mean_f: meanOf(month),
      })),
    ),
  );
}

test("typical weather is the mean of the years of a calendar month, and of ten at most", () => {
  // Each January is a degree colder than the one before: 50 °F in 2012, 38 °F in 2024.
  const temperatures = weather((month) => 50 - (Number(month.slice(0, 4)) - 2012), "2012-01-01", 13 * 12);
  const typical = typicalUse(MODEL, temperatures, "2024-03-01");
  // The Januaries of 2015 to 2024: 47 to 38 °F, a mean of 17.5 degrees below 60 °F.
  assert.deepEqual(typical[0], { perDay: 10 + 2 * 17.5, years: 10 });
  // The latest December is that of 2023.
  assert.deepEqual(typical[11], { perDay: 10 + 2 * 16.5, years: 10 });
});

test("a calendar month with one year of temperatures, or with days that are missing, has no typical weather", () => {
  const [january, april] = [0, 3];
  const typical = typicalUse(
    MODEL,
    weather(() => 50, "2023-01-01", 15),
    "2024-03-01",
  );
  assert.deepEqual([typical[january], typical[april]], [{ perDay: 30, years: 2 }, null]);
});

const MONTH = { usage: 1000, days_billed: 31, modelledPerDay: 30, total_cost: 250, usage_cost: 200 };

test("a month that was colder than usual would have used and cost less in typical weather, at its own price per unit", () => {
  const month = { ...MONTH, interim_rate_cost: null };
  assert.deepEqual(inTypicalWeather(month, { perDay: 20, years: 5 }), { usage: 690, cost: 250 - 310 * 0.2 });
  assert.deepEqual(inTypicalWeather(month, { perDay: 30, years: 5 }), { usage: 1000, cost: 250 });
});

test("use never falls below 0, and what is not known stays unknown", () => {
  const month = { ...MONTH, interim_rate_cost: 0 };
  assert.deepEqual(inTypicalWeather({ ...month, usage: 100 }, { perDay: 20, years: 5 }), { usage: 0, cost: 50 });
  assert.deepEqual(inTypicalWeather({ ...month, usage: 0 }, { perDay: 30, years: 5 }), { usage: 0, cost: null });
  for (const unknown of [{ usage: null }, { days_billed: null }, { modelledPerDay: null }])
    assert.deepEqual(inTypicalWeather({ ...month, ...unknown }, { perDay: 20, years: 5 }), { usage: null, cost: null });
  assert.deepEqual(inTypicalWeather(month, null), { usage: null, cost: null });
});
