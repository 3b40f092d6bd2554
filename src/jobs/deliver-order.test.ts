/** The order of webhook notifications, how many are sent at once, and that no company or endpoint blocks another. */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openTestApp } from "../../test/app.ts";
import { countOwnMs } from "../../test/time-limits.ts";
import { newReceiver as receiverOf, say, startReceiver, type Answering, type Received } from "../../test/receivers.ts";
import { until } from "../../test/callers.ts";
import { FEED_START, listChanges } from "../store/events/changes.ts";
import { recordChanges } from "../store/events/events.ts";
import { takeNonce } from "../store/webhooks/webhook-claims.ts";
import { insertWebhook } from "../store/webhooks/webhooks.ts";
import { startSender } from "./deliver.ts";

/** The full form: 200 endpoints and 100 edits. */
const DEAD_ENDPOINTS = Number(process.env["METERBOOK_TEST_DEAD_ENDPOINTS"] ?? 40);
const EDITS = Number(process.env["METERBOOK_TEST_EDITS"] ?? 6);
const TOLD = Number(process.env["METERBOOK_TEST_TOLD"] ?? 10);

const opened = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
const { app, passMs } = opened;
// A busy machine may keep a transaction open longer than the service waits; this test is only about the order.
const sender = startSender(app, { orderWaitMs: 60_000 });
after(() => sender.stop(0));
const newReceiver = (answer: Answering, options = {}) => receiverOf(opened, { after }, answer, options);

const idOf = ({ body }: Received): number => JSON.parse(body).data.utility_bill_ids[0];
const nonceOf = ({ body }: Received): number => Number(JSON.parse(body).nonce);
const isRising = (numbers: number[]) => numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));

describe("notifications of a webhook", () => {
  test("arrive in the order of the change feed while eight writers write, with rising nonces", async () => {
    const WRITERS = 8;
    const TURNS = 8;
    const { company_id, received } = await newReceiver(say(200));
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let turn = 0; turn < TURNS; turn += 1) {
          await app.db.transaction().execute(async (trx) => {
            const record_id = writer * 1000 + turn + 1;
            await recordChanges(trx, company_id, [{ event_type: "bill.created", record_id }]);
            // Committed late: the ids of deliveries are not the order of commits.
            if (turn % 3 === writer % 3) await wait(turn % 5);
          });
        }
      }),
    );
    await until("all notifications", async () => (received.length >= WRITERS * TURNS ? true : null));
    const feed = await until("the whole feed", async () => {
      const changes = await listChanges(app.db, company_id, FEED_START, 1000);
      return changes.length === WRITERS * TURNS ? changes : null;
    });
    assert.deepEqual(
      received.map(idOf),
      feed.map(({ record_id }) => record_id),
    );
    assert.ok(isRising(received.map(nonceOf)));
  });

  test("are not blocked by one that failed, and nonces also rise across its retry", async () => {
    let isDown = true;
    const { received, tell, states } = await newReceiver((response, one, count) => {
      const answer = isDown ? say(503) : say(200);
      isDown = false;
      answer(response, one, count);
    });
    for (const id of [1, 2, 3]) await tell(id);
    await until("those behind it", async () => (received.length === 3 ? true : null));
    await until("their ends", async () => ((await states()).join() === "pending,delivered,delivered" ? true : null));
    passMs(7000);
    await until("the repeat", async () => (received.length === 4 ? true : null));
    assert.deepEqual(received.map(idOf), [1, 2, 3, 1]);
    assert.ok(isRising(received.map(nonceOf)));
  });

  test("have rising nonces even when the clock stops or goes back", async () => {
    const { company_id, webhook } = await newReceiver(say(200));
    const nonces = [];
    for (const now of [1000, 1100, 1100, 900, 5000]) nonces.push(await takeNonce(app.db, company_id, webhook.id, now));
    assert.deepEqual(nonces, [1000, 1100, 1101, 1102, 5000]);
  });

  test("are under way one at a time unless the webhook allows more", async () => {
    for (const max_in_flight of [1, 3]) {
      const open = new Set<ServerResponse>();
      let most = 0;
      // Answers once the allowed number of requests has arrived, after a moment in which one more would be seen.
      const { received, tell } = await newReceiver(
        async (response) => {
          most = Math.max(most, open.add(response).size);
          if (open.size < max_in_flight) return;
          await wait(30);
          for (const each of open) each.end();
          open.clear();
        },
        { max_in_flight },
      );
      for (let id = 1; id <= 6; id += 1) await tell(id);
      await until("all", async () => (received.length === 6 ? true : null));
      assert.equal(most, max_in_flight);
    }
  });
});

