import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "../calendar.ts";
import { drawReads, drawTemperatures, FIRST_DAY, type Habit } from "./caltrack.fixtures.ts";
import { packDailyMeans } from "./degree-table.ts";
import { modelMeter } from "./model-meter.ts";

const temperatures = drawTemperatures();
const SAVINGS_START = "2022-02-10";
const END = "2023-06-01";
const HOUSE: Habit = { base: 12, heating: 0.8, heatingAtF: 58, cooling: 1.5, coolingAtF: 68 };

const near = (actual: number | null | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-6, `${actual}, not ${expected}`);

function model(habit: Habit, change: Partial<Parameters<typeof modelMeter>[0]> = {}, days = 30) {
  const reads = drawReads(habit, FIRST_DAY, END, days, temperatures);
  return modelMeter({
    reads,
    temperatures,
    fuel: "electricity",
    savingsStart: SAVINGS_START,
    stationKm: 12,
    ...change,
  });
}
const rulesOf = ({ findings }: ReturnType<typeof modelMeter>) => findings.map(({ rule }) => rule);

test("a meter that follows the weather exactly is modelled exactly, and has avoided nothing", () => {
  const result = model(HOUSE);
  assert.equal(result.sufficient, true);
  assert.equal(result.model?.type, "cdd_hdd");
  near(result.model?.basePerDay, 12);
  near(result.model?.perHeatingDegree, 0.8);
  near(result.model?.perCoolingDegree, 1.5);
  assert.deepEqual([result.model?.heatingBalanceF, result.model?.coolingBalanceF], [58, 68]);
  near(result.model?.adjustedR2, 1);
  near(result.total?.avoided, 0);
  assert.deepEqual(result.findings, []);
});

test("gas has no model with cooling", () => {
  assert.equal(model(HOUSE, { fuel: "gas" }).model?.coolingBalanceF, null);
});

test("use that never changes is its own model, whatever the weather", () => {
  const { model: fitted } = model({ ...HOUSE, heating: 0, cooling: 0 });
  assert.equal(fitted?.type, "intercept_only");
  near(fitted?.basePerDay, 12);
});

test("reduced use is avoided use, to the unit", () => {
  const reads = drawReads(HOUSE, FIRST_DAY, END, 30, temperatures).map((read) =>
    read.start_date >= SAVINGS_START ? { ...read, usage: (read.usage ?? 0) - 90 } : read,
  );
  const result = model(HOUSE, { reads });
  assert.ok(result.avoided.length > 12);
  for (const row of result.avoided) near(row.avoided, 90);
  near(result.total?.avoided, 90 * result.avoided.length);
  assert.ok((result.band ?? -1) >= 0 && (result.band ?? 1) < 1);
});

test("the read in which the savings began counts on neither side", () => {
  const result = model(HOUSE);
  const cut = drawReads(HOUSE, FIRST_DAY, END, 30, temperatures).find(
    ({ start_date, end_date }) => start_date < SAVINGS_START && end_date > SAVINGS_START,
  );
  assert.ok(cut);
  assert.equal(result.baseline?.end_date, cut.start_date);
  assert.equal(result.avoided[0]?.start_date, cut.end_date);
});

/**
 * Reads, of which those that begin on one of the days are estimated; an estimate and the read that settles it have opposite
 * errors of the same size.
 */
function withEstimates(isEstimated: (index: number) => boolean) {
  const reads = drawReads(HOUSE, FIRST_DAY, END, 30, temperatures);
  return reads.map((read, index) => {
    const off = (isEstimated(index) ? 100 : 0) - (isEstimated(index - 1) ? 100 : 0);
    return { ...read, usage: (read.usage ?? 0) + off, estimated: isEstimated(index) };
  });
}

test("an estimate of the baseline that a read has settled costs its days and not the model", () => {
  const result = model(HOUSE, { reads: withEstimates((index) => index === 6) });
  assert.equal(result.sufficient, true);
  const joined = result.baselinePeriods.find(({ estimatedDays }) => estimatedDays > 0);
  assert.deepEqual([joined?.days, joined?.leftOut], [60, null]);
  near(result.total?.avoided, 0);
});

test("a read that is longer than the cycle is left out, and so are the estimates that it settles", () => {
  const reads = drawReads(HOUSE, FIRST_DAY, END, 30, temperatures);
  const [long, next] = [reads[6], reads[7]];
  assert.ok(long && next);
  const end = addDays(long.start_date, 40);
  reads[6] = { ...long, end_date: end };
  reads[7] = { ...next, start_date: end };
  const periods = model(HOUSE, { reads }).baselinePeriods;
  const leftOut = periods.filter(({ leftOut: reason }) => reason !== null).map((period) => period.leftOut);
  assert.deepEqual(leftOut, ["too_long", "too_short"]);
});

