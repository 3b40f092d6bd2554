/** The weather in the change of a cost: what the model of a meter's earlier months expects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysInMonth, monthFromNumber, monthNumber } from "../calendar.ts";
import { meterMonth } from "../property/roll-up.fixtures.ts";
import { CHANGE_CAUSES } from "../../records/codes.ts";
import { varianceOfMeters, type ComparedMeter } from "./property-variance.ts";

const FIRST = monthNumber("2022-01-01");
const monthAt = (at: number) => monthFromNumber(FIRST + at);
/** Warm summers, and a last winter that is colder by a tenth. */
const heatingIn = (at: number) => Math.max(0, Math.cos((at * Math.PI) / 6)) * 600 * (at >= 36 ? 1.1 : 1);
const weather = Array.from({ length: 39 }, (_, at) => ({
  effective_month: monthAt(at),
  heating_degree_days: heatingIn(at),
  cooling_degree_days: 0,
  month_complete: true,
}));

/** A heated building: 100 kBtu a day and 20 for each degree day, at two cents each. */
function heated(months: number): ComparedMeter {
  return {
    id: 1,
    energy_type: "GAS",
    months: Array.from({ length: months }, (_, at) => {
      const days = daysInMonth(monthAt(at));
      const use = 100 * days + 20 * heatingIn(at);
      return meterMonth(monthAt(at).slice(0, 7), {
        distribution_kbtus: use,
        usage_cost: Math.round(use * 2) / 100,
      });
    }),
  };
}

const JANUARY = { period: { first: monthAt(36), count: 1 }, against: { first: monthAt(24), count: 1 } };

test("a colder month of a heated building is weather", () => {
  const [meter] = varianceOfMeters([heated(37)], weather, JANUARY);
  assert.ok(meter?.weather);
  assert.deepEqual([Math.round(meter.weather.base), Math.round(meter.weather.perHeating)], [100, 20]);
  assert.equal(meter.change.weather, 24_00);
  assert.ok(CHANGE_CAUSES.every((cause) => cause === "weather" || Math.abs(meter.change[cause]) <= 1));
});

test("without a year of months before, or without their weather, there is no model and the change is use", () => {
  const short = { ...heated(37), months: heated(37).months.slice(24) };
  const [few] = varianceOfMeters([{ ...short, months: short.months.filter((_, at) => at !== 3) }], weather, JANUARY);
  const [unknown] = varianceOfMeters([heated(37)], [], JANUARY);
  for (const meter of [few, unknown])
    assert.deepEqual([meter?.weather, meter?.change.weather, meter?.change.use], [null, 0, 24_00]);
});
