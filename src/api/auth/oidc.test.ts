/** A company's own identity provider opens the users of that company, and nothing else: a real one, with keys made here. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, describe, test } from "node:test";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";
import { newMember, openTestApp } from "../../../test/app.ts";
import { serve } from "../../../test/outbound.ts";

/** A provider that answers discovery and keys, and counts how often it was asked. */
async function startProvider() {
  const keys = [{ kid: "first", alg: "RS256", pair: await generateKeyPair("RS256") }];
  const state = { asked: 0, isAway: false, says: null as string | null, keysAt: null as string | null };
  const http = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    state.asked += 1;
    if (state.isAway) return void response.writeHead(503).end();
    const jwks = async () => ({
      keys: await Promise.all(keys.map(async ({ kid, pair }) => ({ ...(await exportJWK(pair.publicKey)), kid }))),
    });
    const discovery = { issuer: state.says ?? issuer, jwks_uri: state.keysAt ?? `${issuer}/keys` };
    const answer = request.url === "/keys" ? jwks() : Promise.resolve(discovery);
    return void answer.then((body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)));
  });
  const { origin } = await serve(http);
  return { issuer: origin, keys, state };
}

const provider = await startProvider();
const stranger = await startProvider();
const AUDIENCE = "meterbook";

const setUp = await openTestApp({ after }, settingsFor([{ company_id: 1 }]));
const { server, passMs, logLines, app } = setUp;
const member = await newMember(setUp, { name: "First" });
const outsider = await newMember(setUp, { name: "Second" });
const adminUser = await newMember(setUp, { name: "First", role: "admin", colleagueOf: member });
assert.equal(member.company_id, 1);

function settingsFor(each: object[]): Record<string, string> {
  const issuers = each.map((more) => ({ issuer: provider.issuer, audience: AUDIENCE, ...more }));
  return { METERBOOK_OIDC_ISSUERS: JSON.stringify(issuers) };
}

const nowSeconds = () => Math.floor(app.now() / 1000);
interface Wish {
  claims?: JWTPayload;
  header?: { alg?: string; typ?: string; kid?: string };
  key?: Parameters<SignJWT["sign"]>[0];
}
/** A good token of the provider for `member`, but for what is wished otherwise. */
function tokenOf({ claims = {}, header = {}, key }: Wish = {}): Promise<string> {
  const [first] = provider.keys;
  assert.ok(first);
  const payload = {
    iss: provider.issuer,
    aud: AUDIENCE,
    sub: "7",
    iat: nowSeconds(),
    exp: nowSeconds() + 600,
    email: member.email,
    email_verified: true,
    ...claims,
  };
  return new SignJWT(Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined)))
    .setProtectedHeader({ alg: first.alg, typ: "at+jwt", kid: first.kid, ...header })
    .sign(key ?? first.pair.privateKey);
}
const ask = async (token: string, at = server) =>
  at.inject({ url: "/v1/me", headers: { authorization: `Bearer ${token}` } });

describe("a token of the company's identity provider", () => {
  test("signs in the user with this e-mail address, in upper or lower case", async () => {
    for (const email of [member.email, member.email.toUpperCase()]) {
      const answer = await ask(await tokenOf({ claims: { email } }));
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.json<{ id: number }>().id, member.user_id);
    }
  });

  test("fetches the provider's keys once, not with every token", async () => {
    const { asked } = provider.state;
    for (let index = 0; index < 5; index += 1)
      assert.equal((await ask(await tokenOf({ claims: { sub: `${index}` } }))).statusCode, 200);
    assert.equal(provider.state.asked, asked);
  });

  test("is refused when anything in it is wrong", async () => {
    const other = await generateKeyPair("RS256");
    const ours = (await member.send("GET", "/v1/me")).statusCode;
    assert.equal(ours, 200);
    const forged: Record<string, string> = {
      "another key": await tokenOf({ key: other.privateKey }),
      "the modulus as a shared secret": await tokenOf({
        header: { alg: "HS256" },
        key: Buffer.from(JSON.stringify(await exportJWK(provider.keys[0]?.pair.publicKey ?? other.publicKey))),
      }),
      "no signature": new UnsecuredJWT({ iss: provider.issuer, email: member.email, email_verified: true })
        .setAudience(AUDIENCE)
        .setExpirationTime("1h")
        .encode(),
      "another audience": await tokenOf({ claims: { aud: "other" } }),
      "an issuer that is not configured": await tokenOf({ claims: { iss: stranger.issuer } }),
      "our own issuer": await tokenOf({ claims: { iss: "meterbook" } }),
      "the issuer with a slash": await tokenOf({ claims: { iss: `${provider.issuer}/` } }),
      "an expired end": await tokenOf({ claims: { exp: nowSeconds() - 1 } }),
      "no end": await tokenOf({ claims: { exp: undefined } }),
      "a start in the future": await tokenOf({ claims: { nbf: nowSeconds() + 60 } }),
      "no issue date": await tokenOf({ claims: { iat: undefined } }),
      "no subject": await tokenOf({ claims: { sub: undefined } }),
      "another type": await tokenOf({ header: { typ: "JWT" } }),
      "a key id it does not have": await tokenOf({ header: { kid: "none" } }),
      "an address that is not verified": await tokenOf({ claims: { email_verified: false } }),
      "an address verified in words": await tokenOf({ claims: { email_verified: "true" } }),
      "no address": await tokenOf({ claims: { email: undefined } }),
      "an address of no user": await tokenOf({ claims: { email: "nobody@example.com" } }),
      "a user of another company": await tokenOf({ claims: { email: outsider.email } }),
      "a user of another company, named": await tokenOf({
        claims: { email: outsider.email, company_id: outsider.company_id, user_id: outsider.user_id },
      }),
    };
    for (const [what, token] of Object.entries(forged)) assert.equal((await ask(token)).statusCode, 401, what);
  });

  test("never makes an admin without a configured claim", async () => {
    for (const claims of [{}, { role: "admin" }, { roles: ["admin"] }]) {
      const authorization = await tokenOf({ claims: { email: adminUser.email, ...claims } });
      assert.equal((await ask(authorization)).statusCode, 200);
      assert.equal((await server.inject({ url: "/v1/companies", headers: { authorization } })).statusCode, 403);
    }
    assert.equal(
      (await adminUser.send("GET", "/v1/companies")).statusCode,
      200,
      "a user who signs in here is an admin",
    );
  });

  test("stops working within five seconds after the user is switched off", async () => {
    const leaver = await newMember(setUp, { name: "Leaver", colleagueOf: adminUser });
    const token = await tokenOf({ claims: { email: leaver.email } });
    assert.equal((await ask(token)).statusCode, 200);
    await app.db.updateTable("users").set({ active: false }).where("id", "=", leaver.user_id).execute();
    passMs(5000);
    assert.equal((await ask(token)).statusCode, 401);
  });
});

