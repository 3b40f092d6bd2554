import assert from "node:assert/strict";
import { test } from "node:test";
import { similarName } from "./similar-name.ts";

const COLUMNS = ["usage", "usage_unit", "usage_cost", "total_cost", "demand", "days", "Cost ($)"];
const meant = (name: string) => similarName(name, COLUMNS);

test("a missing, added, wrong or swapped letter is a typing error", () => {
  for (const [written, name] of [
    ["usge", "usage"],
    ["usagge", "usage"],
    ["usagr", "usage"],
    ["uasge", "usage"],
    ["totl_csot", "total_cost"],
  ] as const)
    assert.equal(meant(written), name, written);
});

test("case, spaces and marks do not make a different name", () => {
  assert.equal(meant("Usage Unit"), "usage_unit");
  assert.equal(meant("COST"), "Cost ($)");
});

test("the nearest of several names is found", () => {
  assert.equal(meant("usage-cosst"), "usage_cost");
});

test("a different word matches nothing, and neither does a short or a very long one", () => {
  for (const name of ["notes", "supplier", "day", "dys", "", "-", "usage".repeat(100)])
    assert.equal(meant(name), null, name);
});
