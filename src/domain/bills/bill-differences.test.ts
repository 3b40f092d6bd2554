import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldChanges, lineChanges } from "./bill-differences.ts";

const charge = (description: string, amount: number, more: object = {}) => ({
  id: Math.random(),
  utility_meter_id: 1,
  description,
  amount,
  utility_charge_type: "usage_cost",
  start_date: "2025-01-01",
  end_date: "2025-02-01",
  ...more,
});

test("a field that is the same in both is not listed, and one without a value is null", () => {
  const before = { amount_due: 10, due_date: null, invoice_number: "1", id: 1 };
  assert.deepEqual(fieldChanges(before, { ...before, id: 2 }), []);
  assert.deepEqual(fieldChanges(before, { amount_due: 11, due_date: "2025-02-01", invoice_number: "1" }), [
    { field: "due_date", before: null, after: "2025-02-01" },
    { field: "amount_due", before: 10, after: 11 },
  ]);
});

test("lines are compared with the line they were, whatever their order", () => {
  const before = { charges: [charge("A", 1), charge("B", 2), charge("B", 3)], usages: [] };
  const after = { charges: [charge("B", 3), charge("B", 5), charge("A", 1)], usages: [] };
  assert.deepEqual(lineChanges(before, after), [
    {
      svc_object_type: "UtilityCharge",
      change: "changed",
      utility_meter_id: 1,
      description: "B",
      fields: [{ field: "amount", before: 2, after: 5 }],
    },
  ]);
});

test("a renamed line is a change, another meter's line is added, and what is left was removed", () => {
  const before = { charges: [charge("Energy", 1), charge("Tax", 2)], usages: [] };
  const after = { charges: [charge("Energy charge", 1), charge("Tax", 2, { utility_meter_id: 2 })], usages: [] };
  assert.deepEqual(
    lineChanges(before, after).map(({ change, description, fields }) => [change, description, fields.length]),
    [
      ["changed", "Energy charge", 1],
      ["added", "Tax", 6],
      ["removed", "Tax", 6],
    ],
  );
});
