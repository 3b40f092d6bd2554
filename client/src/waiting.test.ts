import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { orAbort, pause } from "./waiting.ts";

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test("a wait ends at once with the reason of its signal, and leaves neither timer nor listener", async () => {
  const before = timers();
  const controller = new AbortController();
  const waiting = pause(600_000, controller.signal);
  assert.equal(timers(), before + 1);
  controller.abort(new Error("enough"));
  await assert.rejects(waiting, /^Error: enough$/);
  await assert.rejects(pause(600_000, controller.signal), /^Error: enough$/);
  assert.equal(timers(), before);
  assert.equal(getEventListeners(controller.signal, "abort").length, 0);
});

test("a wait that is over leaves no listener, and a reason that is no error becomes one", async () => {
  const controller = new AbortController();
  await pause(1, controller.signal);
  await orAbort(Promise.resolve(), controller.signal);
  assert.equal(getEventListeners(controller.signal, "abort").length, 0);
  controller.abort("a word");
  await assert.rejects(pause(1, controller.signal), { name: "AbortError", message: /a word/ });
});

test("a promise is waited for no longer than the signal lets, whatever becomes of it", async () => {
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const waiting = orAbort(promise, controller.signal);
  controller.abort(new Error("enough"));
  await assert.rejects(waiting, /^Error: enough$/);
  // No one awaits it any more; an unhandled rejection would end the test.
  reject(new Error("late"));
  assert.equal(await orAbort(Promise.resolve(7)), 7);
});
