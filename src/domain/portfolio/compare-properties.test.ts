/** Like with like: what is not complete or not known on both sides is in no sum, and is counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EnergyType } from "../../records/codes.ts";
import {
  compareProperties,
  intensityOf,
  totalsOf,
  type SummedPeriods,
  type TypeOfProperty,
  type TypeSums,
  type MonthCounts,
} from "./compare-properties.ts";

const SUMS: TypeSums = {
  months: 12,
  total_cost: 100,
  kbtus: 1200,
  kbtusMonths: 12,
  lbs_co2: 10,
  co2Months: 12,
  gallons: null,
  gallonsMonths: 0,
};
const ofType = (now: Partial<TypeSums>, against = now, energy_type: EnergyType = "ELECTRIC"): TypeOfProperty => ({
  property_id: 1,
  energy_type,
  now: { ...SUMS, ...now },
  against: { ...SUMS, ...against },
});
const countsIn = (property_id: number, isNow: boolean, completeMonths = 12): MonthCounts => ({
  property_id,
  isNow,
  completeMonths,
  estimatedMonths: 0,
});
/** A complete property with these sums. */
const property = (id: number, ...types: TypeOfProperty[]): SummedPeriods => ({
  types: types.map((row) => ({ ...row, property_id: id })),
  counts: [countsIn(id, true), countsIn(id, false)],
});
const together = (...of: SummedPeriods[]): SummedPeriods => ({
  types: of.flatMap(({ types }) => types),
  counts: of.flatMap(({ counts }) => counts),
});
const named = (id: number, sq_ft: number | null = null) => ({ id, name: null, sq_ft });

test("a month of unknown energy makes the energy of the property unknown, on both sides of the sums, and its cost stays", () => {
  const rows = together(property(1, ofType({})), property(2, ofType({ kbtusMonths: 11 }, {})));
  const compared = compareProperties([named(1), named(2)], rows, 12);
  assert.deepEqual(
    compared.map(({ now, against }) => [now.kbtus, against.kbtus]),
    [
      [1200, 1200],
      [null, 1200],
    ],
  );
  const { now, against, leftOut } = totalsOf(compared);
  assert.deepEqual([now.total_cost, now.kbtus, against.kbtus], [200, 1200, 1200]);
  assert.deepEqual(leftOut, { total_cost: 0, kbtus: 1, lbs_co2: 0, gallons: 0 });
});

test("water has no energy to know, and makes none unknown", () => {
  const water = {
    kbtus: null,
    kbtusMonths: 0,
    lbs_co2: null,
    co2Months: 0,
    gallons: 500,
    gallonsMonths: 12,
  };
  const [one] = compareProperties([named(1)], property(1, ofType({}), ofType(water, water, "WATER")), 12);
  assert.deepEqual(one?.now, { total_cost: 200, kbtus: 1200, lbs_co2: 10, gallons: 500 });
});

test("a month of unknown gallons makes the water of the property unknown, and counts it as left out", () => {
  const known = { gallons: 500, gallonsMonths: 12 };
  const unknown = { gallons: 450, gallonsMonths: 11 };
  const rows = together(
    property(1, ofType({}), ofType(known, known, "WATER")),
    property(2, ofType({}), ofType(unknown, known, "WATER")),
  );
  const { now, against, leftOut } = totalsOf(compareProperties([named(1), named(2)], rows, 12));
  assert.deepEqual([now.gallons, against.gallons, leftOut.gallons], [500, 500, 1]);
});

test("energy that is unknown in both periods is counted as left out, and water that nothing measures is not", () => {
  const unknown = { kbtus: null, kbtusMonths: 0, lbs_co2: null, co2Months: 0 };
  const rows = together(property(1, ofType({})), property(2, ofType(unknown)));
  const { now, leftOut } = totalsOf(compareProperties([named(1), named(2)], rows, 12));
  assert.equal(now.kbtus, 1200);
  assert.deepEqual(leftOut, { total_cost: 0, kbtus: 1, lbs_co2: 1, gallons: 0 });
});

test("a property with an incomplete month is listed and not summed", () => {
  const rows = { types: [ofType({})], counts: [countsIn(1, true, 11), countsIn(1, false)] };
  const compared = compareProperties([named(1)], rows, 12);
  assert.deepEqual([compared[0]?.complete, compared[0]?.change], [false, 0]);
  assert.equal(totalsOf(compared).now.total_cost, null);
});

test("energy per square foot is of the properties with a floor area alone", () => {
  const rows = together(property(1, ofType({})), property(2, ofType({ kbtus: 900 })));
  assert.deepEqual(intensityOf(compareProperties([named(1, 100), named(2)], rows, 12)), { now: 12, against: 12 });
});
