import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, test } from "node:test";
import { EVENT_TYPES } from "../../src/records/codes.ts";
import { ADMIN, until } from "../../test/callers.ts";
import { newQuickCompany, startTestService } from "../../test/start.ts";
import {
  AuthorizationStopped,
  createMeterbook,
  MeterbookError,
  verifyWebhook,
  type AuthorizationWithAccounts,
  type Meterbook,
  type WebhookEvent,
} from "./meterbook.ts";

const { service, sandboxUrl } = await startTestService({ after });
const { url: baseUrl } = service;
const admin = createMeterbook({ baseUrl, ...ADMIN });
const pollMs = 50;

/** A client of a company of its own, by e-mail and password. */
async function newClient(name: string): Promise<Meterbook> {
  const { login } = await newQuickCompany(service, name);
  return createMeterbook({ baseUrl, ...login });
}

const credential = (username: string, password = "sandbox") => ({
  online_access_url: new URL("/northgate-electric/", sandboxUrl).href,
  online_access_username: username,
  online_access_password: password,
});

/** A receiver of webhooks, as a stranger would write one. */
async function startReceiver(secret: () => Promise<string>) {
  const events: WebhookEvent[] = [];
  const refused: unknown[] = [];
  const server = createServer((request, response) => void receive(request, response));
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      events.push(verifyWebhook({ secret: await secret(), body: Buffer.concat(chunks), headers: request.headers }));
      response.writeHead(204).end();
    } catch (error) {
      refused.push(error);
      response.writeHead(500).end('{"success": false}');
    }
  };
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  after(() => new Promise((done) => server.close(done)));
  // A server that listens on a port has an address.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, events, refused };
}

