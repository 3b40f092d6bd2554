import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDatabase } from "../../../test/database.ts";
import type { WebhookEventType } from "../../records/codes.ts";
import { authorizationChanges, recordChanges } from "./events.ts";
import { insertFixture, openTestDatabase } from "../store.fixtures.ts";
import { leaseDeliveries, listDueWebhooks, type ClaimedDelivery } from "../webhooks/webhook-claims.ts";
import { listDeliveries, requeueDelivery, recordOutcome } from "../webhooks/webhook-deliveries.ts";
import { WHOLE_LIST } from "../list-window.ts";
import { archiveWebhook, insertWebhook, updateWebhook } from "../webhooks/webhooks.ts";

const db = openTestDatabase(await testDatabase({ after }));
after(() => db.destroy());

const NOW_MS = Date.parse("2040-01-01T00:00:00.000Z");
const at = (ms: number) => new Date(NOW_MS + ms).toISOString();
/** Leases until nothing more is due, as a sender does that has room for everything. Writes of other tests are not waited for. */
async function claim(ms = 0): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  for (;;) {
    const due = await listDueWebhooks(db, { now: at(ms), perCompany: 100, orderWaitMs: 0 });
    if (due.length === 0) return claimed;
    const terms = { now: at(ms), nowMs: NOW_MS + ms, leaseUntil: at(ms + 60_000), orderWaitMs: 0 };
    claimed.push(...(await leaseDeliveries(db, due, terms)));
  }
}

async function companyWithWebhook(event_type: WebhookEventType = "all") {
  const { company_id } = await insertFixture(db);
  const endpoint_url = `https://example.com/${company_id}`;
  const webhook = await db
    .transaction()
    .execute((trx) => insertWebhook(trx, { company_id, event_type, endpoint_url, max_in_flight: 8 }));
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
    recordOutcome(
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
        response_headers: null,
        request_body: null,
      },
      { state, nextAttemptAt },
    ),
  );

test("one transaction makes one event per type, with all ids, for each subscribed webhook", async () => {
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

test("a rolled back transaction creates no event", async () => {
  const { company_id, webhook } = await companyWithWebhook();
  const rolledBack = db.transaction().execute(async (trx) => {
    await recordChanges(trx, company_id, [{ event_type: "bill.created", record_id: 1 }]);
    throw new Error("changed my mind");
  });
  await assert.rejects(rolledBack, /changed my mind/);
  assert.deepEqual(await listDeliveries(db, company_id, webhook.id, {}, WHOLE_LIST), []);
});

test("a claimed delivery cannot be claimed again until its lease ends", async () => {
  const { company_id } = await companyWithWebhook();
  await tell(company_id, 1);
  const first = own(await claim(), company_id);
  assert.equal(first.length, 2);
  assert.deepEqual(own(await claim(59_000), company_id), []);
  assert.equal(own(await claim(60_000), company_id).length, 2);
});

test("many senders at once never claim the same delivery", async () => {
  const { company_id } = await companyWithWebhook();
  for (let id = 1; id <= 4; id += 1) await tell(company_id, id);
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim()));
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

test("a delivered one is finished, a failed one waits for its next attempt", async () => {
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

test("events beyond the specification are sent to webhooks that name them, and not to webhooks for all", async () => {
  const { company_id, webhook } = await companyWithWebhook("all");
  const named = ["authorization.updated", "authorization.action_required", "utility_bill.archived"] as const;
  const hooks = await db.transaction().execute(async (trx) => {
    const made = [];
    for (const event_type of named)
      made.push(
        await insertWebhook(trx, { company_id, event_type, endpoint_url: `https://example.com/${event_type}` }),
      );
    return made;
  });
  await db
    .transaction()
    .execute((trx) =>
      recordChanges(trx, company_id, [
        ...authorizationChanges(7, { before: "none", now: "customer" }),
        ...authorizationChanges(8, { before: "customer", now: "customer" }),
        { event_type: "bill.archived", record_id: 9 },
      ]),
    );
  const told = own(await claim(), company_id).map((delivery) => [
    delivery.webhook_id,
    delivery.event_type,
    delivery.record_ids,
  ]);
  const [updated, required, archived] = hooks.map(({ id }) => id);
  assert.deepEqual(
    told.toSorted(([a], [b]) => Number(a) - Number(b)),
    [
      [updated, "authorization.updated", [7, 8]],
      [required, "authorization.action_required", [7]],
      [archived, "utility_bill.archived", [9]],
    ],
  );
  assert.deepEqual(await listDeliveries(db, company_id, webhook.id, {}, WHOLE_LIST), []);
  const feed = await db.selectFrom("changes").select("event_type").where("company_id", "=", company_id).execute();
  assert.deepEqual(feed.map(({ event_type }) => event_type).toSorted(), [
    "authorization.updated",
    "authorization.updated",
    "bill.archived",
  ]);
});
