import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { energyTotals, type Measured } from "./energy-totals.ts";
import { ENGLISH_REPORT } from "../words/report-words.ts";

const used = (usage: number | null, unit: string): Measured => ({
  usage,
  unit,
  isBilled: true,
  kbtus: 1,
  lbs_co2: 1,
});
const standard = (meter_wrapper_id: number, energy_type: "ELECTRIC" | "GAS" | "WATER") => ({
  meter_wrapper_id,
  energy_type,
  association_type: "STANDARD" as const,
});

describe("usage that has no total", () => {
  test("is listed for each type of energy separately", () => {
    const energy = energyTotals();
    energy.add(standard(1, "ELECTRIC"), used(1234.5, "kWh"));
    energy.add(standard(2, "ELECTRIC"), used(1000, "kwh"));
    energy.add(standard(3, "WATER"), used(51, "kgal"));
    assert.equal(energy.total().usage, null);
    assert.deepEqual(energy.notes(ENGLISH_REPORT), [
      "Usage has no total: it is of different types of energy, or in different units. Separately: Electricity 2,234.5 kWh, Water 51 kgal.",
    ]);
  });

  test("counts energy on supply and distribution bills once there too", () => {
    const energy = energyTotals();
    energy.add({ ...standard(1, "ELECTRIC"), association_type: "DISTRIBUTION" }, used(100, "kWh"));
    energy.add({ ...standard(1, "ELECTRIC"), association_type: "SUPPLY" }, used(100, "kWh"));
    energy.add(standard(2, "GAS"), used(7, "therms"));
    assert.match(energy.notes(ENGLISH_REPORT).join(""), /Electricity 100 kWh, Natural gas 7 therms\.$/);
  });

  test("of a type with mixed units or unknown usage is not listed", () => {
    const energy = energyTotals();
    energy.add(standard(1, "GAS"), used(1, "therms"));
    energy.add(standard(2, "GAS"), used(1, "ccf"));
    energy.add(standard(3, "WATER"), used(null, "kgal"));
    assert.deepEqual(energy.notes(ENGLISH_REPORT), [
      "Usage has no total: it is of different types of energy, or in different units.",
    ]);
  });
});

test("usage of one kind has a total, and no note", () => {
  const energy = energyTotals();
  assert.deepEqual(energy.notes(ENGLISH_REPORT), []);
  energy.add(standard(1, "GAS"), used(1.5, "therms"));
  energy.add(standard(2, "GAS"), used(1.5, "therms"));
  assert.deepEqual([energy.total().usage, energy.total().unit, energy.notes(ENGLISH_REPORT)], [3, "therms", []]);
});
