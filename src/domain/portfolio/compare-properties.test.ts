/** Like with like: what is not complete or not known on both sides is in no sum, and is counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compareProperties, intensityOf, totalsOf, type SummedMonths } from "./compare-properties.ts";

const ofType = (row: Partial<SummedMonths>): SummedMonths => ({
  property_id: 1,
  energy_type: "ELECTRIC",
  isNow: true,
  months: 12,
  completeMonths: 12,
  estimatedMonths: 0,
  total_cost: 100,
  kbtus: 1200,
  kbtusMonths: 12,
  lbs_co2: 10,
  co2Months: 12,
  gallons: null,
  ...row,
});
const bothSides = (row: Partial<SummedMonths>) => [ofType(row), ofType({ ...row, isNow: false })];
const property = (id: number, ...rows: SummedMonths[]) => [
  ...rows.map((row) => ({ ...row, property_id: id })),
  ...bothSides({ property_id: id, energy_type: null }),
];
const named = (id: number, sq_ft: number | null = null) => ({ id, name: null, sq_ft });

test("a month of unknown energy makes the energy of the property unknown, on both sides of the sums, and its cost stays", () => {
  const rows = [
    ...property(1, ...bothSides({})),
    ...property(2, ofType({ kbtusMonths: 11 }), ofType({ isNow: false })),
  ];
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
    energy_type: "WATER" as const,
    kbtus: null,
    kbtusMonths: 0,
    lbs_co2: null,
    co2Months: 0,
    gallons: 500,
  };
  const [one] = compareProperties([named(1)], property(1, ...bothSides({}), ...bothSides(water)), 12);
  assert.deepEqual(one?.now, { total_cost: 200, kbtus: 1200, lbs_co2: 10, gallons: 500 });
});

test("a property with an incomplete month is listed and not summed", () => {
  const rows = [
    ofType({}),
    ofType({ energy_type: null, completeMonths: 11 }),
    ...bothSides({ isNow: false }).slice(1),
    ofType({ energy_type: null, isNow: false }),
  ];
  const compared = compareProperties([named(1)], rows, 12);
  assert.deepEqual([compared[0]?.complete, compared[0]?.change], [false, 0]);
  assert.equal(totalsOf(compared).now.total_cost, null);
});

test("energy per square foot is of the properties with a floor area alone", () => {
  const rows = [...property(1, ...bothSides({})), ...property(2, ...bothSides({ kbtus: 900 }))];
  assert.deepEqual(intensityOf(compareProperties([named(1, 100), named(2)], rows, 12)), { now: 12, against: 12 });
});
