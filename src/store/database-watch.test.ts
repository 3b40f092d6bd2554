import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDatabase } from "../../test/database.ts";
import { startFaultProxy } from "../../test/fault-proxy.ts";
import { countOwnMs } from "../../test/time-limits.ts";
import { until } from "../../test/callers.ts";
import { watchDatabase } from "./database-watch.ts";

test("a database that drops packets counts as away within two seconds; lost connections are closed once it is back", async () => {
  const proxy = await startFaultProxy(await testDatabase({ after }));
  let cuts = 0;
  let away = 0;
  const watch = watchDatabase(proxy.url, () => (cuts += 1));
  const stopListening = watch.onAway(() => (away += 1));
  const is = (state: boolean) => until("a change", async () => (watch.isAway() === state ? true : null));
  try {
    await proxy.begin("stop");
    await is(true);
    await proxy.end();
    await is(false);
    assert.deepEqual([away, cuts], [1, 0]);
    await proxy.begin("black-hole");
    const ownMs = countOwnMs();
    await is(true);
    assert.ok(ownMs() < 2500, `${ownMs()} ms`);
    assert.deepEqual([away, cuts], [2, 0]);
    await proxy.end();
    await is(false);
    assert.deepEqual([away, cuts], [2, 1], "a new connection answers, and the old one never will");
    stopListening();
  } finally {
    await watch.close();
    await proxy.close();
  }
});
