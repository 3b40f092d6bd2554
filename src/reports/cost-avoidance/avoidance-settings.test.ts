import assert from "node:assert/strict";
import { test } from "node:test";
import type { Metadata } from "../../records/scalars.ts";
import { readAvoidanceSettings } from "./avoidance-settings.ts";
import { ENGLISH_REPORT } from "../words/report-words.ts";

function read(property: Metadata, ...meters: Metadata[]) {
  const remarks: string[] = [];
  const settings = readAvoidanceSettings(
    { name: "Property", metadata: property },
    meters.map((metadata, index) => ({ name: `Meter M${index + 1}`, metadata })),
    (sentence) => remarks.push(sentence),
    ENGLISH_REPORT,
  );
  return { settings, remarks };
}

test("without metadata nothing is set", () => {
  assert.deepEqual(read({}, {}), {
    settings: { savingsStart: null, floorAreas: [], floorAreaShare: 0, adjustments: [] },
    remarks: [],
  });
});

test("a meter's setting takes precedence over its property's", () => {
  const property = { savings_start_date: "2024-01-01", floor_area_share: 0.2 };
  assert.equal(read(property, {}).settings.savingsStart, "2024-01-01");
  const { settings } = read(property, { savings_start_date: "2024-07-01", floor_area_share: 1 });
  assert.deepEqual([settings.savingsStart, settings.floorAreaShare], ["2024-07-01", 1]);
});

test("an invalid date is reported with its key and owner, and the next one counts", () => {
  for (const wrong of ["July", "2024-02-30", "2024-07-01T00:00:00Z", 20240701, [], { day: 1 }, true]) {
    const { settings, remarks } = read({ savings_start_date: "2024-01-01" }, { savings_start_date: wrong });
    assert.equal(settings.savingsStart, "2024-01-01");
    assert.deepEqual(remarks, [
      'Meter M1: savings_start_date in the metadata is not used, because it is not a day such as "2024-07-01".',
    ]);
  }
  assert.equal(read({}, { savings_start_date: null }).remarks.length, 0);
});

test("floor area changes come from the property; each wrong entry is reported with its number", () => {
  const { settings, remarks } = read(
    {
      floor_area_share: 2,
      floor_area_changes: [
        { date: "2020-01-01", sq_ft: 10_000 },
        { date: "2020-13-01", sq_ft: 1 },
        { date: "2021-01-01", sq_ft: 0 },
        "12000",
      ],
    },
    {},
  );
  assert.deepEqual(settings.floorAreas, [{ date: "2020-01-01", sq_ft: 10_000 }]);
  assert.equal(settings.floorAreaShare, 0);
  assert.deepEqual(
    remarks.map((remark) => remark.split(" in the metadata")[0]),
    [
      "Property: entry 2 of floor_area_changes",
      "Property: entry 3 of floor_area_changes",
      "Property: entry 4 of floor_area_changes",
      "Property: floor_area_share",
      "Property: floor_area_changes have no effect, because no floor_area_share says how much of the use grows with the area.",
    ],
  );
});

test("an adjustment has days and either an amount or a percentage", () => {
  const days = { start_date: "2024-01-01", end_date: "2024-03-01" };
  const { settings, remarks } = read(
    {},
    {
      special_adjustments: [
        { ...days, amount: 500, note: "A second shift." },
        { ...days, percent: -10 },
        { ...days, amount: 500, percent: 5 },
        days,
        { ...days, end_date: "2024-01-01", amount: 1 },
        { ...days, percent: -101 },
        { ...days, amount: "500" },
      ],
    },
  );
  assert.deepEqual(settings.adjustments, [
    { ...days, amount: 500, percent: null },
    { ...days, amount: null, percent: -10 },
  ]);
  assert.equal(remarks.length, 5);
  assert.match(remarks[0] ?? "", /^Meter M1: entry 3 of special_adjustments .* "amount" or "percent"/);
});

test("a value that is not a list is reported", () => {
  const { remarks } = read({ floor_area_changes: { date: "2020-01-01", sq_ft: 1 } }, { special_adjustments: "none" });
  assert.equal(remarks.length, 2);
});
