/** A caller that acts with less than its user may makes nothing that acts with more: tokens, answers kept under a key, links. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, describe, test } from "node:test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { newMember, openTestApp } from "../../../test/app.ts";
import { serve } from "../../../test/outbound.ts";
import { SCOPES, type Scope } from "../../records/api-token.ts";
import { ACCESS } from "./access.ts";

const pair = await generateKeyPair("ES256");
const { origin: issuer } = await serve(
  createServer((request, response) => {
    const jwks = async () => ({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: "k" }] });
    const discovery = Promise.resolve({ issuer: `http://${request.headers.host}`, jwks_uri: `${issuer}/keys` });
    void (request.url === "/keys" ? jwks() : discovery).then((body) => response.end(JSON.stringify(body)));
  }),
);
const running = await openTestApp(
  { after },
  { METERBOOK_OIDC_ISSUERS: JSON.stringify([{ issuer, audience: "meterbook", company_id: 1 }]) },
);
const { app, server } = running;
const admin = await newMember(running, { name: "Operator", role: "admin" });
assert.equal(admin.company_id, 1);

/** The admin as the company's identity provider vouches for them: without an admin claim they come in as a user. */
const capped = await new SignJWT({ email: admin.email, email_verified: true })
  .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "k" })
  .setIssuer(issuer)
  .setAudience("meterbook")
  .setSubject("7")
  .setIssuedAt(new Date(app.now() - 1000))
  .setExpirationTime(new Date(app.now() + 3600_000))
  .sign(pair.privateKey);
const { email, password } = admin;
const whole = (await server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } })).json<{
  token: string;
}>().token;

type Method = "GET" | "POST" | "PATCH" | "DELETE";
const send = (authorization: string, method: Method, url: string, payload?: object, headers = {}) =>
  server.inject({ method, url, headers: { authorization, ...headers }, ...(payload === undefined ? {} : { payload }) });
const roleOf = async (token: string) => (await send(token, "GET", "/v1/me")).json<{ role: string }>().role;
const makeToken = (by: string, scopes: readonly Scope[], headers = {}) =>
  send(by, "POST", "/v1/api_tokens", { name: "made", scopes }, headers);

const ADMIN_ROUTES = Object.entries(ACCESS)
  .filter(([, { access }]) => access === "admin")
  .map(([route]) => route.split(" ") as [Method, string]);

/** The routes of administrators that let the caller pass, whatever they say of the body. */
async function openTo(token: string): Promise<string[]> {
  const open: string[] = [];
  for (const [method, pattern] of ADMIN_ROUTES) {
    const url = pattern.replace(":id", "999999");
    const payload = method === "POST" || method === "PATCH" ? { unknown: true } : undefined;
    const { statusCode } = await send(token, method, url, payload);
    if (statusCode !== 403) open.push(`${method} ${url} ${statusCode}`);
  }
  return open;
}

describe("a role that is capped", () => {
  test("is shown by GET /v1/me, and passes no admin route", async () => {
    assert.equal(await roleOf(capped), "user");
    assert.deepEqual(await openTo(capped), []);
    assert.equal(await roleOf(whole), "admin");
    assert.equal((await openTo(whole)).length, ADMIN_ROUTES.length);
  });

  test("stays capped on tokens, on tokens made with those, and after the user becomes an admin again", async () => {
    const first = (await makeToken(capped, ["admin"])).json<{ token: string; role_ceiling: string }>();
    assert.equal(first.role_ceiling, "user");
    const second = (await makeToken(first.token, SCOPES)).json<{ token: string; role_ceiling: string }>();
    assert.equal(second.role_ceiling, "user");
    await app.db.updateTable("users").set({ role: "user" }).where("id", "=", admin.user_id).execute();
    await app.db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.user_id).execute();
    running.passMs(5001);
    for (const { token } of [first, second]) {
      assert.equal(await roleOf(token), "user");
      assert.deepEqual(await openTo(token), []);
    }
  });

  test("is not lifted by an answer that the same user got with the full role under the same key", async () => {
    const key = { "idempotency-key": "one-token" };
    const made = await makeToken(whole, ["admin"], key);
    assert.equal(made.statusCode, 201);
    const again = await makeToken(capped, ["admin"], key);
    assert.equal(again.statusCode, 422);
    assert.ok(!again.body.includes(made.json<{ token: string }>().token));
  });

  test("follows a demotion: a token of an admin who becomes a user acts as a user", async () => {
    const colleague = await newMember(running, { name: "Operator", role: "admin", colleagueOf: admin });
    const { token } = (await colleague.send("POST", "/v1/api_tokens", { name: "x", scopes: ["admin"] })).json<{
      token: string;
    }>();
    assert.equal(await roleOf(token), "admin");
    assert.equal((await admin.send("PATCH", `/v1/users/${colleague.user_id}`, { role: "user" })).statusCode, 200);
    assert.equal(await roleOf(token), "user");
    assert.deepEqual(await openTo(token), []);
  });
});

describe("a token with few scopes", () => {
  test("makes no token with more scopes, changes no password, ends no session and gets no link for submitting credentials", async () => {
    const tokenWith = async (scope: Scope) => (await makeToken(whole, [scope])).json<{ token: string }>().token;
    for (const held of ["read", "write"] as const) {
      const token = await tokenWith(held);
      for (const scope of SCOPES) assert.equal((await makeToken(token, [scope])).statusCode, 403, `${held} ${scope}`);
      const change = { current_password: password, new_password: "another long passphrase" };
      assert.equal((await send(token, "POST", "/v1/me/password", change)).statusCode, 403);
      assert.equal((await send(token, "POST", "/v1/auth/logout")).statusCode, 403);
      assert.deepEqual(await openTo(token), []);
      const link = await send(token, "GET", "/v1/authorizations/formlink");
      assert.equal(link.statusCode, held === "read" ? 403 : 200);
    }
  });

  test("with all scopes still sets up no authenticator and ends no session: these need a person who signed in", async () => {
    const { token } = (await makeToken(whole, ["admin"])).json<{ token: string }>();
    const setup = await send(token, "POST", "/v1/me/authenticator", { current_password: password });
    assert.equal(setup.statusCode, 403);
    assert.equal((await send(token, "POST", "/v1/auth/logout")).statusCode, 403);
    assert.equal((await send(capped, "POST", "/v1/auth/logout")).statusCode, 403);
  });
});
