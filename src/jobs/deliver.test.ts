import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openTestApp } from "../../test/app.ts";
import { newReceiver as receiverOf, say, type Answering } from "../../test/receivers.ts";
import { until } from "../../test/callers.ts";
import { WHOLE_LIST } from "../store/list-window.ts";
import { listAttempts, listDeliveries } from "../store/webhooks/webhook-deliveries.ts";
import { archiveWebhook, findWebhook } from "../store/webhooks/webhooks.ts";
import { resetWebhookSecret } from "../operations/webhook-secrets.ts";
import { verifyEnvelope } from "../webhooks/verify.ts";
import { verifyStandard } from "../../test/standard-webhooks.ts";
import { startSender } from "./deliver.ts";

const HOUR_MS = 3600 * 1000;

const opened = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
const { app, passMs } = opened;
const sender = startSender(app);
after(() => sender.stop(0));

const newReceiver = (answer: Answering) => receiverOf(opened, { after }, answer);

const secretsOf = (companyId: number) =>
  app.db.transaction().execute((trx) => resetWebhookSecret(trx, app.vault, companyId, app.now()));

test("a notification has both signatures, and both are valid", async () => {
  const { company_id, received, tell } = await newReceiver(say(200));
  const {
    current,
    previous: [previous],
  } = await secretsOf(company_id);
  await tell(812);
  const [notification] = await until("the notification", async () => (received.length > 0 ? received : null));
  assert.ok(notification && previous);
  const { body, headers } = notification;
  assert.deepEqual(JSON.parse(body).utility_bill_ids, [812]);
  assert.equal(verifyEnvelope(body, current), true);
  assert.equal(verifyEnvelope(body, previous), false, "the body has one signature: that of the new secret");
  const nowS = Math.floor(app.now() / 1000);
  for (const secret of [current, previous]) assert.equal(verifyStandard({ headers, body, secret, nowS }), true);
});

test("a failed attempt is repeated, with a new nonce and the same id, until it is accepted", async () => {
  const { received, tell, states, settled } = await newReceiver((response, one, count) =>
    (count === 1 ? say(503) : say(204, ""))(response, one, count),
  );
  await tell(1);
  await settled(1);
  passMs(7000);
  await until("the delivery", async () => ((await states())[0] === "delivered" ? true : null));
  const [first, second] = received;
  assert.equal(received.length, 2);
  assert.equal(first?.headers["webhook-id"], second?.headers["webhook-id"]);
  assert.ok(BigInt(JSON.parse(second?.body ?? "").nonce) > BigInt(JSON.parse(first?.body ?? "").nonce));
});

test("each attempt keeps what was sent and what was answered", async () => {
  const { company_id, webhook, received, tell, settled, states } = await newReceiver((response, one, count) =>
    count === 1
      ? response.writeHead(503, { "content-type": "text/plain", "retry-after": "1" }).end("busy")
      : say(200, "thanks")(response, one, count),
  );
  await tell(812);
  await settled(1);
  passMs(7000);
  await until("the delivery", async () => ((await states())[0] === "delivered" ? true : null));
  const [delivery] = await listDeliveries(app.db, company_id, webhook.id, {}, WHOLE_LIST);
  const attempts = (await listAttempts(app.db, company_id, webhook.id, delivery?.id ?? 0)) ?? [];
  assert.deepEqual(
    attempts.map(({ attempt, status, failure, response_excerpt }) => [attempt, status, failure, response_excerpt]),
    [
      [2, 200, null, "thanks"],
      [1, 503, "http_5xx", "busy"],
    ],
  );
  assert.deepEqual(
    attempts.map(({ request_body }) => request_body),
    received.map(({ body }) => body).toReversed(),
  );
  const headers = attempts[1]?.response_headers as Record<string, string>;
  assert.deepEqual([headers["content-type"], headers["retry-after"]], ["text/plain", "1"]);
  assert.equal(await listAttempts(app.db, company_id, webhook.id + 1, delivery?.id ?? 0), undefined);
  assert.equal(await listAttempts(app.db, company_id + 1, webhook.id, delivery?.id ?? 0), undefined);
});

test("410 disables the webhook and states why", async () => {
  const { company_id, webhook, tell, states } = await newReceiver(say(410));
  await tell(1);
  await until("the end", async () => ((await states())[0] === "failed" ? true : null));
  const row = await findWebhook(app.db, company_id, webhook.id);
  assert.deepEqual([row?.active, row?.disabled_reason], [false, "The endpoint answered 410 Gone."]);
});

test("an endpoint that fails for five days without one success is disabled, and its waiting deliveries are skipped", async () => {
  const { company_id, webhook, tell, states, settled } = await newReceiver(say(500));
  await tell(1);
  await settled(1);
  passMs(119 * HOUR_MS);
  await settled(2);
  assert.equal((await findWebhook(app.db, company_id, webhook.id))?.active, true);
  passMs(2 * HOUR_MS);
  const row = await until("the end", async () => {
    const now = await findWebhook(app.db, company_id, webhook.id);
    return now?.active === false ? now : null;
  });
  assert.equal(row.disabled_reason, "The endpoint failed for five days without one success.");
  assert.deepEqual(await states(), ["skipped"]);
});

test("an attempt that fails after its webhook was deleted leaves the delivery skipped", async () => {
  const held = Promise.withResolvers<void>();
  const { company_id, webhook, received, tell, states, settled } = await newReceiver(async (...asked) => {
    await held.promise;
    say(503)(...asked);
  });
  await tell(1);
  await until("the attempt", async () => (received.length > 0 ? true : null));
  await app.db.transaction().execute((trx) => archiveWebhook(trx, company_id, webhook.id));
  held.resolve();
  await settled(1);
  assert.deepEqual(await states(), ["skipped"]);
});

test("an attempt that fails after another one was answered with 410 leaves its delivery skipped", async () => {
  const held = Promise.withResolvers<void>();
  const { company_id, webhook, received, tell, deliveries } = await receiverOf(
    opened,
    { after },
    async (response, one, count) => {
      if (count === 1) await held.promise;
      say(count === 1 ? 503 : 410)(response, one, count);
    },
    { max_in_flight: 2 },
  );
  await tell(1);
  await until("the first attempt", async () => (received.length > 0 ? true : null));
  await tell(2);
  await until("the end of the webhook", async () => {
    const row = await findWebhook(app.db, company_id, webhook.id);
    return row?.active === false ? true : null;
  });
  held.resolve();
  const ended = await until("both attempts", async () => {
    const rows = await deliveries();
    return rows.every(({ attempts }) => attempts === 1) ? rows : null;
  });
  assert.deepEqual(ended.map(({ state }) => state).toSorted(), ["failed", "skipped"]);
});

test("an endpoint that never answers does not block others, and a stop aborts the attempt", async () => {
  const silent = await newReceiver(() => {});
  const quick = await newReceiver(say(200));
  const attempts = async () => [...new Set((await silent.deliveries()).map((delivery) => delivery.attempts))];
  for (let id = 1; id <= 40; id += 1) await silent.tell(id);
  await until("the silent one to be asked", async () => (silent.received.length > 0 ? true : null));
  await quick.tell(1);
  await until("the quick one to be told", async () => ((await quick.states())[0] === "delivered" ? true : null));
  // It arrived before the timeout of the silent endpoint. So does the stop, because an attempt that times out is counted.
  assert.deepEqual(await attempts(), [0]);
  await sender.stop(200);
  assert.deepEqual(await attempts(), [0]);
});