test("reach another company in two seconds while one has dead endpoints and many edits", async (context) => {
  const own = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
  // Other tests write on the same server: their open transactions must not count as a wait here.
  const unordered = startSender(own.app, { orderWaitMs: 0 });
  after(() => unordered.stop(0));
  const silent = await startReceiver({ after }, () => {});
  const { company_id, tell } = await receiverOf(own, { after }, () => {});
  await own.app.db.transaction().execute(async (trx) => {
    for (let path = 1; path < DEAD_ENDPOINTS; path += 1)
      await insertWebhook(trx, { company_id, event_type: "all", endpoint_url: `${silent.url}${path}` });
  });
  for (let id = 1; id <= EDITS; id += 1) await tell(id);
  await until("the dead endpoints to be asked", async () => (silent.received.length > 0 ? true : null));

  const healthy = await receiverOf(own, { after }, say(200));
  const waits: number[] = [];
  for (let id = 1; id <= TOLD; id += 1) {
    await healthy.tell(id);
    const ownMs = countOwnMs();
    await until("the notification", async () => (healthy.received.length === id ? true : null));
    waits.push(ownMs());
  }
  waits.sort((a, b) => a - b);
  const p99 = waits[Math.ceil(waits.length * 0.99) - 1] ?? Infinity;
  const of = `${DEAD_ENDPOINTS} dead endpoints, ${EDITS} edits, ${TOLD} notifications`;
  context.diagnostic(`${of}: p50 ${Math.round(waits[waits.length >> 1] ?? 0)} ms, p99 ${Math.round(p99)} ms`);
  assert.ok(p99 < 2000, `${p99} ms`);
});

test("use at most a quarter of the slots for one company, and a short timeout while the endpoint fails", async () => {
  const own = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
  const small = startSender(own.app, { slots: 8 });
  after(() => small.stop(0));
  const open = new Set<ServerResponse>();
  let most = 0;
  const keepSilent: Answering = (response) => {
    most = Math.max(most, open.add(response).size);
    response.once("close", () => open.delete(response));
  };
  const silent = await startReceiver({ after }, keepSilent);
  const { company_id, tell } = await receiverOf(own, { after }, keepSilent);
  await own.app.db.transaction().execute(async (trx) => {
    for (const path of ["a", "b", "c", "d"])
      await insertWebhook(trx, { company_id, event_type: "all", endpoint_url: `${silent.url}${path}` });
  });
  await own.app.db
    .updateTable("webhooks")
    .set({ failing_since: new Date(own.app.now()).toISOString() })
    .execute();
  await tell(1);
  const ownMs = countOwnMs();
  const ended = await until("the first ends", async () => {
    const rows = await own.app.db.selectFrom("webhook_attempts").select(["failure", "duration_ms"]).execute();
    return rows.length >= 2 ? rows : null;
  });
  assert.equal(most, 2);
  assert.ok(ownMs() < 6000, `${ownMs()} ms`);
  for (const { failure, duration_ms } of ended) {
    assert.equal(failure, "timeout");
    assert.ok(duration_ms >= 2900, `${duration_ms} ms`);
  }
});
