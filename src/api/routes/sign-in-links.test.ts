/** A link of the operator signs in its user once, within an hour, and never gets around an authenticator. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { parseSetCookie } from "cookie";
import { Secret, TOTP } from "otpauth";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { makeSignInLink } from "../../operations/sign-in-links.ts";

const running = await openTestApp({ after });
const { app, server, passMs } = running;
const owner = await newMember(running, { name: "Linked" });

const HOUR_MS = 3600 * 1000;
const colleague = () => newMember(running, { name: "Linked", colleagueOf: owner });
const tokenFor = async (who: Member): Promise<string> => {
  const made = await app.db.transaction().execute((trx) => makeSignInLink(trx, app, who));
  assert.ok(made !== undefined && made.link.startsWith(`${app.publicUrl}/app/sign-in#`));
  return made.link.split("#")[1] ?? "";
};
const open = (token: string, more: object = {}, headers = {}) =>
  server.inject({ method: "POST", url: "/v1/sessions/link", payload: { token, ...more }, headers });
const slugOf = (answer: Awaited<ReturnType<typeof open>>) => answer.json<{ type: string }>().type.split("/").at(-1);

describe("a link that signs in", () => {
  test("sets the cookie of a session, once", async () => {
    const who = await colleague();
    const token = await tokenFor(who);
    const answers = await Promise.all([open(token), open(token)]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 403]);
    const good = answers.find(({ statusCode }) => statusCode === 201);
    assert.equal(good?.json<{ email: string }>().email, who.email);
    const { name, value } = parseSetCookie(String(good?.headers["set-cookie"]));
    const me = await server.inject({ url: "/v1/me", headers: { cookie: `${name}=${value}` } });
    assert.equal(me.json<{ id: number }>().id, who.user_id);
    assert.equal(slugOf(await open(token)), "dead-link");
  });

  test("ends after an hour, with a new password, and when the user is switched off", async () => {
    const [late, changed, off] = [await colleague(), await colleague(), await colleague()];
    const tokens = [await tokenFor(changed), await tokenFor(off)];
    const change = { current_password: changed.password, new_password: "another long passphrase" };
    assert.equal((await changed.send("POST", "/v1/me/password", change)).statusCode, 200);
    assert.equal((await owner.send("PATCH", `/v1/users/${off.user_id}`, { active: false })).statusCode, 200);
    const old = await tokenFor(late);
    passMs(HOUR_MS);
    for (const token of [...tokens, old, "x".repeat(43)]) assert.equal(slugOf(await open(token)), "dead-link");
  });

  test("needs the code of an authenticator, and is not used up without it", async () => {
    const who = await colleague();
    const begun = await who.send("POST", "/v1/me/authenticator", { current_password: who.password });
    const totp = new TOTP({ secret: Secret.fromBase32(begun.json<{ secret: string }>().secret) });
    const code = () => totp.generate({ timestamp: app.now() });
    assert.equal((await who.send("POST", "/v1/me/authenticator/confirm", { code: code() })).statusCode, 200);
    const token = await tokenFor(who);
    assert.equal(slugOf(await open(token)), "code-required");
    passMs(30_000);
    assert.equal((await open(token, { code: code() })).statusCode, 201);
  });

  test("is refused to pages of other websites", async () => {
    const token = await tokenFor(await colleague());
    assert.equal(slugOf(await open(token, {}, { "sec-fetch-site": "cross-site" })), "cross-site-request");
    assert.equal((await open(token)).statusCode, 201);
  });
});
