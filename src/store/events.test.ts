import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDatabase } from "../../test/database.ts";
import { recordChanges } from "./events.ts";
import { insertFixture, openTestDatabase } from "./store.fixtures.ts";
import {
  claimDeliveries,
  listDeliveries,
  requeueDelivery,
  settleDelivery,
  type ClaimedDelivery,
} from "./webhook-deliveries.ts";
import { WHOLE_LIST } from "./list-window.ts";
import { archiveWebhook, insertWebhook, updateWebhook } from "./webhooks.ts";

const db = openTestDatabase(await testDatabase({ after }));
after(() => db.destroy());

const NOW_MS = Date.parse("2040-01-01T00:00:00.000Z");
const at = (ms: number) => new Date(NOW_MS + ms).toISOString();
const claim = (ms = 0, limit = 100) =>
  claimDeliveries(db, {
    now: at(ms),
    nowMs: NOW_MS + ms,
    leaseUntil: at(ms + 60_000),
    limit,
    limitPerWebhook: 100,
    busyWebhooks: [],
  });

async function companyWithWebhook(event_type: "all" | "bill.created" = "all") {
  const { company_id } = await insertFixture(db);
  const endpoint_url = `https://example.com/${company_id}`;
  const webhook = await db.transaction().execute((trx) => insertWebhook(trx, { company_id, event_type, endpoint_url }));
  return { company_id, webhook };
}

const tell = (companyId: number, ...ids: number[]) =>
  db
    .transaction()
    .execute((trx) =>
      recordChanges(trx, companyId, [
        ...ids.map((record_id) => ({ event_type: "bill.created", record_id }) as const),
        { event_type: "property.created", record_id: 5 },
      ]),
    );

const own = (claimed: ClaimedDelivery[], companyId: number) =>
  claimed.filter(({ company_id }) => company_id === companyId);

const settled = (delivery: ClaimedDelivery, state: "delivered" | "pending", nextAttemptAt: string | null = null) =>
  db.transaction().execute((trx) =>
    settleDelivery(
      trx,
      {
        company_id: delivery.company_id,
        delivery_id: delivery.id,
        attempt: delivery.attempts + 1,
        nonce: delivery.nonce,
        attempted_at: at(0),
        duration_ms: 3,
        status: 200,
        failure: null,
        response_excerpt: null,
      },
      { state, nextAttemptAt },
    ),
  );

test("one transaction makes one event per type, with all ids, for each webhook that asked", async () => {
  const { company_id } = await companyWithWebhook();
  const only = await companyWithWebhook("bill.created");
  await tell(company_id, 3, 1, 2);
  await tell(only.company_id, 9);
  const claimed = await claim();
  assert.deepEqual(
    own(claimed, company_id).map(({ event_type, record_ids }) => [event_type, record_ids]),
    [
      ["bill.created", [1, 2, 3]],
      ["property.created", [5]],
    ],
  );
  assert.deepEqual(
    own(claimed, only.company_id).map(({ event_type }) => event_type),
    ["bill.created"],
  );
});

test("a transaction may change more records than a statement has parameters", async () => {
  const { company_id } = await companyWithWebhook();
  const ids = Array.from({ length: 20_000 }, (_, index) => index + 1);
  await tell(company_id, ...ids);
  const [event] = own(await claim(), company_id);
  assert.deepEqual(event?.record_ids, ids);
});

test("a rolled back transaction tells nobody", async () => {
  const { company_id, webhook } = await companyWithWebhook();
  const rolledBack = db.transaction().execute(async (trx) => {
    await recordChanges(trx, company_id, [{ event_type: "bill.created", record_id: 1 }]);
    throw new Error("changed my mind");
  });
  await assert.rejects(rolledBack, /changed my mind/);
  assert.deepEqual(await listDeliveries(db, company_id, webhook.id, {}, WHOLE_LIST), []);
});

test("a claimed delivery is nobody else's until its lease ends", async () => {
  const { company_id } = await companyWithWebhook();
  await tell(company_id, 1);
  const first = own(await claim(), company_id);
  assert.equal(first.length, 2);
  assert.deepEqual(own(await claim(59_000), company_id), []);
  assert.equal(own(await claim(60_000), company_id).length, 2);
});

test("many senders at once never claim the same delivery", async () => {
  const { company_id } = await companyWithWebhook();
  for (let id = 1; id <= 20; id += 1) await tell(company_id, id);
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(0, 10)));
  const ids = claims
    .flat()
    .filter((delivery) => delivery.company_id === company_id)
    .map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
});

test("nonces of an endpoint rise strictly, also when the clock does not", async () => {
  const { company_id } = await companyWithWebhook();
  const nonces: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await tell(company_id, round + 1);
    nonces.push(...own(await claim(), company_id).map(({ nonce }) => nonce));
  }
  assert.equal(nonces.length, 6);
  assert.deepEqual(
    nonces,
    [...new Set(nonces)].sort((a, b) => a - b),
  );
  assert.ok(nonces.every((nonce) => nonce >= NOW_MS - 10));
});

test("a delivered one is done, a failed one waits for its time", async () => {
  const { company_id, webhook } = await companyWithWebhook("bill.created");
  await tell(company_id, 1);
  const [delivery] = own(await claim(), company_id);
  assert.ok(delivery);
  await settled(delivery, "pending", at(5_000));
  assert.deepEqual(own(await claim(4_999), company_id), []);
  const [again] = own(await claim(5_000), company_id);
  assert.equal(again?.attempts, 1);
  assert.equal(again?.message_id, delivery.message_id);
  await settled(again ?? delivery, "delivered");
  assert.deepEqual(own(await claim(999_999), company_id), []);
  const [row] = await listDeliveries(db, company_id, webhook.id, {}, WHOLE_LIST);
  assert.deepEqual([row?.state, row?.attempts], ["delivered", 2]);
  await db.transaction().execute((trx) => requeueDelivery(trx, company_id, webhook.id, delivery.id));
  assert.equal(own(await claim(999_999), company_id).length, 1, "sent again on demand");
});

test("an inactive or archived webhook gets nothing", async () => {
  const { company_id, webhook } = await companyWithWebhook();
  await updateWebhook(db, company_id, webhook.id, { active: false });
  await tell(company_id, 1);
  await updateWebhook(db, company_id, webhook.id, { active: true });
  await tell(company_id, 2);
  await db.transaction().execute((trx) => archiveWebhook(trx, company_id, webhook.id));
  assert.deepEqual(own(await claim(), company_id), []);
  assert.equal((await listDeliveries(db, company_id, webhook.id, {}, WHOLE_LIST)).length, 2);
});
