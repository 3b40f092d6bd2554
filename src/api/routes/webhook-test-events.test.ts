/** A test event to a webhook: sent at once, answered with what was sent and what came back, and no delivery. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { newReceiver, say, type Answering } from "../../../test/receivers.ts";
import { insertRecords } from "../../../test/records.ts";
import { EVENT_TYPES } from "../../records/codes.ts";
import { WebhookTest } from "../../records/webhook.ts";
import { readWebhookSecrets } from "../../operations/webhook-secrets.ts";
import { verifyEnvelope } from "../../webhooks/verify.ts";
import { verifyStandard } from "../../../test/standard-webhooks.ts";

const running = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
const { app, passMs } = running;

async function open(answer: Answering) {
  const owner = await newMember(running, { name: "Tester" });
  const { company_id } = owner;
  const receiver = await newReceiver(running, { after }, answer, { company_id });
  const url = `/v1/webhooks/${receiver.webhook.id}`;
  const { current } = await readWebhookSecrets(app.db, app.vault, company_id, app.now());
  const send = async (query = "") => {
    const result = await owner.send("POST", `${url}/test${query}`);
    assert.equal(result.statusCode, 200, result.body);
    return WebhookTest.parse(result.json());
  };
  return { ...receiver, owner, url, secret: current, send };
}

describe("a test event", () => {
  test("is answered with what was sent and what came back", async () => {
    const { received, secret, send } = await open(say(200, "thanks"));
    const result = await send();
    assert.deepEqual(
      [result.success, result.event_type, result.status, result.failure, result.response_excerpt],
      [true, "bill.created", 200, null, "thanks"],
    );
    const [one] = received;
    assert.ok(one);
    assert.equal(result.request.body, one.body);
    assert.equal(verifyEnvelope(one.body, secret), true);
    const { headers, body } = result.request;
    assert.equal(verifyStandard({ headers, body, secret, nowS: Math.floor(app.now() / 1000) }), true);
    assert.deepEqual(
      Object.entries(headers).map(([name, value]) => [name, one.headers[name] === value]),
      ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, true]),
    );
    assert.match(headers["webhook-id"] ?? "", /^test_/);
  });

  test("can be of every type, with the id of a record of the company, or none", async () => {
    const { owner, send } = await open(say(204, ""));
    const idsOf = (body: string) => Object.values(JSON.parse(body).data).find(Array.isArray);
    for (const type of EVENT_TYPES) {
      const { event_type, request } = await send(`?event_type=${type}`);
      assert.deepEqual([event_type, idsOf(request.body)], [type, []]);
    }
    const records = await insertRecords(app, { id: owner.company_id, uuid: owner.company_uuid });
    assert.deepEqual(idsOf((await send("?event_type=bill.created")).request.body), [records.bill_id]);
    assert.deepEqual(idsOf((await send("?event_type=authorization.updated")).request.body), [records.authorization_id]);
  });

  test("that fails says why, is no delivery, and does not count against the endpoint", async () => {
    const { owner, url, webhook, send } = await open(say(500, '{"success": false}'));
    const { success, status, failure, response_excerpt } = await send();
    assert.deepEqual(
      [success, status, failure, response_excerpt],
      [false, 500, "signature_rejected", '{"success": false}'],
    );
    assert.deepEqual((await owner.send("GET", `${url}/deliveries`)).json(), []);
    const row = app.db.selectFrom("webhooks").select("failing_since").where("id", "=", webhook.id);
    assert.equal((await row.executeTakeFirstOrThrow()).failing_since, null);
  });

  test("reaches a webhook that is switched off, and ends its time of failing when it is taken", async () => {
    const { webhook, send } = await open(say(200));
    const failing_since = new Date(app.now()).toISOString();
    await app.db.updateTable("webhooks").set({ active: false, failing_since }).where("id", "=", webhook.id).execute();
    assert.equal((await send()).success, true);
    const row = app.db.selectFrom("webhooks").select(["active", "failing_since"]).where("id", "=", webhook.id);
    assert.deepEqual(await row.executeTakeFirstOrThrow(), { active: false, failing_since: null });
  });

  test("is refused for an unknown type, a deleted webhook, and beyond 20 in a minute", async () => {
    const { owner, url, send } = await open(say(200));
    assert.equal((await owner.send("POST", `${url}/test?event_type=bill.deleted`)).statusCode, 400);
    for (let sent = 0; sent < 20; sent += 1) await send();
    const refused = await owner.send("POST", `${url}/test`);
    assert.equal(refused.statusCode, 429);
    assert.ok(Number(refused.headers["retry-after"]) > 0);
    passMs(61_000);
    await send();
    await owner.send("DELETE", url);
    assert.equal((await owner.send("POST", `${url}/test`)).statusCode, 409);
  });
});
