/** Long outages and secret rotations: every event that was not accepted is sent again until it is, or listed to be sent on request. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openTestApp } from "../../test/app.ts";
import { newReceiver as receiverOf, say, type Answering, type Received } from "../../test/receivers.ts";
import { until } from "../../test/callers.ts";
import { requeueDelivery } from "../store/webhooks/webhook-deliveries.ts";
import { findWebhook, updateWebhook } from "../store/webhooks/webhooks.ts";
import { readWebhookSecrets, resetWebhookSecret } from "../operations/webhook-secrets.ts";
import { verifyEnvelope } from "../webhooks/verify.ts";
import { verifyStandard } from "../../test/standard-webhooks.ts";
import { startSender } from "./deliver.ts";

const HOUR_MS = 3600 * 1000;
/** The full form: 1000 events; the 10 rotations are in both. */
const EVENTS = Number(process.env["METERBOOK_TEST_ROTATED_EVENTS"] ?? 30);
const ROTATIONS = 10;

const opened = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
const { app, passMs } = opened;
const sender = startSender(app);
after(() => sender.stop(0));
const newReceiver = (answer: Answering, company_id?: number) =>
  receiverOf(opened, { after }, answer, { max_in_flight: 8, ...(company_id === undefined ? {} : { company_id }) });
type Receiver = Awaited<ReturnType<typeof newReceiver>>;

/** Waits until nothing is due, then moves the clock to when all waiting deliveries are due, but not beyond `endMs`. */
async function passTo({ deliveries, webhook, company_id }: Receiver, endMs: number): Promise<void> {
  while (app.now() < endMs) {
    const dueAt = await until("nothing to be due", async () => {
      const waiting = (await deliveries()).filter(({ state }) => state === "pending");
      const times = waiting.map(({ next_attempt_at }) => Date.parse(next_attempt_at));
      return times.some((time) => time <= app.now()) ? null : Math.max(endMs - 2 * HOUR_MS, ...times);
    });
    passMs(Math.min(dueAt, endMs) - app.now() + 1);
    if ((await findWebhook(app.db, company_id, webhook.id))?.active === false) passMs(Math.max(0, endMs - app.now()));
  }
}

test("everything that became due at the start of an outage of 72 hours is delivered after its end", async () => {
  let isDown = true;
  const receiver = await newReceiver((...given) => (isDown ? say(503) : say(200))(...given));
  const beganAt = app.now();
  for (let id = 1; id <= 10; id += 1) await receiver.tell(id);
  await passTo(receiver, beganAt + 72 * HOUR_MS);
  assert.deepEqual(new Set(await receiver.states()), new Set(["pending"]), "none has had its last attempt");
  isDown = false;
  passMs(30 * HOUR_MS);
  await until("all", async () => ((await receiver.states()).every((state) => state === "delivered") ? true : null));
  const ids = (one: Received): number => JSON.parse(one.body).data.utility_bill_ids[0];
  assert.equal(new Set(receiver.received.map(ids)).size, 10);
});

test("after an outage of six days all events are listed, also those after the webhook was disabled, and can be sent again", async () => {
  let isDown = true;
  const receiver = await newReceiver((...given) => (isDown ? say(503) : say(200))(...given));
  const { company_id, webhook, tell } = receiver;
  const beganAt = app.now();
  for (const id of [1, 2]) await tell(id);
  await passTo(receiver, beganAt + 60 * HOUR_MS);
  await tell(3);
  await passTo(receiver, beganAt + 6 * 24 * HOUR_MS);
  const off = await findWebhook(app.db, company_id, webhook.id);
  assert.deepEqual([off?.active, off?.disabled_reason !== null], [false, true]);
  await tell(4);
  const states = await receiver.states();
  assert.deepEqual([states.length, states.at(-1)], [4, "skipped"]);
  assert.ok(states.every((state) => state === "failed" || state === "skipped"));
  isDown = false;
  await updateWebhook(app.db, company_id, webhook.id, { active: true });
  for (const { id } of await receiver.deliveries())
    await app.db.transaction().execute((trx) => requeueDelivery(trx, company_id, webhook.id, id));
  await until("all", async () => ((await receiver.states()).every((state) => state === "delivered") ? true : null));
});