test("stops working after the company revoked its tokens; a newer one works", async () => {
  const revoker = await newMember(setUp, { name: "Revoker", colleagueOf: member });
  const token = await tokenOf();
  assert.equal((await ask(token)).statusCode, 200);
  passMs(1000);
  assert.equal((await revoker.send("POST", "/v1/auth/revoke")).statusCode, 200);
  assert.equal((await ask(token)).statusCode, 401);
  passMs(1000);
  assert.equal((await ask(await tokenOf())).statusCode, 200);
});

describe("the keys of the provider", () => {
  test("may change: new keys are fetched, at most every 30 seconds", async () => {
    provider.keys.unshift({ kid: "second", alg: "ES256", pair: await generateKeyPair("ES256") });
    const token = await tokenOf();
    assert.equal((await ask(token)).statusCode, 401, "asked a moment ago");
    passMs(30_000);
    const { asked } = provider.state;
    assert.equal((await ask(await tokenOf())).statusCode, 200);
    for (let index = 0; index < 5; index += 1) await ask(await tokenOf({ header: { kid: `no-${index}` } }));
    assert.equal(provider.state.asked, asked + 2, "discovery and keys, once");
  });

  test("may be unavailable: cached users still pass, and otherwise the answer says when to retry", async () => {
    const fresh = await openTestApp({ after }, settingsFor([{ company_id: 1 }]));
    provider.state.isAway = true;
    const { asked } = provider.state;
    const answers = [];
    for (let index = 0; index < 3; index += 1) answers.push(await ask(await tokenOf(), fresh.server));
    assert.deepEqual(
      answers.map(({ statusCode, headers }) => [statusCode, headers["retry-after"]]),
      [503, 503, 503].map((status) => [status, "10"]),
    );
    assert.equal(provider.state.asked, asked + 1, "asked once, then not again for a while");
    passMs(11 * 60_000);
    assert.equal((await ask(await tokenOf())).statusCode, 200);
    provider.state.isAway = false;
  });

  test("from a document of another issuer are not accepted", async () => {
    const fresh = await openTestApp({ after }, settingsFor([{ company_id: 1 }]));
    provider.state.says = "https://login.example.com";
    assert.equal((await ask(await tokenOf(), fresh.server)).statusCode, 503);
    provider.state.says = null;
  });

  test("from an address without https are not accepted, except on this machine", async () => {
    for (const keysAt of [
      "http://login.example.com/keys",
      "http://10.0.0.1/keys",
      "http://localhost.example.com/keys",
    ]) {
      const fresh = await openTestApp({ after }, settingsFor([{ company_id: 1 }]));
      provider.state.keysAt = keysAt;
      assert.equal((await ask(await tokenOf(), fresh.server)).statusCode, 503, keysAt);
    }
    provider.state.keysAt = null;
  });

  test("that were withdrawn are useless after ten minutes, also for a token that was verified before", async () => {
    const claims = { exp: nowSeconds() + 3600 };
    const withdrawn = provider.keys[0];
    assert.ok(withdrawn);
    passMs(31_000);
    const token = await tokenOf({ claims });
    assert.equal((await ask(token)).statusCode, 200);
    provider.keys.unshift({ kid: "third", alg: "ES256", pair: await generateKeyPair("ES256") });
    provider.keys.splice(1, 1);
    passMs(10 * 60_000);
    assert.equal((await ask(token)).statusCode, 401);
    assert.equal((await ask(await tokenOf())).statusCode, 200);
  });

  test("are fetched without a token in the log", () => {
    assert.deepEqual(
      logLines.filter((line) => line.includes("eyJ")),
      [],
    );
  });
});

test("a setting may name the type of the tokens and the claim of the admins", async () => {
  const settings = settingsFor([{ company_id: 1, token_type: "JWT", admin_claim: "roles" }]);
  const running = await openTestApp({ after }, settings);
  const boss = await newMember(running, { name: "Boss", role: "admin" });
  const clerk = await newMember(running, { name: "Clerk", colleagueOf: boss });
  const listing = async (email: string, claims: JWTPayload) => {
    const header = { typ: "JWT" };
    const authorization = await tokenOf({ header, claims: { email, ...claims } });
    return (await running.server.inject({ url: "/v1/companies", headers: { authorization } })).statusCode;
  };
  assert.equal(await listing(boss.email, { roles: ["staff", "admin"] }), 200);
  assert.equal(await listing(boss.email, { roles: "admin" }), 200);
  assert.equal(await listing(boss.email, { roles: ["staff"] }), 403);
  assert.equal(await listing(clerk.email, { roles: ["admin"] }), 403, "the provider cannot raise a user");
});
