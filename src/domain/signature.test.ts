import assert from "node:assert/strict";
import { test } from "node:test";
import { daysInMonth, monthFromNumber, monthNumber, nextMonth } from "./calendar.ts";
import { drawReads, drawTemperatures, type Habit } from "./caltrack/caltrack.fixtures.ts";
import { packDailyMeans } from "./caltrack/degree-table.ts";
import { energySignature, type SignatureMonth } from "./signature.ts";

const temperatures = drawTemperatures();
const HABIT: Habit = { base: 20, heating: 0.5, heatingAtF: 50, cooling: 2, coolingAtF: 65 };

function months(habit: Habit, count: number): SignatureMonth[] {
  return Array.from({ length: count }, (_, index) => {
    const effective_month = monthFromNumber(monthNumber("2021-01-01") + index);
    const days_billed = daysInMonth(effective_month);
    const [read] = drawReads(habit, effective_month, nextMonth(effective_month), days_billed, temperatures);
    return { effective_month, usage: read?.usage ?? null, days_billed, month_complete: true, estimated: false };
  });
}

const near = (value: number | null | undefined, expected: number, off = 1e-6) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) < off, `${value}, not ${expected}`);

test("use that follows the weather exactly gives its balance points, its base and its slopes", () => {
  const { model, reason, shares, points, flags } = energySignature("ELECTRIC", months(HABIT, 24), temperatures);
  assert.ok(model);
  assert.deepEqual([reason, model.type, model.heatingBalanceF, model.coolingBalanceF], [null, "cdd_hdd", 50, 65]);
  near(model.basePerDay, 20);
  near(model.perHeatingDegree, 0.5);
  near(model.perCoolingDegree, 2);
  near(model.metrics.r2, 1);
  assert.deepEqual(flags, []);
  assert.ok(shares);
  near(shares.base + shares.heating + shares.cooling, 1);
  const used = points.reduce((sum, { usage }) => sum + (usage ?? 0), 0);
  const days = points.reduce((sum, { days_billed }) => sum + (days_billed ?? 0), 0);
  near(shares.base, (20 * days) / used);
  for (const { usagePerDay, modelledPerDay, inModel } of points) {
    assert.ok(inModel);
    near(modelledPerDay, usagePerDay ?? Number.NaN);
  }
});

test("the line runs from the coldest to the warmest month by way of the balance points", () => {
  const { line, points } = energySignature("ELECTRIC", months(HABIT, 12), temperatures);
  const means = points.map(({ meanTemperatureF }) => meanTemperatureF ?? Number.NaN);
  const [coldest, warmest] = [Math.min(...means), Math.max(...means)];
  assert.deepEqual(
    line.map(({ temperatureF }) => temperatureF),
    [coldest, 50, 65, warmest],
  );
  near(line[0]?.usagePerDay, 20 + 0.5 * (50 - coldest));
  near(line[1]?.usagePerDay, 20);
  near(line[3]?.usagePerDay, 20 + 2 * (warmest - 65));
});

test("gas is never modelled with cooling, and use that never changes is a base alone", () => {
  const gas = energySignature("GAS", months({ ...HABIT, cooling: 0 }, 12), temperatures);
  assert.deepEqual([gas.model?.type, gas.model?.heatingBalanceF], ["hdd_only", 50]);
  const flat = energySignature("ELECTRIC", months({ ...HABIT, heating: 0, cooling: 0 }, 12), temperatures);
  assert.deepEqual([flat.model?.type, flat.shares], ["intercept_only", { base: 1, heating: 0, cooling: 0 }]);
  assert.deepEqual(new Set(flat.line.map(({ usagePerDay }) => Math.round(usagePerDay))), new Set([20]));
});

test("months that are not complete, not known, without weather or without any electricity are shown, and not in the model", () => {
  const list = months(HABIT, 24);
  const change = (index: number, more: Partial<SignatureMonth>) =>
    (list[index] = { ...list[index], ...more } as SignatureMonth);
  change(0, { month_complete: false, usage: 1, days_billed: 10 });
  change(1, { usage: null });
  change(2, { usage: 0 });
  // The service ended within the month.
  change(23, { days_billed: 12 });
  const { points, model } = energySignature("ELECTRIC", list, temperatures);
  assert.deepEqual(
    points.flatMap(({ inModel }, index) => (inModel ? [] : [index])),
    [0, 1, 2, 23],
  );
  assert.deepEqual([points[0]?.usagePerDay, points[1]?.usagePerDay, model?.metrics.periods], [0.1, null, 20]);
  assert.equal(model?.coolingBalanceF, 65);
  const cut = { first: temperatures.first, means: temperatures.means.slice(0, 365 + 20) };
  const known = energySignature("ELECTRIC", months(HABIT, 24), cut).points;
  assert.deepEqual([known.filter(({ inModel }) => inModel).length, known[12]?.meanTemperatureF], [12, null]);
});

test("without a model the reason is named", () => {
  const reasonOf = (...asked: Parameters<typeof energySignature>) => {
    const { model, reason, line, shares, points } = energySignature(...asked);
    assert.deepEqual([model, line, shares], [null, [], null]);
    assert.ok(points.every(({ inModel, modelledPerDay }) => !inModel && modelledPerDay === null));
    return reason;
  };
  assert.equal(reasonOf("WATER", months(HABIT, 24), temperatures), "service_not_modelled");
  assert.equal(reasonOf("PROPANE", months(HABIT, 24), temperatures), "delivered_fuel");
  assert.equal(reasonOf("ELECTRIC", months(HABIT, 24), null), "no_weather_station");
  assert.equal(reasonOf("ELECTRIC", months(HABIT, 11), temperatures), "too_few_months");
  assert.equal(reasonOf("ELECTRIC", months(HABIT, 24), packDailyMeans([])), "too_few_months");
  assert.equal(reasonOf("ELECTRIC", [], temperatures), "too_few_months");
  const negative = months(HABIT, 12).map((month) => ({ ...month, usage: -(month.usage ?? 0) }));
  assert.equal(reasonOf("ELECTRIC", negative, temperatures), "no_model");
});