test("an estimate before the savings that is settled after their start counts on neither side", () => {
  const reads = drawReads(HOUSE, FIRST_DAY, END, 30, temperatures);
  const last = reads.findLastIndex(({ end_date }) => end_date <= SAVINGS_START);
  const start = reads[last]?.end_date ?? "";
  const settled = model(HOUSE, { reads, savingsStart: start });
  const result = model(HOUSE, { reads: withEstimates((index) => index === last), savingsStart: start });
  assert.equal(settled.baseline?.end_date, start);
  assert.equal(result.baseline?.end_date, reads[last]?.start_date);
  assert.equal(result.avoided[0]?.start_date, reads[last + 1]?.end_date);
  for (const row of result.avoided) near(row.avoided, 0);
});

test("a year with three reads missing does not suffice, and no avoided use is stated", () => {
  const reads = drawReads(HOUSE, FIRST_DAY, END, 30, temperatures);
  const result = model(HOUSE, { reads: reads.filter((_, index) => index < 5 || index > 7) });
  assert.equal(result.sufficient, false);
  assert.deepEqual(rulesOf(result), ["usage_days_missing", "days_missing"]);
  assert.deepEqual([result.avoided, result.total, result.band], [[], null, null]);
});

test("a year with six weeks without temperatures does not suffice", () => {
  const holed = {
    ...temperatures,
    means: temperatures.means.map((mean, index) => (index > 180 && index < 223 ? Number.NaN : mean)),
  };
  const result = model(HOUSE, { temperatures: holed });
  assert.equal(result.sufficient, false);
  assert.deepEqual(rulesOf(result), ["temperature_days_missing", "days_missing"]);
  const kept = result.baselinePeriods.filter(({ leftOut }) => leftOut === "no_temperature");
  assert.ok(kept.length > 0);
});

test("a gap in later weather leaves the avoided use of its period unknown, never 0", () => {
  const from = 365 + 150;
  const holed = {
    ...temperatures,
    means: temperatures.means.map((mean, index) => (index > from && index < from + 10 ? Number.NaN : mean)),
  };
  const result = model(HOUSE, { temperatures: holed });
  assert.equal(result.sufficient, true);
  const holes = result.avoided.filter(({ avoided }) => avoided === null);
  assert.ok(holes.length > 0 && holes.every(({ expected, observed }) => expected === null && observed !== null));
  assert.equal(result.total?.periods, result.avoided.length - holes.length);
});

test("a meter read every quarter has no model, and a finding says why", () => {
  assert.deepEqual(rulesOf(model(HOUSE, {}, 91)), ["no_billing_cycle"]);
});

test("a meter without reads gets a result too", () => {
  assert.equal(model(HOUSE, { reads: [] }).sufficient, false);
  assert.equal(model(HOUSE, { temperatures: packDailyMeans([]) }).model, null);
});

test("six two-month periods are too few to judge a fit, and are flagged", () => {
  const result = model(HOUSE, {}, 60);
  assert.equal(result.sufficient, true);
  assert.ok(rulesOf(result).includes("too_few_to_judge"));
});

test("use that the weather does not explain is flagged", () => {
  const reads = drawReads(HOUSE, FIRST_DAY, END, 30, temperatures).map((read, index) => ({
    ...read,
    usage: 300 + 250 * Math.sin(index * 37.3),
  }));
  const rules = rulesOf(model(HOUSE, { reads }));
  assert.ok(rules.includes("weak_fit") && rules.includes("wide_scatter"), rules.join());
});

test("a single month far above the others is kept and flagged", () => {
  const reads = drawReads({ ...HOUSE, heating: 0.1, cooling: 0.1 }, FIRST_DAY, END, 30, temperatures).map((read) =>
    read.start_date > "2021-06-01" && read.start_date < "2021-07-01" ? { ...read, usage: 5_000 } : read,
  );
  assert.deepEqual(
    model(HOUSE, { reads }).findings.find(({ rule }) => rule === "extreme_usage"),
    { rule: "extreme_usage", count: 1 },
  );
});

test("a station far away is flagged, an unknown distance is not", () => {
  assert.deepEqual(rulesOf(model(HOUSE, { stationKm: 201 })), ["station_far"]);
  assert.deepEqual(rulesOf(model(HOUSE, { stationKm: null })), []);
});

test("the order of the reads does not matter, and neither do reads before the year", () => {
  const reads = drawReads(HOUSE, FIRST_DAY, END, 30, temperatures);
  assert.deepEqual(model(HOUSE, { reads: reads.toReversed() }), model(HOUSE));
  const older = { start_date: addDays(FIRST_DAY, -30), end_date: FIRST_DAY, usage: 9_999, estimated: false };
  assert.deepEqual(model(HOUSE, { reads: [older, ...reads] }).model, model(HOUSE).model);
});
