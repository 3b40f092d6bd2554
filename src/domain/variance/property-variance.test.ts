/** The weather in the change of a cost: what the model of a meter's earlier months expects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysInMonth, monthFromNumber, monthNumber } from "../calendar.ts";
import { CHANGE_CAUSES } from "../../records/codes.ts";
import type { CostedMonth } from "./month-history.ts";
import { varianceOfMeters, weatherByMonth, type ComparedMeter } from "./property-variance.ts";

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

/** A January against the one before, with the months from the `from`-th on. */
const january = (from = 0): ComparedMeter => withMonths(Array.from({ length: 37 - from }, (_, n) => monthOf(from + n)));
const withMonths = (months: CostedMonth[]): ComparedMeter => ({ id: 1, energy_type: "GAS", months, costed: months });

const monthOf = (at: number): CostedMonth => ({
  month: FIRST + at,
  days: daysInMonth(monthAt(at)),
  isComplete: true,
  use: useIn(at),
  demand: null,
  useCost: Math.round(useIn(at) * 2),
  demandCost: 0,
  fixedCost: 0,
  taxCost: 0,
  otherCost: 0,
});
const SPANS = { period: { first: monthAt(36), count: 1 }, against: { first: monthAt(24), count: 1 } };

test("a colder month of a heated building is weather", () => {
  const [meter] = varianceOfMeters([january()], weather, SPANS);
  assert.ok(meter?.weather);
  assert.deepEqual([Math.round(meter.weather.base), Math.round(meter.weather.perHeating)], [100, 20]);
  assert.equal(meter.change.weather, 24_00);
  assert.ok(CHANGE_CAUSES.every((cause) => cause === "weather" || Math.abs(meter.change[cause]) <= 1));
});

test("without a year of months before, or without their weather, there is no model and the change is use", () => {
  const [short] = varianceOfMeters([withMonths(january(24).costed.toSpliced(3, 1))], weather, SPANS);
  const [unknown] = varianceOfMeters([january()], new Map(), SPANS);
  for (const meter of [short, unknown])
    assert.deepEqual([meter?.weather, meter?.change.weather, meter?.change.use], [null, 0, 24_00]);
});

test("a model is made of complete months of known use alone, of at most three years before the period", () => {
  const months = january().costed;
  const spoilt = months.map((month) => (month.month % 2 === 0 ? month : { ...month, use: 1e9, isComplete: false }));
  const early = { ...monthOf(0), month: FIRST - 1, use: 1e9 };
  const unknown = { ...monthOf(35), use: null };
  for (const others of [spoilt, [early, ...months], months.with(35, unknown)]) {
    const [found] = varianceOfMeters([withMonths([...others])], weather, SPANS);
    assert.equal(Math.round(found?.weather?.perHeating ?? 0), 20);
  }
});

test("a month between two bills has no use to know, and one of unknown use makes the use of the period unknown", () => {
  const spans = { period: { first: monthAt(34), count: 3 }, against: { first: monthAt(22), count: 3 } };
  const months = january().costed;
  const empty = { ...monthOf(35), days: 0, isComplete: false, use: null, useCost: 0 };
  const unknown = { ...monthOf(35), use: null };
  const [between] = varianceOfMeters([withMonths(months.with(35, empty))], weather, spans);
  assert.ok((between?.change.days ?? 0) < 0);
  const [without] = varianceOfMeters([withMonths(months.with(35, unknown))], weather, spans);
  assert.deepEqual([without?.change.days, without?.change.weather], [0, 0]);
  assert.equal(without?.change.use, (without?.cost ?? 0) - (without?.costAgainst ?? 0));
});

test("a month that is charged for an unknown demand makes the demand of its period unknown", () => {
  const spans = { period: { first: monthAt(34), count: 3 }, against: { first: monthAt(22), count: 3 } };
  const months = january().costed.map((month) => ({ ...month, demand: 50, demandCost: 100_00 }));
  const unknown = months.map((month, at) => (at === 35 ? { ...month, demand: null } : month));
  const [meter] = varianceOfMeters([withMonths(unknown)], weather, spans);
  const [known] = varianceOfMeters([withMonths(months)], weather, spans);
  assert.deepEqual([meter?.change.demand, known?.change.demand, meter?.change.price], [0, 0, known?.change.price]);
});

test("without the weather of a compared month, its weather explains nothing", () => {
  const [meter] = varianceOfMeters([january()], weatherByMonth(weatherMonths.slice(0, 36)), SPANS);
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