const rotate = (companyId: number) =>
  app.db.transaction().execute((trx) => resetWebhookSecret(trx, app.vault, companyId, app.now()));

/** A receiver that checks the signature in the body with the secret it has, as the specification says. */
const strict =
  (secretNow: () => string): Answering =>
  (response, one, count) =>
    (verifyEnvelope(one.body, secretNow()) ? say(200) : say(500, '{"success": false}'))(response, one, count);

test("for a day after a reset a receiver with the old secret gets the event again at once, signed with it", async () => {
  let secret = "";
  const { company_id, received, tell, deliveries } = await newReceiver(strict(() => secret));
  ({ current: secret } = await readWebhookSecrets(app.db, app.vault, company_id, app.now()));
  const { current } = await rotate(company_id);
  await tell(1);
  await until("the delivery", async () => ((await deliveries())[0]?.state === "delivered" ? true : null));
  assert.equal((await deliveries())[0]?.attempts, 1);
  const [refused, taken] = received;
  assert.ok(refused && taken && received.length === 2);
  assert.deepEqual([verifyEnvelope(refused.body, current), verifyEnvelope(taken.body, secret)], [true, true]);
  assert.equal(refused.headers["webhook-id"], taken.headers["webhook-id"]);
  assert.ok(Number(JSON.parse(taken.body).nonce) > Number(JSON.parse(refused.body).nonce));
  const nowS = Math.floor(app.now() / 1000);
  for (const each of [refused, taken])
    for (const one of [current, secret])
      assert.equal(verifyStandard({ headers: each.headers, body: each.body, secret: one, nowS }), true);

  passMs(24 * HOUR_MS);
  await tell(2);
  await until("the refusal", async () => ((await deliveries())[1]?.attempts === 1 ? true : null));
  assert.equal(received.length, 3, "not again with a secret that is over");
  assert.equal((await deliveries())[1]?.failure, "signature_rejected");
  assert.equal(received.at(-1)?.headers["webhook-signature"]?.split(" ").length, 1);
});

test(`${ROTATIONS} resets while events come in, and receivers that switch to the new secret at any time of the next day lose none`, async (context) => {
  const held: string[] = [];
  const answers = [0, 1, 2].map((index) => strict(() => held[index] ?? ""));
  const [first = assert.fail(), ...others] = answers;
  const one = await newReceiver(first);
  const { company_id } = one;
  const receivers = [one];
  for (const answer of others) receivers.push(await newReceiver(answer, company_id));
  let { current } = await readWebhookSecrets(app.db, app.vault, company_id, app.now());
  held.push(current, current, current);
  /** When a receiver switches to the newest secret. */
  const changes: { index: number; at: number }[] = [];
  const settled = async (states: string) =>
    until(`all to be ${states}`, async () => {
      const all = (await Promise.all(receivers.map((receiver) => receiver.states()))).flat();
      return all.every((state) => state === states) ? all.length : null;
    });
  for (let event = 1; event <= EVENTS; event += 1) {
    passMs((ROTATIONS * 6 * HOUR_MS) / EVENTS);
    if (event % Math.ceil(EVENTS / ROTATIONS) === 1) {
      ({ current } = await rotate(company_id));
      for (const index of held.keys()) changes.push({ index, at: app.now() + Math.random() * 20 * HOUR_MS });
    }
    for (const { index, at } of changes) if (at <= app.now()) held[index] = current;
    await one.tell(event);
    if (event % 15 === 0) await settled("delivered");
  }
  const count = await settled("delivered");
  assert.equal(count, EVENTS * receivers.length);
  const attempts = (await Promise.all(receivers.map((receiver) => receiver.deliveries()))).flat();
  const late = attempts.filter((delivery) => delivery.attempts > 1).length;
  context.diagnostic(`${ROTATIONS} resets, ${count} deliveries, 0 failed, ${late} not at the first attempt`);
});
