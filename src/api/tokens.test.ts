/** Tokens are what we signed, for what we signed them, until they end or are revoked: every forgery is refused. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { after, describe, test } from "node:test";
import { createLocalJWKSet, jwtVerify, SignJWT, UnsecuredJWT } from "jose";
import { newMember, openTestApp } from "../../test/app.ts";
import { ensureServiceSecret } from "../root-keys.ts";

const running = await openTestApp({ after });
const { app, server, passMs } = running;
const member = await newMember(running, { name: "Tokens" });
const { privateKey } = generateKeyPairSync("ed25519");

async function login(): Promise<string> {
  const { email, password } = member;
  const answer = await server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
  return answer.json<{ token: string }>().token;
}

const ask = (authorization?: string) =>
  server.inject({ url: "/v1/me", headers: authorization === undefined ? {} : { authorization } });

describe("tokens", () => {
  test("are taken with and without the word Bearer", async () => {
    const token = await login();
    for (const header of [token, `Bearer ${token}`, `bearer ${token}`])
      assert.equal((await ask(header)).statusCode, 200);
  });

  test("can be verified by anybody with the public key", async () => {
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

  test("that were forged are refused, each in the same words", async () => {
    const { company_id, user_id, email } = member;
    const claims = { company_id, user_id, role: "admin", email, name: "x", version: 1 };
    const stored = await ensureServiceSecret(app.db, app.vault, "jwt", () => {
      throw new Error("there is one");
    });
    const ours = await import("node:crypto").then(({ createPrivateKey }) => createPrivateKey(stored.secret));
    const { keys } = (await server.inject("/.well-known/jwks.json")).json<{ keys: { kid: string; x: string }[] }>();
    const [{ kid, x } = { kid: "", x: "" }] = keys;
    const good = { alg: "EdDSA", typ: "at+jwt", kid };
    const make = (
      header: { alg: string; typ?: string; kid?: string },
      change: (token: SignJWT) => SignJWT,
      key = ours,
    ) =>
      change(
        new SignJWT(claims)
          .setProtectedHeader(header)
          .setSubject("1")
          .setJti("j")
          .setIssuedAt()
          .setIssuer("meterbook")
          .setAudience("meterbook-api")
          .setExpirationTime("1h"),
      ).sign(key);
    const same = (token: SignJWT) => token;
    const [head, body, signature] = (await login()).split(".");
    const hmac = new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid }).setExpirationTime("1h");
    const forged = {
      "another key": await make(good, same, privateKey),
      "no algorithm": new UnsecuredJWT(claims).setExpirationTime("1h").encode(),
      "the public key as a shared secret": await hmac.sign(Buffer.from(x, "base64url")),
      "another type": await make({ ...good, typ: "JWT" }, same),
      "another key id": await make({ ...good, kid: "other" }, same),
      "another issuer": await make(good, (token) => token.setIssuer("other")),
      "another audience": await make(good, (token) => token.setAudience("other")),
      "an end that is over": await make(good, (token) => token.setExpirationTime(new Date(Date.now() - 1000))),
      "other claims": `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${signature}`,
      "a cut signature": `${head}.${body}.${signature?.slice(0, -4)}`,
      nonsense: "abc",
    };
    assert.equal((await ask(await make(good, same))).statusCode, 200, "the forger's way to make a good one works");
    const said = new Set<string>();
    for (const [what, token] of Object.entries(forged)) {
      const answer = await ask(token);
      assert.equal(answer.statusCode, 401, what);
      assert.equal(answer.headers["www-authenticate"], "Bearer");
      said.add(answer.json<{ detail: string }>().detail);
    }
    assert.deepEqual([...said], ["The token is wrong or has expired."]);
  });

  test("end after 7 days, also those that were seen before", async () => {
    const other = await openTestApp({ after });
    const own = await newMember(other, { name: "Time" });
    assert.equal((await own.send("GET", "/v1/me")).statusCode, 200);
    other.passMs(7 * 24 * 3600 * 1000 - 60_000);
    assert.equal((await own.send("GET", "/v1/me")).statusCode, 200);
    other.passMs(61_000);
    assert.equal((await own.send("GET", "/v1/me")).statusCode, 401);
  });

  test("are all dead after a revocation, and a new login works", async () => {
    const [first, second] = [await login(), await login()];
    assert.equal((await ask(first)).statusCode, 200);
    const revoked = await server.inject({ method: "POST", url: "/v1/auth/revoke", headers: { authorization: second } });
    assert.equal(revoked.statusCode, 200);
    for (const token of [first, second]) assert.equal((await ask(token)).statusCode, 401);
    assert.equal((await ask(await login())).statusCode, 200);
  });

  test("of a user who was switched off die within five seconds", async () => {
    const token = await login();
    assert.equal((await ask(token)).statusCode, 200);
    await app.db.updateTable("users").set({ active: false }).where("id", "=", member.user_id).execute();
    passMs(5000);
    assert.equal((await ask(token)).statusCode, 401);
  });
});
