import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { describe, test } from "node:test";
import { withMoreTime } from "../../test/time-limits.ts";
import { createMeterbook, type MeterbookSettings } from "./meterbook.ts";
import { answering, cut, cutInTheMiddle, failureOf, json, problem, silence, type Answer } from "./server.fixtures.ts";

const TOKEN = "a-token-nobody-may-see";
const PASSWORD = "a-password-nobody-may-see";

async function clientOf(
  context: { after(work: () => Promise<void>): void },
  answers: Answer[],
  settings: Partial<MeterbookSettings> = {},
) {
  const server = await answering(context, ...answers);
  return { ...server, meterbook: createMeterbook({ baseUrl: server.baseUrl, token: TOKEN, ...settings }) };
}

describe("a call", () => {
  test("carries the token, the body and the query, and gives the JSON of the answer", async (context) => {
    const { meterbook, asked } = await clientOf(context, [json({ id: 7, message: "done", success: true })]);
    assert.equal((await meterbook.authorizations.mend(7, { other_details: "ä" })).id, 7);
    await meterbook.request("get", "/v1/x", { query: { a: 1, b: undefined, c: null, d: new Date(0), e: "ü&=" } });
    assert.equal(asked[0]?.method, "PATCH");
    assert.equal(asked[0]?.url, "/v1/authorizations/7");
    assert.equal(asked[0]?.headers.authorization, `Bearer ${TOKEN}`);
    assert.equal(asked[0]?.headers["content-type"], "application/json");
    assert.deepEqual(JSON.parse(asked[0]?.body ?? ""), { other_details: "ä" });
    assert.equal(asked[1]?.url, "/v1/x?a=1&d=1970-01-01T00%3A00%3A00.000Z&e=%C3%BC%26%3D");
    assert.equal(asked[1]?.headers["content-type"], undefined);
  });

  test("reaches a service under any base URL, with or without /v1", async (context) => {
    const { baseUrl, asked } = await answering(context, json({}));
    for (const base of ["", "/", "/v1", "/v1/", "/energy", "/energy/v1/"])
      await createMeterbook({ baseUrl: baseUrl + base }).me.get();
    const urls = asked.map(({ url }) => url);
    assert.deepEqual(urls, ["/v1/me", "/v1/me", "/v1/me", "/v1/me", "/energy/v1/me", "/energy/v1/me"]);
  });

  test("cannot be led to another path by a parameter", async (context) => {
    const { meterbook, asked } = await clientOf(context, [json({})]);
    await assert.rejects(meterbook.files.get(".."), TypeError);
    await meterbook.files.get("../../v1/me?x#y");
    assert.equal(asked[0]?.url, "/files/..%2F..%2Fv1%2Fme%3Fx%23y");
  });

  test("gives undefined for an empty answer, and the answer itself where it is a file", async (context) => {
    const file: Answer = (response) => response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF");
    const { meterbook, asked } = await clientOf(context, [(response) => response.writeHead(204).end(), file]);
    assert.equal(await meterbook.request("DELETE", "/v1/x"), undefined);
    const answer = await meterbook.files.get("r");
    assert.equal(await answer.text(), "%PDF");
    assert.equal(asked[1]?.headers.authorization, undefined, "a signed link needs no token");
  });
});

