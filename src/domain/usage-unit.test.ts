import assert from "node:assert/strict";
import { test } from "node:test";
import { ENERGY_TYPES } from "../records/codes.ts";
import { usageOf, usageUnitOf } from "./usage-unit.ts";
import { conversionOf, usageFigures } from "./units.ts";

const NOTHING = { distribution_kbtus: null, supply_kbtus: null, gallons: null };

test("a use that was billed in the unit of its service comes out as billed", () => {
  for (const energy_type of ENERGY_TYPES) {
    const measurement_unit = usageUnitOf(energy_type);
    if (measurement_unit === null) continue;
    for (const amount of [0.000001, 1, 93.333333, 280, 1234567.89, -45.5]) {
      const usage = { energy_type, measurement_unit, utility_usage_type: "usage_amount" as const, amount };
      const { kbtus, gallons } = usageFigures(usage);
      // Stored to the millionth.
      const stored = kbtus === null ? null : Math.round(kbtus * 1e6) / 1e6;
      const used = usageOf(energy_type, { distribution_kbtus: stored, supply_kbtus: null, gallons });
      assert.ok(Math.abs((used ?? Number.NaN) - amount) < 1e-6, `${energy_type} ${amount} came out as ${used}`);
    }
  }
});

test("other units are converted: CCF of gas to therms, MWh to kWh", () => {
  assert.equal(usageOf("GAS", { ...NOTHING, distribution_kbtus: 1026 }), 10.26);
  assert.equal(usageOf("ELECTRIC", { ...NOTHING, distribution_kbtus: 3412 }), 1000);
});

test("supply counts where nothing is delivered, and unknown energy is unknown use", () => {
  assert.equal(usageOf("ELECTRIC", { ...NOTHING, supply_kbtus: 341.2 }), 100);
  assert.equal(usageOf("ELECTRIC", { ...NOTHING, distribution_kbtus: 34.12, supply_kbtus: 341.2 }), 10);
  assert.equal(usageOf("ELECTRIC", NOTHING), null);
  assert.equal(usageOf("WATER", NOTHING), null);
});

test("a service without use has no unit, and every unit can be billed for its service", () => {
  for (const type of ["SEWER", "STORMWATER", "WASTE", "OTHER"] as const) {
    assert.equal(usageUnitOf(type), null);
    assert.equal(usageOf(type, { ...NOTHING, gallons: 5, distribution_kbtus: 5 }), null);
  }
  for (const energy_type of ENERGY_TYPES) {
    const measurement_unit = usageUnitOf(energy_type);
    if (measurement_unit !== null) assert.notEqual(conversionOf({ energy_type, measurement_unit }), null);
  }
});
