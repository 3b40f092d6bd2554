/** With an authenticator app the password alone is not enough to sign in: a code works once, guesses are limited, a lost app can be replaced. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { TOTP, URI } from "otpauth";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";

const running = await openTestApp({ after });
const { app, server, passMs, logLines } = running;
const admin = await newMember(running, { name: "Operator", role: "admin" });
const other = await newMember(running, { name: "Operator", role: "admin", colleagueOf: admin });

const STEP_MS = 30_000;
const codeOf = (totp: TOTP) => totp.generate({ timestamp: app.now() });
const login = ({ email, password }: Member, code?: string, at = server) =>
  at.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password, ...(code && { code }) } });
const slugOf = (answer: Awaited<ReturnType<typeof login>>) => answer.json<{ type: string }>().type.split("/").at(-1);

async function enrol(member: Member): Promise<{ totp: TOTP; secret: string; recovery: string[] }> {
  const setup = await member.send("POST", "/v1/me/authenticator", { current_password: member.password });
  assert.equal(setup.statusCode, 200, setup.body);
  const { secret, otpauth_uri } = setup.json<{ secret: string; otpauth_uri: string }>();
  const totp = URI.parse(otpauth_uri);
  assert.ok(totp instanceof TOTP);
  assert.deepEqual([totp.secret.base32, totp.issuer, totp.label], [secret, "Meterbook", member.email]);
  const confirmed = await member.send("POST", "/v1/me/authenticator/confirm", { code: codeOf(totp) });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  return { totp, secret, recovery: confirmed.json<{ recovery_codes: string[] }>().recovery_codes };
}

describe("an authenticator app", () => {
  test("is set up with the password and a first code; before that nothing changes", async () => {
    const wrong = await admin.send("POST", "/v1/me/authenticator", { current_password: "not the password" });
    assert.equal(wrong.statusCode, 422);
    const setup = await admin.send("POST", "/v1/me/authenticator", { current_password: admin.password });
    assert.equal(setup.headers["cache-control"], "no-store");
    assert.equal((await login(admin)).statusCode, 200);
    assert.equal((await admin.send("POST", "/v1/me/authenticator/confirm", { code: "000000" })).statusCode, 422);
    const state = (await admin.send("GET", "/v1/me/authenticator")).json<{ active: boolean }>();
    assert.equal(state.active, false);
  });

  test("is asked for after the right password, its code works once, and other sessions end", async () => {
    const before = (await login(admin)).json<{ token: string }>().token;
    const { totp, secret } = await enrol(admin);
    assert.equal((await server.inject({ url: "/v1/me", headers: { authorization: before } })).statusCode, 401);
    assert.equal((await admin.send("GET", "/v1/me")).statusCode, 200);
    assert.equal(slugOf(await login(admin)), "code-required");
    assert.equal(slugOf(await login({ ...admin, password: "not the password" })), "wrong-login");
    const used = await login(admin, codeOf(totp));
    assert.equal(slugOf(used), "wrong-code", "the code that confirmed it is used up");
    passMs(STEP_MS);
    const code = codeOf(totp);
    const both = await Promise.all([login(admin, code), login(admin, code)]);
    assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 401]);
    assert.equal(
      (await admin.send("POST", "/v1/me/authenticator", { current_password: admin.password })).statusCode,
      409,
    );
    const sealed = await app.db.selectFrom("secrets").selectAll().where("field", "=", "authenticator").execute();
    assert.equal(sealed.length, 1);
    assert.equal(
      sealed.some(({ sealed: bytes }) => bytes.includes(secret)),
      false,
    );
    assert.equal(
      logLines.some((line) => line.includes(secret)),
      false,
    );
  });

  test("is asked for when the password changes too, for the answer holds a session", async () => {
    const change = { current_password: admin.password, new_password: "another long passphrase" };
    const refused = await admin.send("POST", "/v1/me/password", change);
    assert.equal(slugOf(refused), "code-required");
    assert.equal(refused.body.includes('token":'), false);
  });

  test("counts no guess at the password while the code is missing", async () => {
    const member = await newMember(running, { name: "Forgetful" });
    const { totp } = await enrol(member);
    const change = { current_password: member.password, new_password: "another long passphrase" };
    for (let time = 0; time < 7; time += 1)
      assert.equal(slugOf(await member.send("POST", "/v1/me/password", change)), "code-required");
    passMs(STEP_MS);
    const changed = await member.send("POST", "/v1/me/password", { ...change, code: codeOf(totp) });
    assert.equal(changed.statusCode, 200, changed.body);
  });

  test("that is lost is replaced by a recovery code, each of which works once", async () => {
    const member = await newMember(running, { name: "Lost" });
    const { recovery, totp } = await enrol(member);
    assert.equal(recovery.length, 10);
    assert.match(recovery[0] ?? "", /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    assert.equal((await login(member, recovery[0]?.toLowerCase())).statusCode, 200);
    assert.equal(slugOf(await login(member, recovery[0])), "wrong-code");
    const state = (await member.send("GET", "/v1/me/authenticator")).json<{ recovery_codes_left: number }>();
    assert.equal(state.recovery_codes_left, 9);
    passMs(STEP_MS);
    const removed = await member.send("POST", "/v1/me/authenticator/remove", { code: codeOf(totp) });
    assert.equal(removed.statusCode, 200);
    assert.equal((await login(member)).statusCode, 200);
  });

  test("of another user is reset by an admin, the own one is not", async () => {
    const member = await newMember(running, { name: "Reset" });
    await enrol(member);
    assert.equal((await member.send("DELETE", `/v1/users/${admin.user_id}/authenticator`)).statusCode, 403);
    assert.equal((await admin.send("DELETE", `/v1/users/${admin.user_id}/authenticator`)).statusCode, 409);
    assert.equal((await other.send("DELETE", `/v1/users/${member.user_id}/authenticator`)).statusCode, 200);
    assert.equal((await login(member)).statusCode, 200);
    assert.equal((await other.send("DELETE", `/v1/users/${member.user_id}/authenticator`)).statusCode, 404);
  });

  test("takes twenty wrong codes a day, from whatever address, and recovery codes after that", async () => {
    const member = await newMember(running, { name: "Guessed" });
    const { totp, recovery } = await enrol(member);
    passMs(STEP_MS);
    const right = codeOf(totp);
    const wrong = right === "123456" ? "654321" : "123456";
    const outcomes: string[] = [];
    for (let guess = 0; guess < 24; guess += 1) {
      const answer = await member.send("POST", "/v1/me/authenticator/remove", { code: wrong });
      outcomes.push(String(answer.statusCode));
    }
    assert.deepEqual(outcomes, [...Array<string>(20).fill("422"), ...Array<string>(4).fill("429")]);
    assert.equal((await login(member, right)).statusCode, 429);
    assert.equal((await login(member, recovery[3])).statusCode, 200);
  });
});

test("where admins must have one, an admin without it acts as a user until it is set up", async () => {
  const strict = await openTestApp({ after }, { METERBOOK_REQUIRE_ADMIN_AUTHENTICATOR: "true" });
  const boss = await newMember(strict, { name: "Operator", role: "admin" });
  const made = await boss.send("POST", "/v1/api_tokens", { name: "early", scopes: ["admin"] });
  const { token: early } = made.json<{ token: string }>();
  const refused = await boss.send("GET", "/v1/companies");
  assert.equal(refused.statusCode, 403);
  assert.match(refused.json<{ detail: string }>().detail, /authenticator/);
  assert.equal((await boss.send("GET", "/v1/me")).json<{ role: string }>().role, "user");
  const setup = await boss.send("POST", "/v1/me/authenticator", { current_password: boss.password });
  const totp = URI.parse(setup.json<{ otpauth_uri: string }>().otpauth_uri) as TOTP;
  const code = totp.generate({ timestamp: strict.app.now() });
  assert.equal((await boss.send("POST", "/v1/me/authenticator/confirm", { code })).statusCode, 200);
  assert.equal((await boss.send("GET", "/v1/companies")).statusCode, 200);
  const late = await strict.server.inject({ url: "/v1/companies", headers: { authorization: early } });
  assert.equal(late.statusCode, 403, "what it made before stays a user's");
});