describe("a failed call", () => {
  test("is reported with everything that the service says", async (context) => {
    const { meterbook } = await clientOf(context, [problem(422, "invalid", { "retry-after": "3" })]);
    const error = await failureOf(meterbook.authorizations.repeatInventory(4));
    const { slug, status, type, title, detail, request_id, errors, retryAfterMs } = error;
    assert.deepEqual(
      { slug, status, type, title, detail, request_id, errors, retryAfterMs },
      {
        slug: "invalid",
        status: 422,
        type: "https://meterbook.example/problems/invalid",
        title: "A title",
        detail: "A detail.",
        request_id: "5f0e8f0a-6f3f-4d5e-9f0a-111111111111",
        errors: [{ pointer: "/name", detail: "This field is required." }],
        retryAfterMs: 3000,
      },
    );
    assert.equal(
      error.message,
      "A title: A detail. /name: This field is required. (POST /v1/authorizations/4/inventory, 422)",
    );
  });

  test("has the findings of a bill that does not add up", async (context) => {
    const findings = [{ name: "charges_do_not_add_up", detail: "The charges add up to 1." }];
    const { meterbook } = await clientOf(context, [
      json({ type: "https://meterbook.example/problems/does-not-add-up", title: "A title", findings }, 422),
    ]);
    const error = await failureOf(meterbook.bills.edit(7, { amount_due: 1 }));
    assert.deepEqual([error.slug, error.findings], ["does-not-add-up", findings]);
  });

  test("says nothing of what something else on the way wrote", async (context) => {
    const page: Answer = (response) => response.writeHead(404, { "content-type": "text/html" }).end("<h1>proxy</h1>");
    const broken: Answer = (response) => response.writeHead(200, { "content-type": "application/json" }).end("{secret");
    const { meterbook } = await clientOf(context, [page, broken, json([1]), json({}, 302, { location: "/v1/me" })]);
    for (const status of [404, 200]) {
      const error = await failureOf(meterbook.me.get());
      assert.deepEqual([error.slug, error.status, error.detail], ["unexpected-answer", status, null]);
      assert.equal(/proxy|secret/.test(inspect(error)), false);
    }
    assert.deepEqual(await meterbook.me.get(), [1]);
    const { slug, status } = await failureOf(meterbook.properties.list().toArray());
    assert.deepEqual([slug, status], ["unexpected-answer", 302], "a redirect is not followed");
  });

  test("does not try a redirect again whose status a browser hides", async () => {
    let sent = 0;
    // As a browser answers a request with `redirect: "manual"`.
    const hidden = Object.defineProperties(new Response(null), {
      type: { value: "opaqueredirect" },
      status: { value: 0 },
      ok: { value: false },
    });
    const fetchHidden = () => {
      sent += 1;
      return Promise.resolve(hidden);
    };
    const meterbook = createMeterbook({
      baseUrl: "https://m.example",
      token: TOKEN,
      fetch: fetchHidden,
      maxRetries: 1,
    });
    const { slug, status, title } = await failureOf(meterbook.me.get());
    assert.deepEqual([slug, status], ["unexpected-answer", null]);
    assert.match(title, /redirect/);
    assert.equal(sent, 1);
  });

  test("never shows the token, the password or what was sent", async (context) => {
    const { baseUrl } = await answering(context, cut);
    const settings = { baseUrl, maxRetries: 0 };
    const login = createMeterbook({ ...settings, email: "a@example.com", password: PASSWORD });
    const fixed = createMeterbook({ ...settings, token: TOKEN });
    const credential = { online_access_url: "https://u.example", online_access_username: "u" };
    const calls = [
      login.me.get(),
      fixed.me.get(),
      fixed.authorizations.create({ ...credential, online_access_password: PASSWORD }),
    ];
    for (const call of calls) {
      const error = await failureOf(call);
      assert.equal(error.slug, "unreachable");
      assert.equal(error.status, null);
      assert.equal(/nobody-may-see/.test(inspect(error, { depth: 10, showHidden: true })), false);
    }
    for (const client of [login, fixed])
      assert.equal(/nobody-may-see/.test(inspect(client, { depth: 10, showHidden: true })), false);
    assert.throws(() => createMeterbook({ baseUrl: `http://u:${PASSWORD}@127.0.0.1` }), {
      name: "TypeError",
      message: /^baseUrl must be an address such as/,
    });
  });
});

