import assert from "node:assert/strict";
import { test } from "node:test";
import { daysBetween } from "./days.ts";
import { USUAL_LAST_DAY } from "./last-day.ts";
import { weatherBetween, weatherUntil } from "./weather.ts";

const WEATHER = weatherUntil(USUAL_LAST_DAY);

test("every day has weather, and its mean is between its highest and its lowest", () => {
  WEATHER.slice(1).forEach(({ day }, at) => assert.equal(daysBetween(WEATHER[at]?.day ?? "", day), 1));
  for (const { highF, meanF, lowF } of WEATHER) assert.equal(highF + lowF, 2 * meanF);
});

test("winters are cold and summers hot", () => {
  const mean = (month: string) => {
    const days = WEATHER.filter(({ day }) => day.slice(5, 7) === month);
    return days.reduce((sum, { meanF }) => sum + meanF, 0) / days.length;
  };
  assert.ok(mean("01") < 34 && mean("07") > 70, `${mean("01")} ${mean("07")}`);
});

test("the weather between two days is that of each, without the last", () => {
  const days = weatherBetween("2024-02-28", "2024-03-01");
  assert.deepEqual(
    days.map(({ day }) => day),
    ["2024-02-28", "2024-02-29"],
  );
  assert.deepEqual(weatherBetween("2024-02-28", "2024-02-28"), []);
});

test("a day outside of the series has no weather", () => {
  assert.equal(weatherBetween("2049-12-31", "2050-01-01").length, 1);
  assert.throws(() => weatherBetween("2049-12-31", "2050-01-02"), RangeError);
  assert.throws(() => weatherBetween("2023-08-31", "2023-09-02"), RangeError);
});
