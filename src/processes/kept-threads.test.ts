/** A thread takes one order after the other; one that fails or is stopped takes none any more. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { keepThreads } from "./kept-threads.ts";

/** Counts up to the number that it gets, with its own id; fails at 0, never ends with -1, and fails a moment after it has counted to 7. */
const COUNTING = `
  const { parentPort, threadId } = require("node:worker_threads");
  parentPort.on("message", (count) => {
    if (count === 0) throw new Error("there is nothing to count");
    for (let at = 1; at <= count; at += 1) parentPort.postMessage([threadId, at]);
    if (count === 7) setTimeout(() => { throw new Error("too late"); }, 1);
  });
`;

function countingThreads(keptMs?: number) {
  const started: Worker[] = [];
  const threads = keepThreads<number, [id: number, at: number]>(() => {
    const thread = new Worker(COUNTING, { eval: true });
    started.push(thread);
    return thread;
  }, keptMs);
  const count = async (to: number, signal?: AbortSignal): Promise<[id: number, at: number][]> => {
    const counted: [number, number][] = [];
    const onEach = (message: [number, number]) => (counted.push(message) === to ? "last" : "more");
    await threads.run(to, onEach, signal);
    return counted;
  };
  return { started, count };
}

test("work that comes one after the other is done by one thread, and at the same time by several", async () => {
  const { started, count } = countingThreads();
  const [first, second] = [await count(3), await count(2)];
  assert.deepEqual(
    first.map(([, at]) => at),
    [1, 2, 3],
  );
  assert.equal(second[0]?.[0], first[0]?.[0]);
  const [third, fourth] = await Promise.all([count(1), count(1)]);
  assert.notEqual(third[0]?.[0], fourth[0]?.[0]);
  assert.equal(started.length, 2);
});

test("an error ends the thread, and the next work has a new one", async () => {
  const { started, count } = countingThreads();
  await assert.rejects(count(0), /nothing to count/);
  assert.equal(started[0]?.threadId, -1);
  assert.equal((await count(1)).length, 1);
  assert.equal(started.length, 2);
});

test("an error of a thread that waits ends that thread alone", async () => {
  const { started, count } = countingThreads();
  await count(7);
  // Not `once`, which would fail with the error.
  await new Promise((ended) => started[0]?.once("exit", ended));
  assert.equal((await count(1)).length, 1);
  assert.equal(started.length, 2);
});

test("an order that cannot be posted ends the thread that would have got it", async () => {
  const started: Worker[] = [];
  const threads = keepThreads<() => void, unknown>(() => {
    const thread = new Worker(COUNTING, { eval: true });
    started.push(thread);
    return thread;
  });
  await assert.rejects(
    threads.run(
      () => {},
      () => "last",
    ),
    /could not be cloned/,
  );
  assert.equal(started[0]?.threadId, -1);
});

test("a stop ends the thread at once; what is stopped before it begins starts none", async () => {
  const { started, count } = countingThreads();
  const stopping = new AbortController();
  const counting = count(-1, stopping.signal);
  stopping.abort(new Error("enough"));
  await assert.rejects(counting, /enough/);
  assert.equal(started[0]?.threadId, -1);
  await assert.rejects(count(1, stopping.signal), /enough/);
  assert.equal(started.length, 1);
});

test("a thread that waits ends after a while", async () => {
  const { started, count } = countingThreads(20);
  await count(1);
  // A thread that waits does not keep this process from ending.
  await Promise.race([once(started[0] ?? assert.fail(), "exit"), delay(10_000)]);
  assert.equal(started[0]?.threadId, -1);
});
