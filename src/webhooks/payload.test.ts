import assert from "node:assert/strict";
import { test } from "node:test";
import { EVENT_TYPES } from "../records/codes.ts";
import { eventData } from "./payload.ts";

test("each type of event names its records in its own field", () => {
  const fields = EVENT_TYPES.map((type) => Object.keys(eventData(type, [1])).join(" "));
  assert.deepEqual(fields, [
    "event_type utility_bill_ids",
    "event_type property_ids",
    "event_type property_ids",
    "event_type utility_account_ids",
    "event_type utility_meter_ids",
    "event_type utility_meter_ids",
    "event_type authorization_ids",
    "event_type authorization_ids",
    "event_type utility_bill_ids",
    "event_type utility_account_ids",
    "event_type finding_ids utility_bill_ids",
  ]);
});

test("ids are ascending and unique, and the given list is not changed", () => {
  const ids = [100, 9, 9, 20, 100];
  assert.deepEqual(eventData("bill.created", ids), { event_type: "bill.created", utility_bill_ids: [9, 20, 100] });
  assert.deepEqual(ids, [100, 9, 9, 20, 100]);
});

test("an invalid id is refused", () => {
  for (const id of [0, -1, 1.5, Number.NaN, 2 ** 53])
    assert.throws(() => eventData("bill.created", [1, id]), RangeError);
});
