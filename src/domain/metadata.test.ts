import assert from "node:assert/strict";
import { test } from "node:test";
import type { Metadata } from "../records/scalars.ts";
import { knownKeyFaults, mergeMetadata } from "./metadata.ts";

test("a patch is merged as RFC 7396 defines", () => {
  // The cases of appendix A in which target and patch are objects.
  const cases: [Metadata, Metadata, Metadata][] = [
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [target, patch, merged] of cases) assert.deepEqual(mergeMetadata(target, patch), merged);
  const odd = JSON.parse('{"__proto__": {"polluted": true}}') as Metadata;
  assert.deepEqual(Object.keys(mergeMetadata({}, odd)), ["__proto__"]);
});

test("a known key with a wrong form is reported with the form; unknown keys are free", () => {
  const pointersOf = (metadata: Metadata) => knownKeyFaults(metadata, "2026-01-01").map(({ pointer }) => pointer);
  assert.deepEqual(pointersOf({ savings_start_date: "1/1/2025" }), ["/savings_start_date"]);
  assert.deepEqual(pointersOf({ notes: [{ date: "2025-01-01", text: "x" }, "y"] }), ["/notes/1"]);
  assert.deepEqual(pointersOf({ floor_area_share: 60 }), ["/floor_area_share"]);
  assert.deepEqual(pointersOf({ floor_area_changes: { date: "2025-01-01" } }), ["/floor_area_changes"]);
  assert.deepEqual(pointersOf({ property_use: { property_type: "Office", percent_cooled: 80 } }), [
    "/property_use/percent_cooled",
  ]);
  const twoKinds = [{ start_date: "2025-01-01", end_date: "2025-02-01", amount: 1, percent: 1 }];
  assert.deepEqual(pointersOf({ special_adjustments: twoKinds }), ["/special_adjustments/0"]);
  assert.deepEqual(pointersOf({ savings_start_date: null, anything: { else: "1/1/2025" } }), []);
  const [fault] = knownKeyFaults({ savings_start_date: "1/1/2025" }, "2026-01-01");
  assert.equal(fault?.detail, 'savings_start_date must be a day such as "2024-07-01".');
});
