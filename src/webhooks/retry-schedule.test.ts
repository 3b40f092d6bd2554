import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { nextAttemptAt } from "./retry-schedule.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const middle = () => 0.5;
const wait = (attempt: number, retryAfterMs: number | null = null, random = middle) =>
  nextAttemptAt({ attempt, nowMs: 0, retryAfterMs, random });

test("nine waits follow ten attempts: 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((attempt) => wait(attempt));
  const expected = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
  assert.deepEqual(waits, [...expected, null, null]);
});

test("each wait varies by a fifth to both sides", () => {
  assert.equal(
    wait(4, null, () => 0),
    1.6 * HOUR,
  );
  assert.equal(
    wait(4, null, () => 1),
    2.4 * HOUR,
  );
});

test("what the receiver asks for lengthens a wait, up to a day, and never shortens it", () => {
  assert.equal(wait(1, 90_000), 90_000);
  assert.equal(wait(4, 1_000), 2 * HOUR);
  assert.equal(wait(1, 100 * HOUR), 24 * HOUR);
  assert.equal(wait(10, 1_000), null);
});

test("the next attempt lies in the future, within 28.8 hours, at a whole millisecond", () => {
  const failed = fc.record({
    attempt: fc.integer({ min: 1, max: 9 }),
    nowMs: fc.integer({ min: 0, max: 4e12 }),
    retryAfterMs: fc.option(fc.nat()),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }).map((value) => () => value),
  });
  fc.assert(
    fc.property(failed, (given) => {
      const at = nextAttemptAt(given);
      assert.ok(at !== null && Number.isInteger(at));
      assert.ok(at - given.nowMs >= 4_000 && at - given.nowMs <= 28.8 * HOUR);
    }),
  );
});
