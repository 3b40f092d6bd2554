import assert from "node:assert/strict";
import { test } from "node:test";
import type { EnergyType } from "../../records/codes.ts";
import { portfolioMonths, type ServiceSpan, type SummedMonth } from "./portfolio-months.ts";

const summed = (month: string, energy_type: EnergyType | null, more: Partial<SummedMonth> = {}): SummedMonth => ({
  property_id: null,
  energy_type,
  effective_month: `${month}-01`,
  complete: 0,
  estimated: false,
  total_cost: null,
  kbtus: null,
  lbs_co2: null,
  gallons: null,
  total_cost_known: 0,
  kbtus_known: 0,
  lbs_co2_known: 0,
  gallons_known: 0,
  ...more,
});
const span = (property_id: number, energy_type: EnergyType, more: Partial<ServiceSpan> = {}): ServiceSpan => ({
  property_id,
  energy_type,
  first: "2025-01-01",
  last: null,
  ...more,
});

const power = { total_cost: 10.1, kbtus: 341.2, total_cost_known: 2, kbtus_known: 1 };

test("services whose figure is not known are counted as left out", () => {
  const sums = [summed("2025-01", null, { ...power, gallons: 50, gallons_known: 1, complete: 1, estimated: true })];
  const spans = [span(1, "ELECTRIC"), span(2, "ELECTRIC"), span(3, "ELECTRIC"), span(1, "WATER")];
  const [month] = portfolioMonths("month", sums, spans);
  assert.ok(month);
  const { total_cost, kbtus, lbs_co2, gallons, usage, properties, propertiesComplete, estimated } = month;
  assert.deepEqual([total_cost, kbtus, lbs_co2, gallons, usage], [10.1, 341.2, null, 50, null]);
  assert.deepEqual([properties, propertiesComplete, estimated], [3, 1, true]);
  assert.deepEqual(month.leftOut, { total_cost: 2, kbtus: 2, lbs_co2: 3, gallons: 0 });
});

test("a type of energy has its use in its unit, and its own flags", () => {
  const sums = [
    summed("2025-01", "WATER", { gallons: 50, complete: 1 }),
    summed("2025-01", "ELECTRIC", { ...power, complete: 2, estimated: true }),
  ];
  const rows = portfolioMonths("energy_type", sums, [span(1, "ELECTRIC"), span(2, "ELECTRIC"), span(1, "WATER")]);
  assert.deepEqual(
    rows.map((row) => [
      row.energy_type,
      row.usage,
      row.usage_unit,
      row.properties,
      row.propertiesComplete,
      row.estimated,
    ]),
    [
      ["WATER", 50, "gal", 1, 1, false],
      ["ELECTRIC", 100, "kWh", 2, 2, true],
    ],
  );
});

test("a service counts from its first bill until it ends, also where its bill is missing", () => {
  const months = ["2024-12", "2025-02", "2025-03"];
  const sums = months.map((month) => summed(month, "ELECTRIC", power));
  const spans = [
    span(1, "ELECTRIC", { first: "2024-11-01" }),
    span(2, "ELECTRIC"),
    span(3, "ELECTRIC", { last: "2025-02-01" }),
  ];
  assert.deepEqual(
    portfolioMonths("energy_type", sums, spans).map((row) => [row.effective_month, row.properties, row.leftOut.kbtus]),
    [
      ["2024-12-01", 1, 0],
      ["2025-02-01", 3, 2],
      ["2025-03-01", 2, 1],
    ],
  );
});

test("a property is in service for as long as one of its services is", () => {
  const sums = ["2025-01", "2025-03", "2025-05"].map((month) => summed(month, null, power));
  const of = (...spans: ServiceSpan[]) => portfolioMonths("month", sums, spans).map(({ properties }) => properties);
  const [ended, later] = [{ last: "2025-02-01" }, { first: "2025-02-01", last: "2025-04-01" }];
  assert.deepEqual(of(span(1, "ELECTRIC", ended), span(1, "GAS", later)), [1, 1, 0]);
  assert.deepEqual(of(span(1, "GAS", later), span(1, "ELECTRIC", ended)), [1, 1, 0]);
  assert.deepEqual(of(span(1, "ELECTRIC", ended), span(1, "GAS")), [1, 1, 1]);
  assert.deepEqual(of(span(1, "GAS"), span(1, "ELECTRIC", ended)), [1, 1, 1]);
});

test("each property has its own months and flags", () => {
  const sums = [
    summed("2025-02", null, { ...power, property_id: 4 }),
    summed("2025-01", null, { ...power, property_id: 5 }),
    summed("2025-01", null, { ...power, property_id: 4, complete: 1 }),
  ];
  const spans = [span(4, "ELECTRIC"), span(5, "ELECTRIC"), span(5, "GAS")];
  assert.deepEqual(
    portfolioMonths("property", sums, spans).map((row) => [
      row.property_id,
      row.effective_month,
      row.properties,
      row.propertiesComplete,
      row.leftOut.kbtus,
    ]),
    [
      [4, "2025-01-01", 1, 1, 0],
      [4, "2025-02-01", 1, 0, 0],
      [5, "2025-01-01", 1, 0, 1],
    ],
  );
});
