/** Webhooks: made with checked addresses, edited, archived; their secret shown and replaced; their deliveries sent again. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import { Webhook, WebhookAttempt, WebhookDelivery, WebhookSecret } from "../../records/webhook.ts";
import { recordOutcome } from "../../store/webhooks/webhook-deliveries.ts";

const running = await openTestApp({ after });
const { app, passMs } = running;
const member = await newMember(running, { name: "Hooks" });
const endpoint_url = "https://receiver.example.com/hook?a=b";

describe("a webhook", () => {
  test("is made, and answered with all of the company", async () => {
    const first = await member.send("POST", "/v1/webhooks", { event_type: "bill.created", endpoint_url });
    const second = await member.send("POST", "/v1/webhooks", {
      event_type: "all",
      endpoint_url,
      payload_format: "simple",
    });
    assert.equal(second.statusCode, 201);
    const hooks = Webhook.array().parse(second.json());
    assert.deepEqual(hooks, second.json());
    assert.deepEqual(
      hooks.map(({ event_type, payload_format, active }) => [event_type, payload_format, active]),
      [
        ["bill.created", "both", true],
        ["all", "simple", true],
      ],
    );
    assert.equal(first.json<object[]>().length, 1);
    assert.equal(second.headers["location"], `/v1/webhooks/${hooks[1]?.id}`);
    assert.deepEqual((await member.send("GET", `/v1/webhooks/${hooks[1]?.id}`)).json(), hooks[1]);
    assert.deepEqual((await member.send("GET", "/v1/webhooks")).json(), hooks);
  });

  test("is edited in what is given, and switched on again without the reason it was off", async () => {
    const [{ id } = { id: 0 }] = (await member.send("GET", "/v1/webhooks")).json<{ id: number }[]>();
    await app.db
      .updateTable("webhooks")
      .set({ active: false, disabled_reason: "The endpoint answered 410 Gone." })
      .where("id", "=", id)
      .execute();
    const off = Webhook.parse((await member.send("PUT", `/v1/webhooks/${id}`, { event_type: "all" })).json());
    assert.deepEqual([off.active, off.event_type, off.endpoint_url], [false, "all", endpoint_url]);
    assert.match(off.disabled_reason ?? "", /410/);
    const on = Webhook.parse((await member.send("PUT", `/v1/webhooks/${id}`, { active: true })).json());
    assert.deepEqual([on.active, on.disabled_reason], [true, null]);
  });

  test("is archived when it is deleted, and edited no more", async () => {
    const made = await member.send("POST", "/v1/webhooks", { event_type: "all", endpoint_url });
    const { id } = Webhook.array().parse(made.json()).at(-1) ?? { id: 0 };
    const deleted = await member.send("DELETE", `/v1/webhooks/${id}`);
    assert.equal(deleted.statusCode, 200);
    const { archived, active } = Webhook.parse(deleted.json());
    assert.deepEqual([archived, active], [true, false]);
    assert.equal((await member.send("PUT", `/v1/webhooks/${id}`, { active: true })).statusCode, 409);
    assert.equal((await member.send("DELETE", `/v1/webhooks/${id}`)).statusCode, 200);
  });

  test("is one of fifty at most, of which deleted ones do not count", async () => {
    const owner = await newMember(running, { name: "Many hooks" });
    const body = { event_type: "authorization.action_required", endpoint_url, max_in_flight: 4 };
    const { company_id } = owner;
    const first = await owner.send("POST", "/v1/webhooks", body);
    const [{ id, max_in_flight } = { id: 0, max_in_flight: 0 }] = Webhook.array().parse(first.json());
    assert.equal(max_in_flight, 4);
    const rows = Array.from({ length: 49 }, () => ({ company_id, event_type: "all", endpoint_url }));
    await app.db.insertInto("webhooks").values(rows).execute();
    const refused = await owner.send("POST", "/v1/webhooks", body);
    assert.equal(refused.statusCode, 409);
    assert.match(refused.json<{ detail: string }>().detail, /50 webhooks/);
    await owner.send("DELETE", `/v1/webhooks/${id}`);
    assert.equal((await owner.send("POST", "/v1/webhooks", body)).statusCode, 201);
  });

  test("wants fields in their form", async () => {
    for (const [body, pointer] of [
      [{ event_type: "bill.deleted", endpoint_url }, "/event_type"],
      [{ event_type: "all" }, "/endpoint_url"],
      [{ event_type: "all", endpoint_url: "http://127.0.0.1:9000/" }, "/endpoint_url"],
      [{ event_type: "all", endpoint_url, secret: "x" }, "/secret"],
      [{ event_type: "all", endpoint_url, max_in_flight: 9 }, "/max_in_flight"],
    ] as const) {
      const answer = await member.send("POST", "/v1/webhooks", body);
      assert.equal(answer.statusCode, 422, answer.body);
      assert.equal(answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer, pointer);
    }
  });
});

describe("the webhook secret", () => {
  test("is the company's own, and the old one stays valid for a day after a reset", async () => {
    const read = async () => {
      const answer = await member.send("GET", "/v1/webhooks/validate");
      assert.equal(answer.headers["cache-control"], "no-store");
      return WebhookSecret.parse(answer.json());
    };
    const before = await read();
    assert.equal(before.previous_secret_expires_at, null);
    const other = await newMember(running, { name: "Others" });
    assert.notEqual(
      (await other.send("GET", "/v1/webhooks/validate")).json<{ secret: string }>().secret,
      before.secret,
    );

    const reset = await member.send("POST", "/v1/webhooks/validate/reset");
    const after24h = WebhookSecret.parse(reset.json());
    assert.notEqual(after24h.secret, before.secret);
    assert.deepEqual(await read(), after24h);
    const left = Date.parse(after24h.previous_secret_expires_at ?? "") - app.now();
    assert.ok(left > 86_300_000 && left <= 86_400_000, String(left));
    passMs(24 * 3600 * 1000);
    assert.equal((await read()).previous_secret_expires_at, null);
    const audited = await app.db
      .selectFrom("audit_log")
      .select("actor")
      .where("action", "=", "webhook_secret.reset")
      .execute();
    assert.equal(audited.length, 1);
  });
});

describe("deliveries", () => {
  test("are listed, sent again, but not through a webhook that is off", async () => {
    const owner = await newMember(running, { name: "Deliveries" });
    const { webhook_id } = await insertRecords(app, { id: owner.company_id, uuid: owner.company_uuid });
    const url = `/v1/webhooks/${webhook_id}/deliveries`;
    const [delivery] = WebhookDelivery.array().parse((await owner.send("GET", url)).json());
    assert.deepEqual([delivery?.event_type, delivery?.state, delivery?.attempts], ["bill.created", "pending", 0]);
    await app.db
      .updateTable("webhook_deliveries")
      .set({ state: "delivered", attempts: 3, status: 200 })
      .where("id", "=", delivery?.id ?? 0)
      .execute();
    const [done] = WebhookDelivery.array().parse((await owner.send("GET", url)).json());
    assert.deepEqual([done?.state, done?.next_attempt_at], ["delivered", null]);

    const again = await owner.send("POST", `${url}/${delivery?.id}/redeliver`);
    assert.equal(again.statusCode, 202);
    const queued = WebhookDelivery.parse(again.json());
    assert.equal(queued.state, "pending");
    assert.ok(queued.next_attempt_at !== null);
    assert.equal((await owner.send("POST", `${url}/999999/redeliver`)).statusCode, 404);
    const newest = WebhookDelivery.array().parse((await owner.send("GET", `${url}?newest=1&state=pending`)).json());
    assert.deepEqual(newest, [queued]);
    assert.deepEqual((await owner.send("GET", `${url}?newest=1&state=failed`)).json(), []);
    for (const query of ["newest=0", "newest=201", "newest=1&updated_since=2026-01-01T00:00:00.000Z"])
      assert.equal((await owner.send("GET", `${url}?${query}`)).statusCode, 400, query);
    await owner.send("PUT", `/v1/webhooks/${webhook_id}`, { active: false });
    assert.equal((await owner.send("POST", `${url}/${delivery?.id}/redeliver`)).statusCode, 409);
  });

  test("show their attempts, the newest 20", async () => {
    const owner = await newMember(running, { name: "Attempts" });
    const { webhook_id } = await insertRecords(app, { id: owner.company_id, uuid: owner.company_uuid });
    const url = `/v1/webhooks/${webhook_id}/deliveries`;
    const [delivery] = WebhookDelivery.array().parse((await owner.send("GET", url)).json());
    const attemptsOf = async () => {
      const answer = await owner.send("GET", `${url}/${delivery?.id}/attempts`);
      return WebhookAttempt.array().parse(answer.json());
    };
    assert.deepEqual(await attemptsOf(), []);
    for (const attempt of Array.from({ length: 22 }, (_, before) => before + 1))
      await app.db.transaction().execute((trx) =>
        recordOutcome(
          trx,
          {
            company_id: owner.company_id,
            delivery_id: delivery?.id ?? 0,
            attempt,
            nonce: attempt,
            attempted_at: new Date(app.now()).toISOString(),
            duration_ms: 12,
            status: 500,
            failure: "http_5xx",
            response_excerpt: "oops",
            response_headers: JSON.stringify({ server: "own" }),
            request_body: "{}",
          },
          { state: "pending", nextAttemptAt: null },
        ),
      );
    const attempts = await attemptsOf();
    assert.deepEqual([attempts.length, attempts[0]?.attempt, attempts.at(-1)?.attempt], [20, 22, 3]);
    const { attempted_at: _at, ...newest } = attempts[0] ?? {};
    assert.deepEqual(newest, {
      attempt: 22,
      duration_ms: 12,
      status: 500,
      failure: "http_5xx",
      request_body: "{}",
      response_headers: { server: "own" },
      response_excerpt: "oops",
    });
    assert.equal((await owner.send("GET", `${url}/999999/attempts`)).statusCode, 404);
  });
});
