import assert from "node:assert/strict";
import { test } from "node:test";
import { ENERGY_TYPES } from "../records/codes.ts";
import { ENERGY_NAMES } from "./data/energy-names.ts";
import { readEnergyType } from "./energy-type.ts";

test("the service's own type names are read in any spelling", () => {
  for (const type of ENERGY_TYPES) {
    assert.equal(readEnergyType(type), type);
    assert.equal(readEnergyType(` ${type.toLowerCase().replaceAll("_", " ")} `), type);
  }
});

test("usual names are read, and no name has two meanings", () => {
  assert.equal(readEnergyType("Electric - Grid"), "ELECTRIC");
  assert.equal(readEnergyType("Natural Gas"), "GAS");
  assert.equal(readEnergyType("Fuel Oil (No. 2)"), "FUEL_OIL");
  const names = Object.values(ENERGY_NAMES).flat();
  assert.equal(new Set(names).size, names.length);
});

test("unknown names are not guessed", () => {
  for (const text of ["", "Energy", "Electric and gas", "Some Unknown Type"]) assert.equal(readEnergyType(text), null);
});
