/** The weather in the change of a cost: what the model of a meter's earlier months expects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysInMonth, monthFromNumber, monthNumber } from "../calendar.ts";
import { CHANGE_CAUSES } from "../../records/codes.ts";
import { varianceOfMeters, weatherByMonth, type ComparedMeter, type MeterPeriod } from "./property-variance.ts";

const FIRST = monthNumber("2022-01-01");
const monthAt = (at: number) => monthFromNumber(FIRST + at);
/** Warm summers, and a last winter that is colder by a tenth. */
const heatingIn = (at: number) => Math.max(0, Math.cos((at * Math.PI) / 6)) * 600 * (at >= 36 ? 1.1 : 1);
const weatherMonths = Array.from({ length: 39 }, (_, at) => ({
  effective_month: monthAt(at),
  heating_degree_days: heatingIn(at),
  cooling_degree_days: 0,
  month_complete: true,
}));
const weather = weatherByMonth(weatherMonths);

/** A heated building: 100 kBtu a day and 20 for each degree day, at two cents each. */
const useIn = (at: number) => 100 * daysInMonth(monthAt(at)) + 20 * heatingIn(at);

function periodOf(at: number): MeterPeriod {
  const days = daysInMonth(monthAt(at));
  return {
    days,
    use: useIn(at),
    demand: null,
    useCost: Math.round(useIn(at) * 2),
    demandCost: 0,
    fixedCost: 0,
    taxCost: 0,
    otherCost: 0,
    billed: [{ month: FIRST + at, days }],
  };
}

/** A January against the one before, with the months before it from the `from`-th on. */
const january = (from: number): ComparedMeter => ({
  id: 1,
  energy_type: "GAS",
  uses: Array.from({ length: 36 - from }, (_, n) => ({ month: FIRST + from + n, use: useIn(from + n) })),
  now: periodOf(36),
  before: periodOf(24),
});

test("a colder month of a heated building is weather", () => {
  const [meter] = varianceOfMeters([january(0)], weather);
  assert.ok(meter?.weather);
  assert.deepEqual([Math.round(meter.weather.base), Math.round(meter.weather.perHeating)], [100, 20]);
  assert.equal(meter.change.weather, 24_00);
  assert.ok(CHANGE_CAUSES.every((cause) => cause === "weather" || Math.abs(meter.change[cause]) <= 1));
});

test("without a year of months before, or without their weather, there is no model and the change is use", () => {
  const [few] = varianceOfMeters([january(25)], weather);
  const [unknown] = varianceOfMeters([january(0)], new Map());
  for (const meter of [few, unknown])
    assert.deepEqual([meter?.weather, meter?.change.weather, meter?.change.use], [null, 0, 24_00]);
});

test("without the weather of a compared month, its weather explains nothing", () => {
  const [meter] = varianceOfMeters([january(0)], weatherByMonth(weatherMonths.slice(0, 36)));
  assert.deepEqual([meter?.weather === null, meter?.change.weather, meter?.change.use], [false, 0, 24_00]);
});

test("a month whose weather is not complete or not known has none", () => {
  const [month] = weatherMonths;
  assert.ok(month);
  const months = [
    { ...month, month_complete: false },
    { ...month, heating_degree_days: null },
  ];
  assert.equal(weatherByMonth(months).size, 0);
});
