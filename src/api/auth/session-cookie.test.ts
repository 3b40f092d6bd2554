/** A browser signs in with a cookie that no script reads and no other website can use, and signs out of one or all sessions. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { parseSetCookie } from "cookie";
import type { LightMyRequestResponse } from "fastify";
import { Secret, TOTP } from "otpauth";
import { newMember, openTestApp, tokenOf, type Member } from "../../../test/app.ts";
import { Me } from "../../records/caller.ts";
import { ACCESS } from "./access.ts";

const running = await openTestApp({ after }, { METERBOOK_ALLOWED_ORIGINS: "https://partner.example.com" });
const { app, server } = running;
const member = await newMember(running, { name: "Browsers" });

const OWN = { "sec-fetch-site": "same-origin" };
type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

const signIn = (who: Pick<Member, "email" | "password">, headers: Record<string, string> = OWN, more = {}) =>
  server.inject({
    method: "POST",
    url: "/v1/sessions",
    headers,
    payload: { email: who.email, password: who.password, ...more },
  });
const cookieOf = (answer: LightMyRequestResponse) => parseSetCookie(String(answer.headers["set-cookie"]));
const browserOf = (cookie: { name: string; value: string | undefined }) => {
  const sent = { cookie: `theme=dark; ${cookie.name}=${cookie.value}` };
  return (method: Method, url: string, body?: object, headers: Record<string, string> = OWN) =>
    server.inject({ method, url, headers: { ...sent, ...headers }, ...(body === undefined ? {} : { payload: body }) });
};
const newBrowser = async (who = member) => browserOf(cookieOf(await signIn(who)));
const slugOf = (answer: LightMyRequestResponse) => answer.json<{ type: string }>().type.split("/").at(-1);

describe("signing in", () => {
  test("answers the user and sets a cookie for the life of the token, without the token in the body", async () => {
    const answer = await signIn(member);
    assert.equal(answer.statusCode, 201);
    const me = answer.json<Record<string, unknown>>();
    assert.deepEqual(Me.parse(me), me);
    assert.equal(me["email"], member.email);
    assert.equal(answer.headers["cache-control"], "no-store");
    const { value = "", ...cookie } = cookieOf(answer);
    assert.deepEqual(cookie, { name: "meterbook", maxAge: 604_800, path: "/", httpOnly: true, sameSite: "strict" });
    assert.ok(!answer.body.includes(value));
    const shown = await browserOf({ name: "meterbook", value })("GET", "/v1/me");
    assert.deepEqual(shown.json(), me);
    assert.equal(shown.headers["cache-control"], "private, no-cache");
    assert.match(String(shown.headers["vary"]), /\bcookie\b/);
  });

  test("over https the cookie is sent to this host alone, over https alone", async () => {
    const secure = await openTestApp({ after }, { PUBLIC_URL: "https://meters.example.com" });
    const who = await newMember(secure, { name: "Secure" });
    const { email, password } = who;
    const answer = await secure.server.inject({ method: "POST", url: "/v1/sessions", payload: { email, password } });
    const { name, secure: isSecure, domain } = cookieOf(answer);
    assert.deepEqual([name, isSecure, domain], ["__Host-meterbook", true, undefined]);
    const document = (await secure.server.inject("/openapi.json")).json<{
      components: { securitySchemes: { cookie: { name: string } } };
    }>();
    assert.equal(document.components.securitySchemes.cookie.name, name);
  });

  test("refuses a wrong password and a missing code as the login does, and sets no cookie", async () => {
    const wrong = await signIn({ ...member, password: "a wrong passphrase" });
    assert.deepEqual([wrong.statusCode, slugOf(wrong), wrong.headers["set-cookie"]], [401, "wrong-login", undefined]);
    const careful = await newMember(running, { name: "Careful" });
    const begun = await careful.send("POST", "/v1/me/authenticator", { current_password: careful.password });
    const totp = new TOTP({ secret: Secret.fromBase32(begun.json<{ secret: string }>().secret) });
    const code = () => totp.generate({ timestamp: app.now() });
    assert.equal((await careful.send("POST", "/v1/me/authenticator/confirm", { code: code() })).statusCode, 200);
    const missing = await signIn(careful);
    assert.deepEqual([slugOf(missing), missing.headers["set-cookie"]], ["code-required", undefined]);
    running.passMs(30_000);
    assert.equal((await signIn(careful, OWN, { code: code() })).statusCode, 201);
  });

  test("is refused to pages of other websites, so that none signs a browser in under another name", async () => {
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://partner.example.com" },
      { origin: "null" },
    ] as Record<string, string>[]) {
      const answer = await signIn(member, headers);
      assert.deepEqual([answer.statusCode, slugOf(answer)], [403, "cross-site-request"], JSON.stringify(headers));
      assert.equal(answer.headers["set-cookie"], undefined);
    }
  });
});

describe("a request with the cookie", () => {
  test("that changes something passes from a page of this service alone", async () => {
    const send = await newBrowser();
    const statusOf = async (headers: Record<string, string>) =>
      (await send("POST", "/v1/properties", { name: "x" }, headers)).statusCode;
    for (const headers of [
      { "sec-fetch-site": "same-origin" },
      { origin: app.publicUrl },
      { origin: "http://192.0.2.7:8080", host: "192.0.2.7:8080" },
    ] as Record<string, string>[])
      assert.notEqual(await statusOf(headers), 403, JSON.stringify(headers));
    for (const headers of [
      {},
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "null" },
      { origin: "https://evil.example.com" },
      { origin: "https://partner.example.com" },
      { origin: `${app.publicUrl}.evil.example.com` },
      { origin: app.publicUrl, "sec-fetch-site": "cross-site" },
      { origin: "https://192.0.2.7:8080", host: "192.0.2.7:8080" },
      { referer: app.publicUrl },
    ] as Record<string, string>[])
      assert.equal(await statusOf(headers), 403, JSON.stringify(headers));
  });

  test("is refused from other websites at every route that changes something", async () => {
    const send = await newBrowser();
    const open: string[] = [];
    for (const [route, { access }] of Object.entries(ACCESS)) {
      const [method = "", pattern = ""] = route.split(" ");
      if (method === "GET" || access === "public" || access === "link") continue;
      const url = pattern.replace(/:\w+/g, "1");
      const answer = await send(method as Method, url, undefined, { "sec-fetch-site": "cross-site" });
      if (answer.statusCode !== 403 || slugOf(answer) !== "cross-site-request") open.push(route);
    }
    assert.deepEqual(open, []);
  });

  test("that reads is not signed in when another website sends it", async () => {
    const send = await newBrowser();
    const read = async (site: string) =>
      (await send("GET", "/v1/me", undefined, { "sec-fetch-site": site })).statusCode;
    assert.deepEqual(
      await Promise.all(["same-origin", "none", "cross-site", "same-site"].map(read)),
      [200, 200, 401, 401],
    );
    assert.equal((await send("GET", "/v1/me", undefined, {})).statusCode, 200);
    const allowed = await send("GET", "/v1/me", undefined, { origin: "https://partner.example.com" });
    assert.equal(allowed.headers["access-control-allow-credentials"], undefined);
  });

  test("is read by its name alone, and never where a token is in the header", async () => {
    const { value } = cookieOf(await signIn(member));
    for (const cookie of [
      `Meterbook=${value}`,
      `__Host-meterbook=${value}`,
      `meterbook=x${value}`,
      "meterbook=",
      ";;=;",
    ])
      assert.equal((await server.inject({ url: "/v1/me", headers: { cookie } })).statusCode, 401, cookie);
    const headers = { cookie: `meterbook=${value}`, authorization: "Bearer wrong" };
    assert.equal((await server.inject({ url: "/v1/me", headers })).statusCode, 401);
    const other = await newMember(running, { name: "Header" });
    const both = { cookie: `meterbook=${value}`, authorization: await tokenOf(running, other) };
    const me = await server.inject({ url: "/v1/me", headers: both });
    assert.equal(me.json<{ email: string }>().email, other.email);
    const { statusCode } = await server.inject({ method: "POST", url: "/v1/auth/logout", headers: both });
    assert.equal(statusCode, 200, "with a header the origin does not matter");
  });
});

test("a second cookie of that name, which another port or subdomain can set over http, signs nobody in as somebody else", async () => {
  const attacker = await newMember(running, { name: "Attacker" });
  const [own, foreign] = [cookieOf(await signIn(member)).value, cookieOf(await signIn(attacker)).value];
  for (const cookie of [`meterbook=${foreign}; meterbook=${own}`, `meterbook=${own}; theme=dark;meterbook=${foreign}`])
    assert.equal((await server.inject({ url: "/v1/me", headers: { cookie, ...OWN } })).statusCode, 401);
});

describe("signing out", () => {
  test("ends the session and clears the cookie", async () => {
    const [send, other] = [await newBrowser(), await newBrowser()];
    const out = await send("DELETE", "/v1/sessions/current");
    assert.equal(out.statusCode, 200);
    const { name, value, maxAge } = cookieOf(out);
    assert.deepEqual([name, value, maxAge], ["meterbook", "", 0]);
    assert.equal((await send("GET", "/v1/me")).statusCode, 401);
    assert.equal((await other("GET", "/v1/me")).statusCode, 200);
  });

  test("everywhere ends every session of the user, not those of colleagues nor API tokens", async () => {
    const colleague = await newMember(running, { name: "Browsers", colleagueOf: member });
    const fresh = await newMember(running, { name: "Browsers", colleagueOf: member });
    const made = await fresh.send("POST", "/v1/api_tokens", { name: "stays", scopes: ["read"] });
    const [send, other] = [await newBrowser(fresh), await newBrowser(fresh)];
    assert.equal((await send("DELETE", "/v1/sessions")).statusCode, 200);
    for (const each of [send, other]) assert.equal((await each("GET", "/v1/me")).statusCode, 401);
    assert.equal((await fresh.send("GET", "/v1/me")).statusCode, 401);
    assert.equal((await colleague.send("GET", "/v1/me")).statusCode, 200);
    const headers = { authorization: made.json<{ token: string }>().token };
    assert.equal((await server.inject({ url: "/v1/me", headers })).statusCode, 200);
    const { action } = await app.db
      .selectFrom("audit_log")
      .select("action")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    assert.equal(action, "sessions.ended");
  });
});

test("a changed password renews the cookie, and the answer keeps the token from scripts", async () => {
  const who = await newMember(running, { name: "Changed" });
  const send = await newBrowser(who);
  const body = { current_password: who.password, new_password: "another long passphrase" };
  const answer = await send("POST", "/v1/me/password", body);
  assert.deepEqual([answer.statusCode, answer.json<{ token: null }>().token], [200, null]);
  assert.equal((await send("GET", "/v1/me")).statusCode, 401);
  assert.equal((await browserOf(cookieOf(answer))("GET", "/v1/me")).statusCode, 200);
});
