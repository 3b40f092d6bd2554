/** What becomes of stored findings when the bills of a meter are checked again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compareFindings, type StoredFinding } from "./compare.ts";
import type { MeterFinding } from "./rules.ts";

const DAYS = { start_date: "2025-01-01", end_date: "2025-02-01" };
const holding = (message: string, billId = 1): MeterFinding => ({
  ...DAYS,
  rule: "gap",
  billId,
  message,
  figures: {},
});
const stored = (state: StoredFinding["state"], message: string): StoredFinding => ({
  ...DAYS,
  id: 7,
  rule: "gap",
  utility_bill_id: 1,
  message,
  state,
});
const shape = ({ opened, changed, resolved }: ReturnType<typeof compareFindings>) => [
  opened.length,
  changed.map(({ id, reopens }) => [id, reopens]),
  resolved,
];

test("a new finding opens, a known one is left as it is, and one that is gone is resolved", () => {
  assert.deepEqual(shape(compareFindings([], [holding("a")])), [1, [], []]);
  for (const state of ["open", "closed"] as const) {
    assert.deepEqual(shape(compareFindings([stored(state, "a")], [holding("a")])), [0, [], []]);
    assert.deepEqual(shape(compareFindings([stored(state, "a")], [])), [0, [], [7]]);
  }
  assert.deepEqual(shape(compareFindings([stored("resolved", "a")], [])), [0, [], []]);
});

test("other figures change an open finding and open a closed one; a resolved one always comes back", () => {
  assert.deepEqual(shape(compareFindings([stored("open", "a")], [holding("b")])), [0, [[7, false]], []]);
  assert.deepEqual(shape(compareFindings([stored("closed", "a")], [holding("b")])), [0, [[7, true]], []]);
  assert.deepEqual(shape(compareFindings([stored("resolved", "a")], [holding("a")])), [0, [[7, true]], []]);
});

test("on a corrected bill a closed finding stays closed", () => {
  assert.deepEqual(shape(compareFindings([stored("closed", "a")], [holding("a", 2)])), [0, [[7, false]], []]);
});
