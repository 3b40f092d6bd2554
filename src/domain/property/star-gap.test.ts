/** Why a building has no score: the steps by which its owner gets one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SCORE_MODELS, type ModelName } from "../data/star-models.ts";
import { scoreGap } from "./star-gap.ts";
import { inputsOfModel, SCORED_TYPES } from "./star-inputs.ts";

const USE = {
  property_type: "Office",
  weekly_operating_hours: 80,
  workers_on_main_shift: 300,
  computers: 300,
  percent_cooled: 1,
  months_in_use: 12,
};
const YEAR = { kbtusByType: { ELECTRIC: 11_942_000, GAS: 400_000 }, weather: { hdd65: 4937, cdd65: 1046 } };
const gapOf = (property_use: unknown, sq_ft: number | null = 200_000, year: Parameters<typeof scoreGap>[1] = YEAR) =>
  scoreGap({ sq_ft, property_use }, year);

test("what a person can enter is named first, then what the bills and the weather lack", () => {
  const { computers: _, percent_cooled: __, ...part } = USE;
  assert.deepEqual(gapOf(undefined, null, null), { reason: "use_not_entered", inputs: [] });
  assert.deepEqual(gapOf({ ...USE, property_type: "Museum" }, null, null), { reason: "type_not_scored", inputs: [] });
  assert.deepEqual(gapOf(part, null, null), { reason: "inputs_missing", inputs: ["computers", "percent_cooled"] });
  assert.equal(gapOf(USE, null, null)?.reason, "floor_area_not_known");
  assert.equal(gapOf(USE, 200_000, null)?.reason, "year_not_complete");
  assert.equal(gapOf(USE, 200_000, { ...YEAR, kbtusByType: { GAS: null } })?.reason, "energy_not_known");
  assert.equal(gapOf(USE, 200_000, { ...YEAR, weather: null })?.reason, "weather_not_known");
  assert.equal(gapOf(USE), null);
});

test("of a building outside the range of its model the input is named", () => {
  assert.deepEqual(gapOf({ ...USE, weekly_operating_hours: 20 }), {
    reason: "out_of_range",
    inputs: ["weekly_operating_hours"],
  });
  // More than 8 workers on 1,000 square feet.
  assert.deepEqual(gapOf({ ...USE, workers_on_main_shift: 1700 }), {
    reason: "out_of_range",
    inputs: ["workers_on_main_shift"],
  });
});

test("every model names its inputs, and none that comes from our own data", () => {
  assert.deepEqual(inputsOfModel("office"), [
    { name: "weekly_operating_hours", kind: "number", least: 30 },
    { name: "workers_on_main_shift", kind: "number", least: 1 },
    { name: "computers", kind: "number", least: 1 },
    { name: "percent_cooled", kind: "share", least: null },
    { name: "months_in_use", kind: "number", least: 10 },
  ]);
  const cooking = inputsOfModel("k12_school").find(({ name }) => name === "cooking");
  assert.deepEqual(cooking, { name: "cooking", kind: "yes_no", least: null });
  for (const name of Object.keys(SCORE_MODELS) as ModelName[])
    assert.ok(
      inputsOfModel(name).every((input) => !/hdd|cdd|eui|gross|small|supermarket/.test(input.name)),
      name,
    );
  assert.equal(SCORED_TYPES.length, new Set(SCORED_TYPES.map(({ property_type }) => property_type)).size);
});
