import assert from "node:assert/strict";
import { test } from "node:test";
import { daysToDue, payableState } from "./payable.ts";

const LIVE = { archive_reason: null, is_covered: false, is_carried: false };

test("the newest bill of an account is to be paid; an earlier one whose balance it states is not paid by itself", () => {
  assert.equal(payableState(LIVE), "to_pay");
  assert.equal(payableState({ ...LIVE, is_carried: true }), "carried");
});

test("a bill whose days another bill covers is not to be paid, even when it is the newest", () => {
  assert.equal(payableState({ ...LIVE, is_covered: true }), "covered");
  assert.equal(payableState({ ...LIVE, is_covered: true, is_carried: true }), "covered");
});

test("an archived bill is never to be paid, and its reason says whether another took its place", () => {
  assert.equal(payableState({ ...LIVE, archive_reason: "edited" }), "replaced");
  assert.equal(payableState({ ...LIVE, archive_reason: "rebilled" }), "replaced");
  assert.equal(payableState({ ...LIVE, archive_reason: "voided" }), "withdrawn");
  assert.equal(payableState({ ...LIVE, archive_reason: "duplicate", is_carried: true }), "withdrawn");
});

test("days to the due date are negative once it has passed, and unknown without one", () => {
  assert.deepEqual(
    [
      daysToDue("2026-03-15", "2026-03-01"),
      daysToDue("2026-03-01", "2026-03-01"),
      daysToDue("2026-02-27", "2026-03-01"),
    ],
    [14, 0, -2],
  );
  assert.equal(daysToDue(null, "2026-03-01"), null);
});
