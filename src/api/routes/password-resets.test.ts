/** A link sets a new password once, within an hour, and never gets around an authenticator or the rank of its user. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { parseSetCookie } from "cookie";
import { Secret, TOTP } from "otpauth";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { runCommand } from "../../../test/command.ts";

const running = await openTestApp({ after });
const { app, server, logLines, passMs } = running;
const owner = await newMember(running, { name: "Forgetful" });
const admin = await newMember(running, { name: "Operator", role: "admin" });

const HOUR_MS = 3600 * 1000;
const NEW = "the passphrase set by a link";
const colleague = (company_role: "viewer" | "editor" | "owner" = "editor") =>
  newMember(running, { name: "Forgetful", colleagueOf: owner, company_role });
const ask = (who: Member, by = owner) => by.send("POST", `/v1/users/${who.user_id}/reset_link`);
const tokenFor = async (who: Member, by = owner) => {
  const answer = await ask(who, by);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ link: string }>().link.split("#")[1] ?? "";
};
const post = (url: string, payload: object, headers = {}) => server.inject({ method: "POST", url, payload, headers });
const accept = (token: string, more: object = {}) =>
  post("/v1/password_resets/accept", { token, password: NEW, ...more });
const login = async ({ email }: Member, password: string, more = {}) =>
  (await post("/v1/auth/login", { email, password, ...more })).statusCode;
const slugOf = (answer: Awaited<ReturnType<typeof post>>) => answer.json<{ type: string }>().type.split("/").at(-1);

describe("a link for a new password", () => {
  test("sets it, ends the sessions, and signs in with a cookie, once", async () => {
    const who = await colleague();
    const answer = await ask(who);
    const { link, expires_at } = answer.json<{ link: string; expires_at: string }>();
    const token = link.split("#")[1] ?? "";
    assert.equal(link, `${app.publicUrl}/app/reset#${token}`);
    assert.ok(Math.abs(Date.parse(expires_at) - app.now() - HOUR_MS) < 60_000);
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(await login(who, who.password), 200, "the present password works until then");
    const answers = await Promise.all([accept(token), accept(token)]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 403]);
    const { name, value } = parseSetCookie(
      String(answers.find(({ statusCode }) => statusCode === 201)?.headers["set-cookie"]),
    );
    const me = await server.inject({ url: "/v1/me", headers: { cookie: `${name}=${value}` } });
    assert.equal(me.json<{ id: number }>().id, who.user_id);
    assert.equal((await who.send("GET", "/v1/me")).statusCode, 401);
    assert.deepEqual([await login(who, who.password), await login(who, NEW)], [401, 200]);
    assert.equal(slugOf(await accept(token)), "dead-link");
    assert.ok(!logLines.join("\n").includes(token));
    const actions = await app.db
      .selectFrom("audit_log")
      .select("action")
      .where("record_type", "=", "User")
      .where("record_id", "=", who.user_id)
      .orderBy("id")
      .execute();
    assert.deepEqual(
      actions.map(({ action }) => action),
      ["user.reset_link_made", "password.reset"],
    );
  });

  test("ends after an hour, with any other new password, and when its user is switched off", async () => {
    const late = await colleague();
    const expired = await tokenFor(late);
    passMs(HOUR_MS);
    assert.equal(slugOf(await accept(expired)), "dead-link");
    passMs(-HOUR_MS);

    const changed = await colleague();
    const [first, second] = [await tokenFor(changed), await tokenFor(changed)];
    assert.equal((await accept(second)).statusCode, 201);
    assert.equal(slugOf(await accept(first)), "dead-link");

    const off = await colleague();
    const token = await tokenFor(off);
    assert.equal((await owner.send("PATCH", `/v1/users/${off.user_id}`, { active: false })).statusCode, 200);
    assert.equal(slugOf(await accept(token)), "dead-link");
    assert.equal((await ask(off)).statusCode, 409);
    await owner.send("PATCH", `/v1/users/${off.user_id}`, { active: true });
    assert.equal(slugOf(await accept(token)), "dead-link", "switched on again, too");
  });

  test("of a user with an authenticator needs a code, and without one changes nothing", async () => {
    const who = await colleague();
    const begun = await who.send("POST", "/v1/me/authenticator", { current_password: who.password });
    const totp = new TOTP({ secret: Secret.fromBase32(begun.json<{ secret: string }>().secret) });
    const code = () => totp.generate({ timestamp: app.now() });
    assert.equal((await who.send("POST", "/v1/me/authenticator/confirm", { code: code() })).statusCode, 200);
    const token = await tokenFor(who);
    assert.equal(slugOf(await accept(token)), "code-required");
    assert.equal(slugOf(await accept(token, { code: "000000" })), "wrong-code");
    assert.equal((await who.send("GET", "/v1/me")).statusCode, 200);
    passMs(30_000);
    assert.equal((await accept(token, { code: code() })).statusCode, 201);
    passMs(30_000);
    assert.equal(await login(who, NEW, { code: code() }), 200);
  });

  test("refuses a short password and other websites, and is not used up by that", async () => {
    const token = await tokenFor(await colleague());
    assert.equal((await accept(token, { password: "eleven-long" })).statusCode, 422);
    const headers = { "sec-fetch-site": "cross-site" };
    assert.equal((await post("/v1/password_resets/accept", { token, password: NEW }, headers)).statusCode, 403);
    assert.equal((await accept(token)).statusCode, 201);
  });

  test("is made by owners for their company, by administrators for everybody, and by nobody for the own user", async () => {
    const [editor, other] = [await colleague("editor"), await colleague("owner")];
    const stranger = await newMember(running, { name: "Strangers" });
    assert.equal((await ask(other, editor)).statusCode, 403);
    assert.equal((await ask(other)).statusCode, 200);
    assert.equal((await ask(stranger)).statusCode, 404);
    assert.equal((await ask(stranger, admin)).statusCode, 200);
    assert.equal((await ask(owner)).statusCode, 409);
    assert.equal((await ask(admin, admin)).statusCode, 409);
    const operator = await newMember(running, { name: "Operator", colleagueOf: admin });
    assert.equal((await ask(admin, operator)).statusCode, 403, "an owner does not become an administrator that way");
    assert.equal((await admin.send("POST", "/v1/users/999999/reset_link")).statusCode, 404);
  });

  test("ends when whoever could have made it loses the right to", async () => {
    const fallen = await newMember(running, { name: "Operator", role: "admin", colleagueOf: admin });
    const stranger = await newMember(running, { name: "Strangers" });
    const tokenOfAdmin = await tokenFor(stranger, fallen);
    for (const edit of [{ active: false }, { company_role: "viewer" }]) {
      const leaving = await colleague("owner");
      const victim = await colleague();
      const token = await tokenFor(victim, leaving);
      assert.equal((await owner.send("PATCH", `/v1/users/${leaving.user_id}`, edit)).statusCode, 200);
      assert.equal(slugOf(await accept(token)), "dead-link", JSON.stringify(edit));
      assert.equal(await login(victim, victim.password), 200);
    }
    await owner.send("PATCH", `/v1/users/${(await colleague()).user_id}`, { company_role: "viewer" });
    const stays = await tokenFor(await colleague());
    await owner.send("PATCH", `/v1/users/${(await colleague()).user_id}`, { active: false });
    assert.equal((await accept(stays)).statusCode, 201, "an editor who goes made none");
    assert.equal((await admin.send("PATCH", `/v1/users/${fallen.user_id}`, { role: "user" })).statusCode, 200);
    assert.equal(slugOf(await accept(tokenOfAdmin)), "dead-link", "those of an administrator, in every company");
  });

  test("is made by the operator's command too", async () => {
    const who = await colleague("owner");
    const settings = {
      DATABASE_URL: app.databaseUrl,
      METERBOOK_DATA_DIR: app.config.dataDir,
      PUBLIC_URL: app.publicUrl,
    };
    const { code, out, error } = await runCommand("user", ["reset-link", who.email.toUpperCase()], settings);
    assert.equal(code, 0, error);
    assert.equal((await accept(out.trim().split("#")[1] ?? "")).statusCode, 201);
    const row = await app.db
      .selectFrom("audit_log")
      .select("actor")
      .where("action", "=", "user.reset_link_made")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    assert.equal(row.actor, "the operator, by command");
    const unknown = await runCommand("user", ["reset-link", "nobody@example.com"], settings);
    assert.equal(unknown.code, 1);
    assert.match(unknown.error, /^No link was made: no user has this e-mail address/);
  });
});
