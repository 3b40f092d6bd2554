/**
 * Every case calculated with eemeter 3.0.0: the model, its balance points, its coefficients and the avoided use. Our
 * uncertainty differs on purpose: decision 0019.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sharedMaterial } from "../../../test/shared.ts";
import { avoidedUse, totalAvoided } from "./avoided-use.ts";
import { checkPeriods, periodsBefore } from "./baseline.ts";
import { degreeTable, packDailyMeans } from "./degree-table.ts";
import { type Fuel, type ModelType, MODEL_TYPES, searchModels } from "./fit.ts";
import { bandOf, fitPeriods, slopesOf } from "./model-meter.ts";
import { joinReads } from "./periods.ts";

const { path: FOLDER, skip } = sharedMaterial("data/caltrack");
const files = skip === false ? globSync("*.json", { cwd: FOLDER }).sort() : [];

interface CasePeriod {
  start: string;
  end_exclusive: string;
  days: number;
  usage: number;
  role: "baseline" | "reporting" | "unused";
  used_in_fit?: boolean;
}

interface CaseModel {
  params: Record<string, number>;
  r_squared_adj: number;
}

interface Case {
  id: string;
  fuel: Fuel;
  interval: "billing_monthly" | "billing_bimonthly";
  weather_file: string;
  baseline_end: string;
  reporting_start: string;
  max_days: number;
  allow_billing_period_overshoot: boolean;
  periods: CasePeriod[];
  raw_bills?: { start: string; end_exclusive: string; usage: number; estimated: boolean }[];
  expected: CaseModel & {
    model_type: ModelType;
    best_qualified_by_type: Partial<Record<ModelType, CaseModel>>;
    candidate_counts: Partial<Record<ModelType, Record<string, number>>>;
    metrics_totals: Record<string, number>;
    avoided_by_period: Record<string, number | string>[];
    avoided_total: number;
    error_bands: Record<string, number>;
  };
}

const read = (file: string): Case => JSON.parse(readFileSync(join(FOLDER, file), "utf8"));

function readTemperatures(file: string) {
  const [, ...rows] = readFileSync(join(FOLDER, file), "utf8").trimEnd().split("\n");
  return packDailyMeans(rows.map((row) => ({ day: row.slice(0, 10), mean_f: Number(row.slice(11)) })));
}

function near(actual: number | null | undefined, expected: number | string | undefined, what: string): void {
  assert.ok(typeof actual === "number" && typeof expected === "number", `${what}: ${actual}, not ${expected}`);
  const distance = Math.abs(actual - expected);
  assert.ok(distance <= 1e-6 * Math.max(1, Math.abs(expected)), `${what}: ${actual}, not ${expected}`);
}

const asPeriod = ({ start, end_exclusive, days, usage }: CasePeriod) => ({
  start_date: start,
  end_date: end_exclusive,
  days,
  usage,
  estimatedDays: 0,
  shortestRead: days,
  longestRead: days,
});
const usedIn = ({ periods }: Case) => periods.filter(({ used_in_fit }) => used_in_fit).map(asPeriod);
const reportingOf = ({ periods }: Case) => periods.filter(({ role }) => role === "reporting").map(asPeriod);

/** Names of the coefficients there and here. */
const PARAMS = [
  ["intercept", "basePerDay"],
  ["beta_hdd", "perHeatingDegree"],
  ["beta_cdd", "perCoolingDegree"],
  ["heating_balance_point", "heatingBalanceF"],
  ["cooling_balance_point", "coolingBalanceF"],
] as const;

test("the cases exist", { skip }, () => assert.equal(files.length, 13));

