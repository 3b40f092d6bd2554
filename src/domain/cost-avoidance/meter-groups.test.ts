import assert from "node:assert/strict";
import { test } from "node:test";
import type { AssociationType, EnergyType } from "../../records/codes.ts";
import { servedMeter } from "../property/served-meter.fixtures.ts";
import type { ServedMeter } from "../property/service-points.ts";
import { groupMeters } from "./meter-groups.ts";

const meter = (id: number, wrapper: number, association_type: AssociationType, energy_type: EnergyType = "ELECTRIC") =>
  servedMeter({ id, meter_wrapper_id: wrapper, association_type, energy_type });
const brief = (meters: ServedMeter[]) =>
  groupMeters(meters).map(({ readers, payers }) => [readers.map(({ id }) => id), payers.map(({ id }) => id)]);

test("the meters of a wrapper are a group, and each type of energy in it", () => {
  assert.deepEqual(brief([meter(1, 1, "STANDARD"), meter(2, 2, "STANDARD"), meter(3, 2, "STANDARD", "WATER")]), [
    [[1], []],
    [[2], []],
    [[3], []],
  ]);
});

test("the distribution meter gives the use and the supply meter only costs; a supply meter alone gives the use", () => {
  assert.deepEqual(brief([meter(1, 1, "SUPPLY"), meter(2, 1, "DISTRIBUTION"), meter(3, 2, "SUPPLY")]), [
    [[2], [1]],
    [[3], []],
  ]);
});

test("a meter and its successor give the use together", () => {
  assert.deepEqual(brief([meter(1, 1, "STANDARD"), meter(2, 1, "STANDARD")]), [[[1, 2], []]]);
});
