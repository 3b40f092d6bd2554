import assert from "node:assert/strict";
import { test } from "node:test";
import { PROPERTY_ENERGY_JOURNAL } from "../reports/energy-journal/property-energy-journal.ts";
import { ENGLISH } from "./cell-text.ts";
import { factsOf } from "./facts.ts";
import { ABOUT, HEAD, TAIL } from "./tables.fixtures.ts";

test("estimated and missing counts have a noun: that of the table, else by the kind of rows", () => {
  const countsOf = (head: typeof HEAD) =>
    factsOf(head, TAIL, ABOUT, ENGLISH).flatMap(([name, text]) =>
      name === "Estimated" || name === "Missing" ? [text] : [],
    );
  assert.deepEqual(countsOf(HEAD), ["1 bill", "2 gaps"]);
  assert.deepEqual(countsOf({ ...PROPERTY_ENERGY_JOURNAL, period: null }), ["1 read", "2 gaps"]);
  assert.deepEqual(countsOf({ ...HEAD, basis: null }), ["1", "2"]);
});
