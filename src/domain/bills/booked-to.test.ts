import assert from "node:assert/strict";
import { test } from "node:test";
import { bookedTo, type Costing } from "./booked-to.ts";

const of = (cost_center: string | null, gl_account: string | null): Costing => ({ cost_center, gl_account });

test("a charge is booked to the nearest place that says where: the meter, else the account, else the property", () => {
  const property = of("property", "property");
  assert.deepEqual(bookedTo(of("meter", "meter"), of("account", "account"), property), of("meter", "meter"));
  assert.deepEqual(bookedTo(of(null, null), of("account", "account"), property), of("account", "account"));
  assert.deepEqual(bookedTo(of(null, null), of(null, null), property), property);
});

test("cost center and ledger account are found each for itself", () => {
  assert.deepEqual(bookedTo(of("meter", null), of(null, null), of("property", "property")), of("meter", "property"));
});

test("without a place that says where, and without a property, it is not known", () => {
  assert.deepEqual(bookedTo(of(null, null), of(null, null), null), of(null, null));
});
