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
  costsKnown: 0,
  kbtusKnown: 0,
  co2Known: 0,
  gallonsKnown: 0,
  ...more,
});
const span = (property_id: number, energy_type: EnergyType, more: Partial<ServiceSpan> = {}): ServiceSpan => ({
  property_id,
  energy_type,
  first: "2025-01-01",
  last: "2025-02-01",
  going: true,
  ...more,
});

const power = { total_cost: 10.1, kbtus: 341.2, costsKnown: 2, kbtusKnown: 1 };
const water = { total_cost: 0.2, gallons: 50, costsKnown: 1, gallonsKnown: 1 };

test("figures that are not known are left out and counted, never 0", () => {
  const sums = [
    summed("2025-01", "ELECTRIC", power),
    summed("2025-01", "WATER", water),
    summed("2025-01", null, { complete: 1, estimated: true }),
  ];
  const spans = [span(1, "ELECTRIC"), span(2, "ELECTRIC"), span(3, "ELECTRIC"), span(1, "WATER")];
  const [month] = portfolioMonths("month", sums, spans);
  assert.ok(month);
  const { total_cost, kbtus, lbs_co2, gallons, usage, properties, propertiesComplete } = month;
  assert.deepEqual([total_cost, kbtus, lbs_co2, gallons, usage], [10.3, 341.2, null, 50, null]);
  assert.deepEqual([properties, propertiesComplete], [3, 1]);
  assert.deepEqual(month.leftOut, { total_cost: 1, kbtus: 2, lbs_co2: 3, gallons: 0 });
});

test("a type of energy has its use in its unit, and its own flags", () => {
  const sums = [
    summed("2025-01", "WATER", { ...water, complete: 1 }),
    summed("2025-01", "ELECTRIC", { ...power, complete: 2, estimated: true }),
    summed("2025-01", null, { complete: 0 }),
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
    span(2, "ELECTRIC", { last: "2025-02-01" }),
    span(3, "ELECTRIC", { going: false }),
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

test("each property has its own months and flags", () => {
  const ofProperty = (property_id: number, complete: number) => [
    summed("2025-01", "ELECTRIC", { ...power, property_id, costsKnown: 1 }),
    summed("2025-01", null, { property_id, complete }),
  ];
  const spans = [span(4, "ELECTRIC"), span(5, "ELECTRIC"), span(5, "GAS")];
  const rows = portfolioMonths("property", [...ofProperty(4, 1), ...ofProperty(5, 0)], spans);
  assert.deepEqual(
    rows.map((row) => [row.property_id, row.properties, row.propertiesComplete, row.leftOut.kbtus]),
    [
      [4, 1, 1, 0],
      [5, 1, 0, 1],
    ],
  );
});
