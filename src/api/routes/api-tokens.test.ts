/** An API token is shown once, does what its scopes and its user allow, and ends when it should. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { crc32 } from "node:zlib";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { formPages } from "../../form/routes.ts";
import { ApiToken, MadeApiToken } from "../../records/api-token.ts";
import { isApiToken, makeApiToken } from "../auth/api-tokens.ts";
import { openServer } from "../server.ts";

const running = await openTestApp({ after });
const { app, server, passMs, logLines } = running;
const member = await newMember(running, { name: "Programs" });
const stranger = await newMember(running, { name: "Strangers" });
const admin = await newMember(running, { name: "Operator", role: "admin" });

const make = async (who: Member, body: object) => {
  const answer = await who.send("POST", "/v1/api_tokens", body);
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json<{ id: number; token: string }>();
};
const ask = (authorization: string, method: "GET" | "POST" | "DELETE" = "GET", url = "/v1/me", payload?: object) =>
  server.inject({ method, url, headers: { authorization }, ...(payload === undefined ? {} : { payload }) });

describe("an API token", () => {
  test("is shown once, and kept as a hash", async () => {
    const answer = await member.send("POST", "/v1/api_tokens", { name: " Nightly sync " });
    assert.equal(answer.headers["cache-control"], "no-store");
    const made = MadeApiToken.parse(answer.json());
    assert.equal(made.name, "Nightly sync");
    assert.deepEqual(made.scopes, ["read", "write"]);
    const listed = await member.send("GET", "/v1/api_tokens");
    const [first] = listed.json<object[]>();
    assert.deepEqual(ApiToken.parse(first), first);
    assert.equal(listed.body.includes(made.token), false);
    const rows = await app.db.selectFrom("api_tokens").selectAll().execute();
    assert.equal(
      rows.some((row) => row.token_sha256.includes(made.token) || JSON.stringify(row).includes(made.token)),
      false,
    );
    assert.equal(
      logLines.some((line) => line.includes(made.token)),
      false,
    );
  });

  test("is taken with and without the word Bearer, and never from the URL", async () => {
    const { token } = await make(member, { name: "Words" });
    for (const header of [token, `Bearer ${token}`]) assert.equal((await ask(header)).statusCode, 200);
    for (const name of ["token", "api_token", "access_token"]) {
      const answer = await server.inject(`/v1/me?${name}=${token}`);
      assert.equal(answer.statusCode, 401, name);
    }
  });

  test("acts as its user: own company, own role", async () => {
    const { token } = await make(member, { name: "Acts", scopes: ["admin"] });
    const { id, company_id } = (await ask(token)).json<{ id: number; company_id: number }>();
    assert.deepEqual([id, company_id], [member.user_id, member.company_id]);
    assert.equal((await ask(token, "GET", "/v1/companies")).statusCode, 403, "the scope admin makes no admin");
    const { token: ofAdmin } = await make(admin, { name: "Acts", scopes: ["admin"] });
    assert.equal((await ask(ofAdmin, "GET", "/v1/companies")).statusCode, 200);
  });

  test("may do what its scopes say", async () => {
    const { token: read } = await make(member, { name: "Read", scopes: ["read"] });
    assert.equal((await ask(read, "GET", "/v1/webhooks/validate")).statusCode, 200);
    const refused = await ask(read, "POST", "/v1/webhooks/validate/reset");
    assert.equal(refused.statusCode, 403);
    assert.match(refused.json<{ detail: string }>().detail, /scope write/);
    const { token: write } = await make(member, { name: "Write", scopes: ["write"] });
    assert.equal((await ask(write, "POST", "/v1/webhooks/validate/reset")).statusCode, 200);
    assert.equal((await ask(write, "GET", "/v1/meters")).statusCode, 200, "the scope write includes read");
    assert.equal((await ask(write, "POST", "/v1/api_tokens", { name: "x" })).statusCode, 403);
    assert.equal((await ask(write, "POST", "/v1/auth/revoke")).statusCode, 403);
  });

  test("with the scope admin makes others", async () => {
    const { token } = await make(member, { name: "Maker", scopes: ["admin"] });
    assert.equal((await ask(token, "POST", "/v1/api_tokens", { name: "Made", scopes: ["read"] })).statusCode, 201);
  });

  test("ends at its date, also when it was seen before", async () => {
    const expires_at = new Date(app.now() + 60_000).toISOString();
    const { token } = await make(member, { name: "Short", expires_at });
    assert.equal((await ask(token)).statusCode, 200);
    passMs(57_000);
    assert.equal((await ask(token)).statusCode, 200);
    passMs(3001);
    assert.equal((await ask(token)).statusCode, 401);
  });

  test("remembers when it was used, to the minute", async () => {
    const { id, token } = await make(member, { name: "Used" });
    const used = async () => {
      const listed = (await member.send("GET", "/v1/api_tokens")).json<{ id: number; last_used_at: string | null }[]>();
      return listed.find((each) => each.id === id)?.last_used_at ?? null;
    };
    assert.equal(await used(), null);
    await ask(token);
    const first = await used();
    assert.notEqual(first, null);
    passMs(50_000);
    await ask(token);
    assert.equal(await used(), first);
    passMs(11_000);
    await ask(token);
    assert.ok(Date.parse((await used()) ?? "") >= Date.parse(first ?? "") + 60_000);
  });

  test("is in the audit log: made, revoked, and what it does", async () => {
    const { id, token } = await make(member, { name: "Seen", scopes: ["admin"] });
    await ask(token, "POST", "/v1/webhooks/validate/reset");
    await member.send("DELETE", `/v1/api_tokens/${id}`);
    const rows = await app.db
      .selectFrom("audit_log")
      .select(["action", "actor"])
      .where("company_id", "=", member.company_id)
      .orderBy("id", "desc")
      .limit(3)
      .execute();
    assert.deepEqual(
      rows.map(({ action }) => action),
      ["api_token.revoked", "webhook_secret.reset", "api_token.created"],
    );
    assert.match(rows[1]?.actor ?? "", new RegExp(`API token ${id}$`));
  });

  test("is named, with known scopes and an end to come", async () => {
    const pointers = async (body: object) => {
      const answer = await member.send("POST", "/v1/api_tokens", body);
      assert.equal(answer.statusCode, 422, answer.body);
      return answer.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer);
    };
    assert.deepEqual(await pointers({}), ["/name"]);
    assert.deepEqual(await pointers({ name: " " }), ["/name"]);
    assert.deepEqual(await pointers({ name: "x", scopes: [] }), ["/scopes"]);
    assert.deepEqual(await pointers({ name: "x", scopes: ["root"] }), ["/scopes/0"]);
    assert.deepEqual(await pointers({ name: "x", expires_at: "2020-01-01T00:00:00Z" }), ["/expires_at"]);
    assert.deepEqual(await pointers({ name: "x", expires_at: "tomorrow" }), ["/expires_at"]);
  });
});

describe("a revoked token is dead", () => {
  test("here at once, in another process within five seconds", async () => {
    const elsewhere = await openServer(app, formPages);
    after(() => elsewhere.close());
    const { id, token } = await make(member, { name: "Revoked" });
    const there = async () => (await elsewhere.inject({ url: "/v1/me", headers: { authorization: token } })).statusCode;
    assert.deepEqual([(await ask(token)).statusCode, await there()], [200, 200]);
    const revoked = await member.send("DELETE", `/v1/api_tokens/${id}`);
    assert.notEqual(ApiToken.parse(revoked.json()).revoked_at, null);
    assert.equal((await ask(token)).statusCode, 401);
    passMs(5000);
    assert.equal(await there(), 401);
    const again = await member.send("DELETE", `/v1/api_tokens/${id}`);
    assert.equal(again.json<{ revoked_at: string }>().revoked_at, revoked.json<{ revoked_at: string }>().revoked_at);
  });

  test("not by another company", async () => {
    const { id, token } = await make(member, { name: "Safe" });
    assert.equal((await stranger.send("DELETE", `/v1/api_tokens/${id}`)).statusCode, 404);
    assert.equal((await ask(token)).statusCode, 200);
    assert.deepEqual((await stranger.send("GET", "/v1/api_tokens")).json(), []);
  });

  test("with all tokens of the company", async () => {
    const { token } = await make(stranger, { name: "All" });
    assert.equal((await ask(token)).statusCode, 200);
    assert.equal((await stranger.send("POST", "/v1/auth/revoke")).statusCode, 200);
    assert.equal((await ask(token)).statusCode, 401);
  });

  test("with its user, who switched on again has to make a new one", async () => {
    const leaver = await newMember(running, { name: "Leaver", colleagueOf: member });
    const { token } = await make(leaver, { name: "Left behind" });
    assert.equal((await ask(token)).statusCode, 200);
    for (const active of [false, true]) {
      await admin.send("PATCH", `/v1/users/${leaver.user_id}`, { active });
      assert.equal((await ask(token)).statusCode, 401);
    }
  });

  test("with its company", async () => {
    const ending = await newMember(running, { name: "Ending" });
    const { token } = await make(ending, { name: "Gone" });
    assert.equal((await ask(token)).statusCode, 200);
    await app.db.deleteFrom("companies").where("id", "=", ending.company_id).execute();
    passMs(5000);
    assert.equal((await ask(token)).statusCode, 401);
  });
});

describe("the text of a token", () => {
  test("carries a checksum that anybody can compute", () => {
    const token = makeApiToken();
    assert.match(token, /^mbk_[0-9A-Za-z]{36}$/);
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const value = Array.from(token.slice(-6)).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    assert.equal(value, crc32(token.slice(0, -6)));
  });

  test("is distinguished from any other text without the database", () => {
    const token = makeApiToken();
    assert.equal(isApiToken(token), true);
    for (let place = 4; place < token.length; place += 1) {
      const other = token[place] === "x" ? "y" : "x";
      assert.equal(isApiToken(token.slice(0, place) + other + token.slice(place + 1)), false);
    }
    assert.equal(new Set(Array.from({ length: 1000 }, makeApiToken)).size, 1000);
  });
});
