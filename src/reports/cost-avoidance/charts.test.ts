import assert from "node:assert/strict";
import { test } from "node:test";
import {
  avoidOn,
  drawMeter,
  GAS_HEAT,
  NO_SETTINGS,
  withBill,
} from "../../domain/cost-avoidance/cost-avoidance.fixtures.ts";
import { avoidanceCharts } from "./charts.ts";
import { ENGLISH_REPORT } from "../words/report-words.ts";

const electric = drawMeter({ share: 0.8 });
const gas = drawMeter({ id: 2, energy_type: "GAS", unit: "therms", habit: GAS_HEAT, share: 0.8, days: 33 });

test("one meter is drawn bill by bill, with its adjusted baseline and its use", () => {
  const group = avoidOn(electric);
  const [use, money, ...more] = avoidanceCharts([group], ENGLISH_REPORT);
  assert.deepEqual(more, []);
  assert.deepEqual([use?.title, use?.unit], ["Electricity: expected and actual use", "kWh"]);
  assert.equal(use?.categories[0], "2022-03-26");
  assert.deepEqual(
    use?.series.map(({ name, values }) => [name, values]),
    [
      ["Expected without the measure", group.periods.map(({ adjusted }) => adjusted)],
      ["Actual", group.periods.map(({ actual }) => actual)],
    ],
  );
  const bands = [use?.band, money?.band].map((band) =>
    band?.low.map((low, index) => Number(band.high[index]) - Number(low)),
  );
  for (const widths of bands)
    assert.ok(
      widths?.every((width) => width > 0),
      JSON.stringify(widths),
    );
  // The uncertainty of a sum grows with its bills.
  assert.ok(Number(bands[1]?.at(-1)) > Number(bands[1]?.[0]));
  const total = group.periods.reduce((sum, { avoidedCost }) => sum + Math.round((avoidedCost ?? 0) * 100), 0);
  assert.equal(money?.series[0]?.values.at(-1), total / 100);
});

test("use of an estimated bill is marked, in its bill and in its calendar months", () => {
  const estimatedIn = (charts: ReturnType<typeof avoidanceCharts>) => {
    const [chart] = charts;
    const [adjusted, actual] = chart?.series ?? [];
    assert.equal(adjusted?.marks, undefined);
    return chart?.categories.filter((_, index) => actual?.marks?.[index]?.isEstimated);
  };
  const isEstimated = (bill: (typeof electric.bills)[number]) => ({ ...bill, estimated: true });
  const group = avoidOn(withBill(electric, 16, isEstimated));
  assert.deepEqual(estimatedIn(avoidanceCharts([group], ENGLISH_REPORT)), ["2022-06-24"]);
  // From 2022-04-26 on, next to a meter with other billing days.
  const charts = avoidanceCharts([group, avoidOn(drawMeter({ id: 5, share: 0.8, days: 33 }))], ENGLISH_REPORT);
  assert.deepEqual(estimatedIn(charts), ["2022-04", "2022-05", "2022-06"]);
});

test("an unknown value is a gap, never 0, and the sum continues after it", () => {
  const group = avoidOn(withBill(electric, 16, (bill) => ({ ...bill, charges: [] })));
  const [, money] = avoidanceCharts([group], ENGLISH_REPORT);
  const values = money?.series[0]?.values ?? [];
  assert.equal(values[2], null);
  assert.ok(Number(values[3]) > Number(values[1]));
});

test("days without a bill are a gap too, and no line is drawn over them", () => {
  const whole = avoidOn(electric);
  const group = avoidOn({ ...electric, bills: electric.bills.filter((_, index) => index !== 16) });
  const [use, money] = avoidanceCharts([group], ENGLISH_REPORT);
  assert.equal(group.periods.length, whole.periods.length - 1);
  assert.deepEqual(use?.categories, avoidanceCharts([whole], ENGLISH_REPORT)[0]?.categories);
  for (const series of [...(use?.series ?? []), ...(money?.series ?? [])])
    assert.deepEqual(
      series.values.map((value) => value === null),
      whole.periods.map((_, index) => index === 2),
    );
});

test("meters with different billing periods are drawn by calendar months, and only whole ones", () => {
  const groups = [avoidOn(electric), avoidOn(gas)];
  const [power, heat, money] = avoidanceCharts(groups, ENGLISH_REPORT);
  assert.deepEqual([power?.unit, heat?.unit, money?.unit], ["kWh", "therms", "USD"]);
  assert.equal(money?.categories[0], "2022-02");
  assert.equal(money?.categories.length, money?.series[0]?.values.length);
  const values = money?.series[0]?.values ?? [];
  // April of 2022: every day of both is known, and so are all earlier days.
  const until = "2022-05-01";
  const share = ({ start_date, end_date }: { start_date: string; end_date: string }, days: number) =>
    end_date <= until ? 1 : start_date >= until ? 0 : (Date.parse(until) - Date.parse(start_date)) / 86_400_000 / days;
  const expected = groups
    .flatMap(({ periods }) => periods)
    .reduce((sum, period) => sum + (period.avoidedCost ?? 0) * share(period, period.days), 0);
  assert.ok(Math.abs(Number(values[2]) - expected) < 0.03, `${values[2]}, not ${expected}`);
  assert.equal(values.at(-1), null);
});

test("a meter whose savings begin later adds to the sum from then on, and is not a gap before", () => {
  const later = drawMeter({ id: 4, share: 0.8, days: 33, until: "2023-12-01" });
  const settings = { ...NO_SETTINGS, savingsStart: "2022-09-01" };
  const charts = avoidanceCharts([avoidOn(electric), avoidOn(later, { settings })], ENGLISH_REPORT);
  const [use, money] = charts.map(({ series }) => series[0]?.values ?? []);
  // March of 2022: only the first meter.
  assert.deepEqual([use?.[1], typeof money?.[1]], [null, "number"]);
});

test("without avoided use there is no chart", () => {
  assert.deepEqual(avoidanceCharts([avoidOn(drawMeter({ energy_type: "WATER", unit: "kgal" }))], ENGLISH_REPORT), []);
});
