/** Tokens are what we signed, for what we signed them, until they end or are revoked: every forgery is refused. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { newMember, openTestApp, type Member, type TestApp } from "../../../test/app.ts";
import { formPages } from "../../form/routes.ts";
import { openServer } from "../server.ts";
import { createForger } from "./tokens.fixtures.ts";
import { loadTokenSigner } from "./tokens.ts";

const running = await openTestApp({ after });
const { app, server, passMs } = running;
const member = await newMember(running, { name: "Tokens" });
async function login(at: Pick<TestApp, "server"> = running, { email, password }: Member = member): Promise<string> {
  const answer = await at.server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
  return answer.json<{ token: string }>().token;
}

const ask = (authorization?: string) =>
  server.inject({ url: "/v1/me", headers: authorization === undefined ? {} : { authorization } });

const forgeriesOf = createForger({ app, server, member });

describe("tokens", () => {
  test("are accepted with and without the word Bearer", async () => {
    const token = await login();
    for (const header of [token, `Bearer ${token}`, `bearer ${token}`])
      assert.equal((await ask(header)).statusCode, 200);
  });

  test("can be verified with the public key alone", async () => {
    const jwks = createLocalJWKSet((await server.inject("/.well-known/jwks.json")).json());
    const { payload, protectedHeader } = await jwtVerify(await login(), jwks, {
      issuer: "meterbook",
      audience: "meterbook-api",
    });
    const { company_id, user_id, email } = member;
    assert.equal(protectedHeader.alg, "EdDSA");
    assert.equal(protectedHeader.typ, "at+jwt");
    assert.deepEqual(
      { ...payload, iat: 0, exp: 0, jti: "" },
      {
        company_id,
        user_id,
        email,
        name: "Member of Tokens",
        role: "user",
        version: 1,
        sub: String(user_id),
        iss: "meterbook",
        aud: "meterbook-api",
        iat: 0,
        exp: 0,
        jti: "",
      },
    );
    assert.equal(Number(payload.exp) - Number(payload.iat), 7 * 24 * 3600);
  });

  test("that are signed at the turn of a second are valid", async () => {
    const { company_id, user_id, email } = member;
    const secondMs = Math.ceil(app.now() / 1000) * 1000;
    for (let before = 1; before <= 20; before += 1) {
      // Each look at the clock finds it a millisecond on, so that the second ends between any two of them.
      let nowMs = secondMs - before;
      const signer = await loadTokenSigner({ ...app, now: () => (nowMs += 1) });
      const token = await signer.sign(
        { company_id, user_id, email, name: "x", role: "user", version: 1 },
        randomUUID(),
      );
      assert.notEqual(await signer.verify(token), null, `${before} looks before the second ends`);
    }
  });

  test("that are forged are all refused, with the same message", async () => {
    const forgeries = await forgeriesOf(await login());
    assert.ok(Object.keys(forgeries.bad).length >= 60, String(Object.keys(forgeries.bad).length));
    for (const [what, token] of Object.entries(forgeries.good))
      assert.equal((await ask(token)).statusCode, 200, `the forger's way to make a good one works: ${what}`);
    const said = new Set<string>();
    const accepted = [];
    for (const [what, token] of Object.entries(forgeries.bad)) {
      const answer = await ask(token);
      if (answer.statusCode !== 401) accepted.push(`${what}: ${answer.statusCode}`);
      assert.equal(answer.headers["www-authenticate"], "Bearer");
      said.add(answer.json<{ detail: string }>().detail);
    }
    assert.deepEqual(accepted, []);
    assert.deepEqual([...said], ["The token is wrong or has expired."]);
  });

  test("expire after 7 days, also those that were verified before", async () => {
    const other = await openTestApp({ after });
    const own = await newMember(other, { name: "Time" });
    assert.equal((await own.send("GET", "/v1/me")).statusCode, 200);
    other.passMs(7 * 24 * 3600 * 1000 - 60_000);
    assert.equal((await own.send("GET", "/v1/me")).statusCode, 200);
    other.passMs(61_000);
    assert.equal((await own.send("GET", "/v1/me")).statusCode, 401);
  });

  test("all stop working after a revocation, and a new login works", async () => {
    const [first, second] = [await login(), await login()];
    assert.equal((await ask(first)).statusCode, 200);
    const revoked = await server.inject({ method: "POST", url: "/v1/auth/revoke", headers: { authorization: second } });
    assert.equal(revoked.statusCode, 200);
    for (const token of [first, second]) assert.equal((await ask(token)).statusCode, 401);
    assert.equal((await ask(await login())).statusCode, 200);
  });

  test("of a user who was switched off stop working within five seconds", async () => {
    const token = await login();
    assert.equal((await ask(token)).statusCode, 200);
    await app.db.updateTable("users").set({ active: false }).where("id", "=", member.user_id).execute();
    passMs(5000);
    assert.equal((await ask(token)).statusCode, 401);
  });
});

describe("the signing key", () => {
  const rotate = (admin: Member, body: object) => admin.send("POST", "/v1/auth/rotate_key", body);
  const kids = async (at: TestApp["server"]) =>
    (await at.inject("/.well-known/jwks.json")).json<{ keys: { kid: string }[] }>().keys.map(({ kid }) => kid);
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;

  test("is rotated: the new one signs, the old one verifies until its last token has expired", async () => {
    const own = await openTestApp({ after });
    const admin = await newMember(own, { name: "Operator", role: "admin" });
    const [first] = await kids(own.server);
    assert.equal((await rotate(admin, {})).statusCode, 200);
    const both = await kids(own.server);
    assert.equal(both.length, 2);
    assert.equal((await admin.send("GET", "/v1/me")).statusCode, 200);
    const { email, password } = admin;
    const payload = { email, password };
    const answer = await own.server.inject({ method: "POST", url: "/v1/auth/login", payload });
    const { token } = answer.json<{ token: string }>();
    assert.notEqual(kidOf(token), first);
    own.passMs(7 * 24 * 3600 * 1000 - 60_000);
    assert.deepEqual(await kids(own.server), both);
    own.passMs(2 * 60_000);
    assert.deepEqual(await kids(own.server), [kidOf(token)]);
  });

  test("is revoked after a leak: every session ends, in this process at once and in others within five seconds", async () => {
    const own = await openTestApp({ after });
    const admin = await newMember(own, { name: "Operator", role: "admin" });
    const elsewhere = await openServer(own.app, formPages);
    after(() => elsewhere.close());
    const authorization = await login(own, admin);
    const statusOf = async (at: TestApp["server"]) =>
      (await at.inject({ url: "/v1/me", headers: { authorization } })).statusCode;
    assert.deepEqual([await statusOf(own.server), await statusOf(elsewhere)], [200, 200]);
    assert.equal((await rotate(admin, { revoke_previous: true })).statusCode, 200);
    assert.equal(await statusOf(own.server), 401);
    own.passMs(5000);
    assert.equal(await statusOf(elsewhere), 401);
    assert.equal((await kids(own.server)).length, 1);
    assert.deepEqual(await kids(elsewhere), await kids(own.server));
    const restarted = await openServer(own.app, formPages);
    after(() => restarted.close());
    assert.deepEqual(await kids(restarted), await kids(own.server), "a restart makes no new key");
  });
});
