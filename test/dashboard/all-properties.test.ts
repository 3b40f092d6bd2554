/** The list of properties has every property, also one whose bills are older than the months that are compared. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PortfolioProperty } from "@meterbook/client";
import { allProperties } from "../../web/src/pages/properties/all-properties.ts";

test("properties without a bill in the compared months follow those that are ranked", () => {
  const ranked = { property_id: 2, name: "Tower" } as PortfolioProperty; // No more is read.
  const listed = allProperties(
    [ranked],
    [
      { id: 1, name: "Old mill", sq_ft: 1200 },
      { id: 2, name: "Tower", sq_ft: null },
    ],
    1,
  );
  assert.deepEqual(
    listed.map(({ property_id, name, isBilled }) => [property_id, name, isBilled]),
    [
      [2, "Tower", true],
      [1, "Old mill", false],
    ],
  );
  assert.deepEqual([listed[1]?.sq_ft, listed[1]?.now.total_cost], [1200, null]);
});

test("properties beyond those that the service ranks follow too, and whether they have bills is unknown", () => {
  const ranked = { property_id: 2, name: "Tower" } as PortfolioProperty; // No more is read.
  const listed = allProperties([ranked], [{ id: 1, name: "Old mill", sq_ft: 1200 }], 2);
  assert.deepEqual(
    listed.map(({ property_id, isBilled }) => [property_id, isBilled]),
    [
      [2, true],
      [1, null],
    ],
  );
});
