import assert from "node:assert/strict";
import { test } from "node:test";
import { meterMonth, rolledMeter } from "./roll-up.fixtures.ts";
import { rollUp } from "./roll-up.ts";
import { sumTypes } from "./summed-months.ts";

const electric = rolledMeter({
  id: 1,
  meter_wrapper_id: 1,
  association_type: "DISTRIBUTION",
  months: [
    meterMonth("2025-01", { distribution_kbtus: 0.1, distribution_lbs_co2: 2, total_cost: 0.1 }),
    meterMonth("2025-02", { total_cost: 5 }),
  ],
});
const supply = rolledMeter({
  id: 2,
  meter_wrapper_id: 1,
  association_type: "SUPPLY",
  months: [meterMonth("2025-01", { supply_kbtus: 0.1, supply_lbs_co2: 2, total_cost: 1 })],
});
const gas = rolledMeter({
  id: 3,
  meter_wrapper_id: 2,
  association_type: "SUPPLY",
  energy_type: "GAS",
  months: [meterMonth("2025-01", { supply_kbtus: 0.2, estimated: true, total_cost: 0.2 })],
});
const water = rolledMeter({
  id: 4,
  meter_wrapper_id: 3,
  energy_type: "WATER",
  months: [meterMonth("2025-01", { gallons: 70, month_complete: false, days_covered: 9 })],
});

test("what is known of each type of energy is added up; energy that two bills state counts once", () => {
  const [january] = sumTypes(rollUp([electric, supply, gas, water]));
  assert.deepEqual(january, {
    effective_month: "2025-01-01",
    month_complete: false,
    estimated: true,
    total_cost: 1.3,
    total_cost_known: 2,
    kbtus: 0.3,
    kbtus_known: 2,
    lbs_co2: 2,
    lbs_co2_known: 1,
    gallons: 70,
    gallons_known: 1,
  });
});

const unknown = rolledMeter({
  id: 6,
  meter_wrapper_id: 6,
  association_type: "DISTRIBUTION",
  months: [meterMonth("2025-01", { total_cost: 5 })],
});
const onlySupplied = rolledMeter({
  id: 5,
  meter_wrapper_id: 5,
  association_type: "SUPPLY",
  months: [meterMonth("2025-01", { supply_kbtus: 0.05, supply_lbs_co2: 1 })],
});

test("a service that is only supplied counts beside one of the same type that is delivered", () => {
  const [january] = sumTypes(rollUp([electric, supply, onlySupplied]));
  assert.deepEqual([january?.kbtus, january?.lbs_co2], [0.15, 3]);
});

test("energy of a type is unknown while that of one service is, whatever is supplied to another", () => {
  const [january] = sumTypes(rollUp([unknown, onlySupplied]));
  assert.deepEqual([january?.kbtus, january?.kbtus_known], [null, 0]);
});

test("a figure that is known of no type is null, not 0", () => {
  const [, february] = sumTypes(rollUp([electric]));
  assert.deepEqual(
    [february?.effective_month, february?.month_complete, february?.total_cost, february?.kbtus, february?.kbtus_known],
    ["2025-02-01", true, 5, null, 0],
  );
});

test("without meters there is no month", () => assert.deepEqual(sumTypes(rollUp([])), []));
