/** The watch over the server: idle while it lives, restarts it when it is gone, ends on stop. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepAlive } from "./keeper.ts";

test("a dead server is restarted, again after a failure, and then left alone", async (t) => {
  let alive = false;
  let tries = 0;
  const failures: unknown[] = [];
  // The watch does not keep the process alive, so the test does.
  const open = setInterval(() => {}, 1_000);
  t.after(() => clearInterval(open));
  await new Promise<void>((resolve) => {
    const keeper = keepAlive({
      isAlive: async () => {
        if (alive) resolve();
        return alive;
      },
      revive: async () => {
        tries += 1;
        if (tries === 1) throw new Error("not yet");
        alive = true;
      },
      onFailure: (error) => failures.push(error),
    });
    t.after(() => keeper.stop());
  });
  assert.equal(tries, 2);
  assert.deepEqual(failures.map(String), ["Error: not yet"]);
});

test("after stop nothing is checked any more, and a running restart is awaited", async (t) => {
  const open = setInterval(() => {}, 1_000);
  t.after(() => clearInterval(open));
  let looks = 0;
  let revived = false;
  let stopping: Promise<void> | undefined;
  await new Promise<void>((resolve) => {
    const keeper = keepAlive({
      isAlive: async () => {
        looks += 1;
        return false;
      },
      revive: async () => {
        stopping = keeper.stop();
        resolve();
        await new Promise((later) => setImmediate(later));
        revived = true;
      },
      onFailure: (error) => assert.fail(String(error)),
    });
  });
  assert.equal(revived, false);
  await stopping;
  assert.equal(revived, true);
  assert.equal(looks, 1);
});
