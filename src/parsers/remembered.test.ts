import assert from "node:assert/strict";
import { test } from "node:test";
import { remember } from "./remembered.ts";

test("those used last are kept, up to the total size", () => {
  const kept = remember<string>(10);
  kept.put("a", "A", 4);
  kept.put("b", "B", 4);
  assert.equal(kept.get("a"), "A");
  kept.put("c", "C", 4);
  assert.deepEqual([kept.get("a"), kept.get("b"), kept.get("c")], ["A", undefined, "C"]);
  kept.put("d", "D", 11);
  kept.put("a", "a", 6);
  assert.deepEqual([kept.get("a"), kept.get("c"), kept.get("d")], ["a", "C", undefined]);
});