describe("the client against the service", () => {
  test("goes the whole way from a credential to bills, months, changes and webhooks", async () => {
    const { id: company_id } = await admin.companies.create({ name: "Whole way" });
    const login = { email: "user@example.com", password: "correct horse battery" };
    await admin.users.create({ company_id, name: "A user", role: "user", ...login });
    const meterbook = createMeterbook({ baseUrl, ...login });
    const { secret } = await meterbook.webhooks.getSecret();
    const receiver = await startReceiver(async () => secret);
    for (const [at, payload_format] of (["both", "envelope", "simple"] as const).entries())
      await meterbook.webhooks.create({
        event_type: "bill.created",
        endpoint_url: `${receiver.url}${at}`,
        payload_format,
      });

    const { id } = await meterbook.authorizations.create(credential("demo_residential"));
    const seen: string[] = [];
    const onChange = ({ status }: AuthorizationWithAccounts) => void seen.push(status);
    const { accounts } = await meterbook.authorizations.waitForInventory(id, { pollMs, onChange });
    assert.equal(seen.at(-1), "Inventory Complete");
    assert.ok(accounts.length > 0);
    // The newest bill of this portal is of October 2026 for ever.
    const data_start_date = "2026-05-01";
    for (const { id: utility_account_id } of accounts)
      await meterbook.authorizations.updateAccountStatus(id, { utility_account_id, status: "Active", data_start_date });
    const progress = await meterbook.authorizations.waitForBills(id, { pollMs });
    assert.ok(progress.complete && progress.bills_accepted > 0);

    const bills = await meterbook.bills.list().toArray();
    assert.equal(bills.length, progress.bills_accepted);
    const onePage = await meterbook.bills.list({ limit: 1 }).toArray();
    assert.deepEqual(onePage, bills, "pages of one give the same list");
    const [first] = bills;
    assert.ok(first !== undefined);
    assert.deepEqual(await meterbook.bills.get(first.id), first);

    const file = await fetch(first.source?.expiring_link ?? "");
    assert.equal(file.headers.get("content-type"), "application/pdf");
    const [meter] = await meterbook.meters.list().toArray();
    assert.ok(meter !== undefined);
    assert.ok((await meterbook.meters.getWithMonths(meter.id)).monthly_meter_data.length > 0);
    const [day = ""] = await meterbook.days.list().toArray();
    assert.equal((await meterbook.days.listBills(day).toArray()).length, bills.length);

    for await (const { changes, next_cursor } of meterbook.changes.follow({ limit: 5, pollMs })) {
      assert.ok(changes.length <= 5 && next_cursor !== "");
      if (
        changes.some(
          ({ record_id, svc_object_type }) => svc_object_type === "UtilityBill" && record_id === bills.at(-1)?.id,
        )
      )
        break;
    }
    const heardOf = () =>
      receiver.events.flatMap((event) => ("utility_bill_ids" in event ? event.utility_bill_ids : []));
    await until("the bills of all three webhooks", async () => {
      assert.deepEqual(receiver.refused, []);
      return heardOf().length >= 3 * bills.length ? true : null;
    });
    assert.deepEqual(
      [...new Set(heardOf())].sort((a, b) => a - b),
      bills.map((bill) => bill.id).sort((a, b) => a - b),
    );
  });

  test("has one effect where the network loses an answer", async () => {
    const { token } = await (await newClient("Lost answer")).apiTokens.create({ name: "for a test" });
    let lost = 0;
    const lossy: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (init?.method !== "POST" || lost > 1) return response;
      lost += 1;
      throw new TypeError("fetch failed");
    };
    const meterbook = createMeterbook({ baseUrl, apiToken: token, fetch: lossy });
    const { id } = await meterbook.authorizations.create(credential("demo_residential"));
    assert.equal(lost, 2);
    const all = await meterbook.authorizations.list().toArray();
    assert.deepEqual(
      all.map((one) => one.id),
      [id],
    );
  });

  test("answers what the utility asks at sign-in", async () => {
    const meterbook = await newClient("Second step");
    const { id } = await meterbook.authorizations.create(credential("demo_mfa"));
    const prompts: string[] = [];
    const { accounts } = await meterbook.authorizations.waitForInventory(id, {
      pollMs,
      onChallenge: async ({ kind, prompt }) => {
        assert.equal(kind, "code");
        prompts.push(prompt);
        if (prompts.length === 1) return "000000";
        const codes = (await (await fetch(new URL("/codes.json", sandboxUrl))).json()) as Record<string, string | null>;
        return codes["northgate-electric"] ?? null;
      },
    });
    assert.equal(prompts.length, 2, "the first answer was wrong");
    assert.ok(accounts.length > 0);
  });

  test("says who must act when an authorization stops, in the service's own sentence", async () => {
    const meterbook = await newClient("Stopped");
    const { id } = await meterbook.authorizations.create(credential("demo_residential", "wrong"));
    const stopped = await meterbook.authorizations.waitForInventory(id, { pollMs }).catch((error: unknown) => error);
    assert.ok(stopped instanceof AuthorizationStopped, String(stopped));
    assert.equal(stopped.authorization.status_detail, "invalid_credentials");
    assert.equal(stopped.authorization.action_required_by, "customer");
    assert.equal(stopped.message, stopped.authorization.errors);
    assert.equal(stopped.message.includes("wrong"), false);
  });

  test("waits no more for the accounts of an authorization that was stopped for ever", async () => {
    const meterbook = await newClient("Revoked");
    const { id } = await meterbook.authorizations.create(credential("demo_site_down"));
    await meterbook.authorizations.forget(id);
    const stopped = await meterbook.authorizations.waitForInventory(id, { pollMs }).catch((error: unknown) => error);
    assert.ok(stopped instanceof AuthorizationStopped, String(stopped));
    assert.equal(stopped.authorization.status_detail, "revoked");
  });

  test("follows the feed until its signal ends it, and a wait until its time is over", async () => {
    const meterbook = await newClient("Waiting");
    const signal = AbortSignal.timeout(300);
    const follow = async () => {
      for await (const batch of meterbook.changes.follow({ signal, pollMs: 10_000 }))
        assert.fail(JSON.stringify(batch));
    };
    await assert.rejects(follow, { name: "TimeoutError" });
    const { id } = await meterbook.authorizations.create(credential("demo_site_down"));
    const late = await meterbook.authorizations
      .waitForInventory(id, { pollMs, timeoutMs: 300 })
      .catch((error: unknown) => error);
    assert.ok(late instanceof MeterbookError && late.slug === "timeout", String(late));
  });

  test("works with an API token, and identifies a refusal by its slug", async () => {
    const meterbook = await newClient("Token");
    const { token } = await meterbook.apiTokens.create({ name: "for a test" });
    const byToken = createMeterbook({ baseUrl: `${baseUrl}/v1`, apiToken: token });
    assert.equal((await byToken.me.get()).email, (await meterbook.me.get()).email);
    const missing = await byToken.bills.get(1).catch((error: unknown) => error);
    assert.ok(missing instanceof MeterbookError);
    assert.deepEqual([missing.slug, missing.status], ["not-found", 404]);
    assert.match(missing.type ?? "", /\/problems\/not-found$/);
    const stranger = await createMeterbook({ baseUrl })
      .me.get()
      .catch((error: unknown) => error);
    assert.equal(stranger instanceof MeterbookError && stranger.slug, "unauthenticated");
    assert.deepEqual(await createMeterbook({ baseUrl }).health.isAlive(), { alive: true });
  });
});

test("every type of event that the service sends has its type here", () => {
  // The compiler holds it: a type of event that is not in WebhookEvent is an error in this line.
  const known: WebhookEvent["event_type"][] = [...EVENT_TYPES];
  assert.equal(known.length, EVENT_TYPES.length);
});
