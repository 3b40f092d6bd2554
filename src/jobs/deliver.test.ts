import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { newMember, openTestApp } from "../../test/app.ts";
import { until } from "../../test/start.ts";
import { recordChanges } from "../store/events.ts";
import { listDeliveries } from "../store/webhook-deliveries.ts";
import { WHOLE_LIST } from "../store/list-window.ts";
import { findWebhook, insertWebhook } from "../store/webhooks.ts";
import { resetWebhookSecret } from "../webhook-secrets.ts";
import { verifyEnvelope, verifyStandard } from "../webhooks/verify.ts";
import { startSender } from "./deliver.ts";

const HOUR_MS = 3600 * 1000;

interface Received {
  body: string;
  headers: Record<string, string | undefined>;
}

const opened = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
const { app, passMs } = opened;
const sender = startSender(app);
after(() => sender.stop(0));

/** A receiver that answers as it is told, and a webhook of a new company that points to it. */
async function newReceiver(answer: (response: ServerResponse, count: number) => void) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ body, headers: request.headers as Received["headers"] });
      answer(response, received.length);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  after(() => server.close());
  const endpoint_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { company_id } = await newMember(opened, { name: "Receiver" });
  const webhook = await app.db
    .transaction()
    .execute((trx) => insertWebhook(trx, { company_id, event_type: "all", endpoint_url }));
  const tell = (record_id: number) =>
    app.db.transaction().execute((trx) => recordChanges(trx, company_id, [{ event_type: "bill.created", record_id }]));
  const states = async () =>
    (await listDeliveries(app.db, company_id, webhook.id, {}, WHOLE_LIST)).map(({ state }) => state);
  /** While an attempt is under way the state says nothing of it: that it is over, its number says. */
  const settled = (attempts: number) =>
    until(`the end of attempt ${attempts}`, async () => {
      const [delivery] = await listDeliveries(app.db, company_id, webhook.id, {}, WHOLE_LIST);
      return delivery?.attempts === attempts ? true : null;
    });
  return { company_id, webhook, received, tell, states, settled };
}

const say =
  (status: number, body = "{}") =>
  (response: ServerResponse) =>
    response.writeHead(status).end(body);

const secretsOf = (companyId: number) =>
  app.db.transaction().execute((trx) => resetWebhookSecret(trx, app.vault, companyId, app.now()));

test("a notification carries both signatures, and both hold", async () => {
  const { company_id, received, tell } = await newReceiver(say(200));
  const { current, previous } = await secretsOf(company_id);
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

test("a failed attempt is made again, with a new nonce and the same id, until it is taken", async () => {
  const { received, tell, states, settled } = await newReceiver((response, count) =>
    count === 1 ? say(503)(response) : say(204, "")(response),
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

test("410 switches the webhook off and says why", async () => {
  const { company_id, webhook, tell, states } = await newReceiver(say(410));
  await tell(1);
  await until("the end", async () => ((await states())[0] === "failed" ? true : null));
  const row = await findWebhook(app.db, company_id, webhook.id);
  assert.deepEqual([row?.active, row?.disabled_reason], [false, "The endpoint answered 410 Gone."]);
});

test("an endpoint that fails for five days without one success is switched off, and what waits for it is skipped", async () => {
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

test("an endpoint that never answers keeps nobody else waiting, and a stop cuts it off", async () => {
  const silent = await newReceiver(() => {});
  const quick = await newReceiver(say(200));
  for (let id = 1; id <= 40; id += 1) await silent.tell(id);
  await until("the silent one to be asked", async () => (silent.received.length > 0 ? true : null));
  const toldAt = performance.now();
  await quick.tell(1);
  await until("the quick one to be told", async () => ((await quick.states())[0] === "delivered" ? true : null));
  assert.ok(performance.now() - toldAt < 5000);
  const stoppedAt = performance.now();
  await sender.stop(200);
  assert.ok(performance.now() - stoppedAt < 3000, `${performance.now() - stoppedAt} ms`);
});