for (const file of files) {
  const theCase = read(file);
  const { id, fuel, expected } = theCase;
  const temperatures = readTemperatures(theCase.weather_file.split("/").at(-1) ?? "");
  const used = usedIn(theCase);

  test(`${id}: the model`, () => {
    const model = fitPeriods(used, temperatures, fuel);
    assert.ok(model !== null);
    assert.equal(model.type, expected.model_type);
    near(model.adjustedR2, expected.r_squared_adj, "adjusted R2");
    for (const [theirs, ours] of PARAMS) {
      const value = expected.params[theirs];
      if (value === undefined) assert.equal(model[ours], null, theirs);
      else if (theirs.endsWith("balance_point")) assert.equal(model[ours], value, theirs);
      else near(model[ours], value, theirs);
    }
    const { metrics } = model;
    // Theirs is that of the totals; ours is that of use per day, like the adjusted one that the model is chosen by.
    const count = used.length;
    near(1 - ((1 - (metrics.r2 ?? 0)) * (count - 1)) / (count - slopesOf(model) - 1), expected.r_squared_adj, "R2");
    near(metrics.rmse, expected.metrics_totals["rmse_adj"], "RMSE");
    near(metrics.cvrmse, expected.metrics_totals["cvrmse_adj"], "CV(RMSE)");
    near(metrics.bias, expected.metrics_totals["nmbe"], "bias");
  });

  test(`${id}: the best of each type, and how many were tried`, () => {
    const days = Float64Array.from(used, (period) => period.days);
    const perDay = Float64Array.from(used, (period) => period.usage / period.days);
    const search = searchModels(perDay, days, degreeTable(temperatures, used), fuel);
    for (const type of MODEL_TYPES) {
      const best = expected.best_qualified_by_type[type];
      assert.equal(search.byType[type] === undefined, best === undefined, type);
      // Not its coefficients: when only one period has heating, all balance points fit equally, and rounding decided there.
      if (best !== undefined) near(search.byType[type]?.adjustedR2, best.r_squared_adj, `${type} adjusted R2`);
      const { QUALIFIED: qualified = 0, DISQUALIFIED: disqualified = 0 } = expected.candidate_counts[type] ?? {};
      assert.deepEqual(search.counts[type], { qualified, disqualified }, type);
    }
  });

  test(`${id}: the avoided use`, () => {
    const model = fitPeriods(used, temperatures, fuel);
    assert.ok(model !== null);
    const reporting = reportingOf(theCase);
    const rows = avoidedUse(model, reporting, temperatures);
    assert.deepEqual(
      rows.map(({ start_date }) => start_date),
      expected.avoided_by_period.map(({ start }) => start),
    );
    for (const [index, row] of rows.entries()) {
      const theirs = expected.avoided_by_period[index] ?? {};
      near(row.expected, theirs["counterfactual"], `${row.start_date} expected`);
      near(row.avoided, theirs["avoided"], `${row.start_date} avoided`);
      near(row.base, theirs["base_load"], `${row.start_date} base`);
      near(row.heating, theirs["heating_load"], `${row.start_date} heating`);
      near(row.cooling, theirs["cooling_load"], `${row.start_date} cooling`);
    }
    const total = totalAvoided(rows);
    near(total?.avoided, expected.avoided_total, "avoided in all");
    const known = rows.filter((row) => row.avoided !== null);
    // Five periods are no more than base, two slopes and two balance points.
    const freedom = used.length - 1 - 2 * slopesOf(model);
    assert.equal((bandOf(model, known) ?? 0) > 0, freedom > 0);
  });

  test(`${id}: the periods of the baseline`, () => {
    const reads = (theCase.raw_bills ?? theCase.periods).map((bill) => ({
      start_date: bill.start,
      end_date: bill.end_exclusive,
      usage: bill.usage,
      estimated: "estimated" in bill && bill.estimated,
    }));
    const before = joinReads(
      reads.filter(({ end_date }) => end_date <= theCase.baseline_end),
      "baseline",
    );
    // Calculated with a rule that dropped joined periods of more than 35 days; eemeter itself keeps them.
    if (id === "syn-seattle-gas-estimated-offcycle") return;
    const within = periodsBefore(before, theCase.baseline_end, theCase.allow_billing_period_overshoot);
    const cycle = theCase.interval === "billing_monthly" ? "monthly" : "bimonthly";
    const checked = checkPeriods(within, temperatures, cycle);
    assert.deepEqual(
      checked.map(({ start_date, days, leftOut }) => [start_date, days, leftOut === null]),
      theCase.periods
        .filter(({ role }) => role === "baseline")
        .map(({ start, days, used_in_fit }) => [start, days, used_in_fit]),
    );
    const since = joinReads(
      reads.filter(({ start_date }) => start_date >= theCase.reporting_start),
      "reporting",
    );
    const reporting = reportingOf(theCase);
    assert.deepEqual(
      since
        .slice(0, reporting.length)
        .map(({ start_date, end_date, usage }) => [start_date, end_date, usage?.toFixed(6)]),
      reporting.map(({ start_date, end_date, usage }) => [start_date, end_date, usage.toFixed(6)]),
    );
  });
}
