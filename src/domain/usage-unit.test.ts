import assert from "node:assert/strict";
import { test } from "node:test";
import { ENERGY_TYPES } from "../records/codes.ts";
import { energyOfMeter, usageOf, usageUnitOf } from "./usage-unit.ts";
import { conversionOf, usageFigures } from "./units.ts";

const NOTHING = { kbtus: null, gallons: null };

test("a use that was billed in the unit of its service comes out as billed", () => {
  for (const energy_type of ENERGY_TYPES) {
    const measurement_unit = usageUnitOf(energy_type);
    if (measurement_unit === null) continue;
    for (const amount of [0.000001, 1, 93.333333, 280, 1234567.89, -45.5]) {
      const usage = { energy_type, measurement_unit, utility_usage_type: "usage_amount" as const, amount };
      const { kbtus, gallons } = usageFigures(usage);
      // Stored to the millionth.
      const stored = kbtus === null ? null : Math.round(kbtus * 1e6) / 1e6;
      const used = usageOf(energy_type, { kbtus: stored, gallons });
      assert.ok(Math.abs((used ?? Number.NaN) - amount) < 1e-6, `${energy_type} ${amount} came out as ${used}`);
    }
  }
});

test("other units are converted: CCF of gas to therms, MWh to kWh", () => {
  assert.equal(usageOf("GAS", { ...NOTHING, kbtus: 1026 }), 10.26);
  assert.equal(usageOf("ELECTRIC", { ...NOTHING, kbtus: 3412 }), 1000);
});

test("the energy of a meter is what it measures, for distribution or for supply, and unknown energy is unknown use", () => {
  assert.equal(energyOfMeter({ distribution_kbtus: null, supply_kbtus: 341.2 }), 341.2);
  assert.equal(energyOfMeter({ distribution_kbtus: 0, supply_kbtus: null }), 0);
  assert.equal(energyOfMeter({ distribution_kbtus: null, supply_kbtus: null }), null);
  assert.equal(usageOf("ELECTRIC", NOTHING), null);
  assert.equal(usageOf("WATER", NOTHING), null);
});

test("a service without use has no unit, and every unit can be billed for its service", () => {
  for (const type of ["SEWER", "STORMWATER", "WASTE", "OTHER"] as const) {
    assert.equal(usageUnitOf(type), null);
    assert.equal(usageOf(type, { ...NOTHING, gallons: 5, kbtus: 5 }), null);
  }
  for (const energy_type of ENERGY_TYPES) {
    const measurement_unit = usageUnitOf(energy_type);
    if (measurement_unit !== null) assert.notEqual(conversionOf({ energy_type, measurement_unit }), null);
  }
});
