import assert from "node:assert/strict";
import { test } from "node:test";
import { monthFromNumber } from "../calendar.ts";
import type { EnergyMonth } from "./roll-up-energy.ts";
import type { WeatherMonth } from "../findings/billed-period.ts";
import { yearBefore } from "./star-year.ts";

const FIRST = 2023 * 12;
const months = (change: (index: number) => Partial<EnergyMonth> = () => ({})): EnergyMonth[] =>
  Array.from({ length: 14 }, (_, index) => ({
    effective_month: monthFromNumber(FIRST + index),
    cost: 1,
    kbtus: 30,
    lbs_co2: 1,
    kbtusByType: { ELECTRIC: 10, GAS: 20 },
    month_complete: true,
    ...change(index),
  }));
const weather = (change: (index: number) => Partial<WeatherMonth> = () => ({})): WeatherMonth[] =>
  Array.from({ length: 14 }, (_, index) => ({
    effective_month: monthFromNumber(FIRST + index),
    heating_degree_days: 100,
    cooling_degree_days: index,
    month_complete: true,
    ...change(index),
  }));

test("energy and weather are those of the twelve months before, without the month itself", () => {
  assert.deepEqual(yearBefore("2024-02-01", { months: months(), weather: weather() }), {
    kbtusByType: { ELECTRIC: 120, GAS: 240 },
    weather: { hdd65: 1200, cdd65: 78 },
  });
});

test("a month with unknown energy makes the year unknown", () => {
  const year = months((index) => (index === 3 ? { kbtus: null, kbtusByType: { ELECTRIC: 10, GAS: null } } : {}));
  assert.deepEqual(yearBefore("2024-01-01", { months: year, weather: [] }).kbtusByType, { ELECTRIC: null, GAS: null });
});

test("gas that goes out of service counts until its end", () => {
  const year = months((index) => (index > 5 ? { kbtus: 10, kbtusByType: { ELECTRIC: 10 } } : {}));
  assert.deepEqual(yearBefore("2024-01-01", { months: year, weather: [] }).kbtusByType, { ELECTRIC: 120, GAS: 120 });
});

test("weather with a missing month counts as unknown", () => {
  const holes: ((index: number) => Partial<WeatherMonth>)[] = [
    (index) => (index === 4 ? { month_complete: false } : {}),
    (index) => (index === 4 ? { heating_degree_days: null } : {}),
  ];
  for (const hole of holes)
    assert.equal(yearBefore("2024-01-01", { months: months(), weather: weather(hole) }).weather, null);
  assert.equal(yearBefore("2024-01-01", { months: months(), weather: weather().slice(1) }).weather, null);
});
