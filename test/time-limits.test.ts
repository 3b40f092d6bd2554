import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { countOwnMs, withMoreTime } from "./time-limits.ts";

test("time goes on while a process waits, and stands still while it is held up", async () => {
  const ownMs = countOwnMs();
  await delay(300);
  const waitedMs = ownMs();
  assert.ok(waitedMs > 0 && waitedMs <= 300, `${waitedMs} ms`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
  await delay(1);
  assert.ok(ownMs() < waitedMs + 500, `${ownMs()} ms`);
});

test("a check that fails for want of time has more of it, and one that never holds fails", async () => {
  const limits: number[] = [];
  await withMoreTime(async (limitMs) => {
    limits.push(limitMs);
    assert.ok(limitMs > 1000);
  });
  assert.deepEqual(limits, [200, 2000]);
  await assert.rejects(
    withMoreTime(async (limitMs) => assert.fail(`${limitMs}`)),
    /10000/,
  );
});
