import assert from "node:assert/strict";
import { test } from "node:test";
import { placeText, readPlace } from "./booking-place.ts";

test("a place that was written is read again, and a day is one, too", () => {
  assert.deepEqual(readPlace(placeText("7431")), { xid: "7431" });
  assert.deepEqual(readPlace("2026-02-28"), { day: "2026-02-28" });
});

test("what is neither is refused", () => {
  for (const text of ["", "booking-", "booking-x", "booking-18446744073709551616", "2026-02-30", "0000-01-01", "7431"])
    assert.equal(readPlace(text), null, text);
});
