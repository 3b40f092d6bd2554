/** Attempts are counted per key and forgotten with the window. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAttemptLimit } from "./attempts.ts";

test("the first attempts pass, the next wait until the window ends", () => {
  let nowMs = 0;
  const limit = createAttemptLimit({ max: 2, windowMs: 10_000, now: () => nowMs });
  assert.equal(limit.count("a"), null);
  assert.equal(limit.count("a"), null);
  nowMs = 4000;
  assert.equal(limit.count("a"), 6);
  assert.equal(limit.count("b"), null);
  nowMs = 10_000;
  assert.equal(limit.count("a"), null);
});

test("a success takes the attempts of its key back", () => {
  const limit = createAttemptLimit({ max: 1, windowMs: 1000, now: () => 0 });
  limit.count("a");
  limit.clear("a");
  assert.equal(limit.count("a"), null);
});

test("one attempt is given back without the others", () => {
  const limit = createAttemptLimit({ max: 2, windowMs: 1000, now: () => 0 });
  limit.count("a");
  limit.count("a");
  limit.giveBack("a");
  assert.equal(limit.count("a"), null);
  assert.equal(limit.count("a"), 1);
});

test("keys are remembered up to a number, the newest of them", () => {
  const limit = createAttemptLimit({ max: 1, windowMs: 1000, now: () => 0 });
  limit.count("first");
  for (let key = 0; key < 100_000; key += 1) limit.count(String(key));
  assert.equal(limit.count("first"), null);
  assert.equal(limit.count("99999"), 1);
});
