import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { nextAttemptAt } from "./retry-schedule.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const least = () => 0;
const wait = (attempt: number, retryAfterMs: number | null = null, random = least) =>
  nextAttemptAt({ attempt, nowMs: 0, retryAfterMs, random });

test("nine waits follow ten attempts: 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((attempt) => wait(attempt));
  const expected = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
  assert.deepEqual(waits, [...expected, null, null]);
});

test("each wait is lengthened by up to a fifth, and never shortened", () => {
  assert.equal(wait(4), 2 * HOUR);
  assert.equal(
    wait(4, null, () => 1),
    2.4 * HOUR,
  );
});

test("the last of ten attempts comes after the end of a 72-hour outage, whatever the jitter", () => {
  const outage = 72 * HOUR;
  const chances = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
    minLength: 9,
    maxLength: 9,
  });
  const dueAt = fc.integer({ min: 0, max: MINUTE });
  fc.assert(
    fc.property(chances, dueAt, (numbers, firstAt) => {
      let at = firstAt;
      numbers.forEach((number, index) => {
        const next = nextAttemptAt({ attempt: index + 1, nowMs: at, retryAfterMs: null, random: () => number });
        assert.ok(next !== null);
        at = next;
      });
      assert.ok(at > outage, `${at / HOUR} h`);
    }),
    { numRuns: 5000 },
  );
});

test("the receiver's Retry-After lengthens a wait, up to a day, and never shortens it", () => {
  assert.equal(wait(1, 90_000), 90_000);
  assert.equal(wait(4, 1_000), 2 * HOUR);
  assert.equal(wait(1, 100 * HOUR), 24 * HOUR);
  assert.equal(wait(10, 1_000), null);
});

test("the next attempt is in the future, within 28.8 hours, at a whole millisecond", () => {
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
      assert.ok(at - given.nowMs >= 5_000 && at - given.nowMs <= 28.8 * HOUR);
    }),
  );
});