describe("a call that fails for the moment", () => {
  test("is made again, with one key for all attempts of a POST and another for the next POST", async (context) => {
    const good = json({ id: 1 });
    const { meterbook, asked } = await clientOf(context, [problem(503, "unavailable"), cutInTheMiddle, good]);
    await meterbook.companies.create({ name: "A" });
    await meterbook.companies.create({ name: "B" });
    await meterbook.companies.create({ name: "C" }, { idempotencyKey: "mine" });
    const keys = asked.map(({ headers }) => headers["idempotency-key"]);
    assert.equal(asked.length, 5);
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
    assert.deepEqual([keys[1], keys[2], keys[4]], [keys[0], keys[0], "mine"]);
    assert.notEqual(keys[3], keys[0]);
    assert.deepEqual(
      asked.slice(0, 3).map(({ body }) => body),
      Array(3).fill('{"name":"A"}'),
    );
  });

  test("waits as long as Retry-After says, in seconds or as a date by the clock of the service", async (context) => {
    const past = "Wed, 01 Jan 2020 00:00:00 GMT";
    const asDate = problem(429, "too-many-requests", { date: past, "retry-after": "Wed, 01 Jan 2020 00:00:01 GMT" });
    const inSeconds = problem(503, "unavailable", { "retry-after": "1" });
    const { meterbook, asked } = await clientOf(context, [inSeconds, asDate, json({})]);
    await meterbook.me.get();
    const [first = 0, second = 0, third = 0] = asked.map(({ atMs }) => atMs);
    assert.ok(second - first >= 990 && third - second >= 990, `${second - first}, ${third - second}`);
  });

  test("is abandoned when the service asks for too long a wait, and says how long", async (context) => {
    const { meterbook, asked } = await clientOf(context, [problem(429, "too-many-requests", { "retry-after": "900" })]);
    const { status, retryAfterMs } = await failureOf(meterbook.me.get());
    assert.deepEqual([status, retryAfterMs, asked.length], [429, 900_000, 1]);
  });

  test("is abandoned after the last retry, and a PATCH at once", async (context) => {
    const { meterbook, asked } = await clientOf(context, [problem(503, "unavailable")], { maxRetries: 2 });
    assert.equal((await failureOf(meterbook.me.get())).status, 503);
    assert.equal(asked.length, 3);
    await failureOf(meterbook.authorizations.mend(1, {}));
    assert.equal(asked.length, 4);
  });

  test("with a token or code that works once is sent again only when it was not processed", async (context) => {
    const busy = problem(429, "too-many-requests");
    const { meterbook, asked } = await clientOf(context, [cut, problem(503, "unavailable"), busy, json({ id: 1 })]);
    const acceptance = { token: "one-time", name: "A", password: "a long passphrase" };
    assert.equal((await failureOf(meterbook.invitations.accept(acceptance))).slug, "unreachable");
    assert.equal(asked.length, 1);
    assert.equal((await failureOf(meterbook.sessions.createByLink({ token: "one-time" }))).status, 503);
    assert.equal(asked.length, 2);
    await meterbook.passwordResets.resetPassword({ token: "one-time", password: "a long passphrase" });
    assert.deepEqual([asked.length, asked[3]?.headers["idempotency-key"]], [4, undefined]);
  });

  test("is tried again when no answer comes in time", async (context) => {
    await withMoreTime(async (timeoutMs) => {
      const { meterbook, asked } = await clientOf(context, [silence, json({ id: 5 })], { timeoutMs });
      assert.equal((await meterbook.webhooks.get(5)).id, 5);
      assert.equal(asked.length, 2);
    });
    const late = await clientOf(context, [silence], { timeoutMs: 50, maxRetries: 0 });
    assert.equal((await failureOf(late.meterbook.me.get())).slug, "timeout");
    assert.equal((await failureOf(late.meterbook.me.get({ timeoutMs: 60 }))).message.includes("60 ms"), true);
  });
});

describe("a signal", () => {
  test("ends a call at once with its reason: before, during, and while it waits", async (context) => {
    const { meterbook, asked, baseUrl } = await clientOf(context, [
      silence,
      problem(503, "unavailable", { "retry-after": "50" }),
    ]);
    const reason = new Error("enough");
    await assert.rejects(meterbook.me.get({ signal: AbortSignal.abort(reason) }), reason);
    assert.equal(asked.length, 0);
    for (const [maxRetries, count] of [
      [0, 1],
      [4, 2],
    ] as const) {
      const controller = new AbortController();
      const { signal } = controller;
      const call = createMeterbook({ baseUrl, token: TOKEN, maxRetries }).me.get({ signal });
      while (asked.length < count) await new Promise((done) => setImmediate(done));
      controller.abort(reason);
      await assert.rejects(call, reason);
    }
    assert.equal(asked.length, 2);
  });

  test("keeps nothing of the calls that were made with it", async (context) => {
    const { meterbook } = await clientOf(context, [json({}), problem(503, "unavailable"), json({})]);
    const { signal } = new AbortController();
    await meterbook.me.get({ signal });
    await meterbook.me.get({ signal });
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });
});
