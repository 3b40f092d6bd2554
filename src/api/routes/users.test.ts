/** Users are seen by their company, changed by an admin, and change their own password; what ends a session ends it at once. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { z } from "zod";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { User } from "../../records/caller.ts";
import { editUser } from "../../operations/companies.ts";
import { createGuessLimit } from "../auth/attempts.ts";

const running = await openTestApp({ after });
const { app, server } = running;
const admin = await newMember(running, { name: "Operator", role: "admin" });
const member = await newMember(running, { name: "Members" });

const guesses = createGuessLimit(app);
const login = (email: string, password: string) =>
  server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
const idsOf = async (who: Member, url: string) =>
  (await who.send("GET", url)).json<{ id: number }[]>().map(({ id }) => id);
const edit = (who: Member, body: object, by = admin) => by.send("PATCH", `/v1/users/${who.user_id}`, body);

describe("the list of users", () => {
  test("is of the own company; of all for an admin, as the companies are", async () => {
    assert.deepEqual(await idsOf(member, "/v1/users"), [member.user_id]);
    assert.deepEqual(await idsOf(admin, "/v1/users"), [admin.user_id, member.user_id]);
    assert.deepEqual(await idsOf(admin, "/v1/companies"), [admin.company_id, member.company_id]);
    assert.equal((await member.send("GET", "/v1/companies")).statusCode, 403);
    const [first] = (await admin.send("GET", "/v1/users")).json<object[]>();
    assert.deepEqual(User.parse(first), first);
  });
});

describe("an admin", () => {
  test("changes name and role, and the log says which fields", async () => {
    const who = await newMember(running, { name: "Changed" });
    const answer = await edit(who, { name: " New name ", role: "admin" });
    assert.deepEqual(
      [answer.json<z.infer<typeof User>>().name, answer.json<z.infer<typeof User>>().role],
      ["New name", "admin"],
    );
    assert.equal((await who.send("GET", "/v1/companies")).statusCode, 200, "at once");
    await edit(who, { role: "user" });
    assert.equal((await who.send("GET", "/v1/companies")).statusCode, 403);
    const row = await app.db
      .selectFrom("audit_log")
      .select(["action", "detail", "record_id"])
      .where("company_id", "=", who.company_id)
      .orderBy("id")
      .executeTakeFirst();
    assert.deepEqual(row, { action: "user.changed", detail: { fields: ["name", "role"] }, record_id: who.user_id });
  });

  test("switches a user off and on: sessions from before stay dead", async () => {
    const who = await newMember(running, { name: "Switched" });
    const off = await edit(who, { active: false });
    assert.equal(off.json<z.infer<typeof User>>().active, false);
    assert.equal((await who.send("GET", "/v1/me")).statusCode, 401);
    assert.equal((await login(who.email, who.password)).statusCode, 401);
    await edit(who, { active: true });
    assert.equal((await who.send("GET", "/v1/me")).statusCode, 401);
    assert.equal((await login(who.email, who.password)).statusCode, 200);
  });

  test("sets a password: the old one and its sessions are dead", async () => {
    const who = await newMember(running, { name: "Forgetful" });
    const answer = await edit(who, { password: "set by an admin" });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body.includes("set by"), false);
    assert.equal((await who.send("GET", "/v1/me")).statusCode, 401);
    assert.equal((await login(who.email, who.password)).statusCode, 401);
    assert.equal((await login(who.email, "set by an admin")).statusCode, 200);
  });

  test("is never the last to go, not even when two go at once", async () => {
    for (const body of [{ active: false }, { role: "user" }]) assert.equal((await edit(admin, body)).statusCode, 409);
    const second = await newMember(running, { name: "Second", role: "admin" });
    const both = [second, admin].map(({ user_id }) => editUser(app, user_id, { role: "user" }));
    const ends = await Promise.allSettled(both);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    await app.db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.user_id).execute();
  });

  test("gets problems for wrong fields and unknown users", async () => {
    assert.equal((await edit(member, { email: "other@example.com" })).statusCode, 422);
    assert.equal((await edit(member, { password: "eleven-long" })).statusCode, 422);
    assert.equal((await admin.send("PATCH", "/v1/users/999999", { name: "x" })).statusCode, 404);
    assert.equal((await edit(member, { name: "x" }, member)).statusCode, 403);
  });
});

describe("the own password", () => {
  const change = (who: Member, current_password: string, new_password = "another passphrase") =>
    who.send("POST", "/v1/me/password", { current_password, new_password });

  test("is changed: the session gets a new token, other sessions and the old password stop working, API tokens stay", async () => {
    const who = await newMember(running, { name: "Careful" });
    const api = (await who.send("POST", "/v1/api_tokens", { name: "Sync" })).json<{ token: string }>().token;
    const answer = await change(who, who.password);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers["cache-control"], "no-store");
    const { token } = answer.json<{ token: string }>();
    const ask = (authorization: string) => server.inject({ url: "/v1/me", headers: { authorization } });
    assert.equal((await ask(token)).statusCode, 200);
    assert.equal((await ask(api)).statusCode, 200);
    assert.equal((await who.send("GET", "/v1/me")).statusCode, 401);
    assert.equal((await login(who.email, who.password)).statusCode, 401);
    assert.equal((await login(who.email, "another passphrase")).statusCode, 200);
  });

  test("is not changed without the current one, and not guessed that way", async () => {
    const who = await newMember(running, { name: "Left open" });
    const statuses = [];
    for (let index = 0; index < 6; index += 1) {
      // Those in the middle are counted without being compared, which takes its time.
      const guess = { email: who.email, ip: `user ${who.user_id}`, isKnownAddress: true };
      if (index > 0 && index < 4) await guesses.count(guess);
      else statuses.push((await change(who, `guess ${index}`)).statusCode);
    }
    assert.deepEqual(statuses, [422, 422, 429]);
    assert.equal((await who.send("GET", "/v1/me")).statusCode, 200);
  });

  test("is changed once when it is changed twice at once", async () => {
    const who = await newMember(running, { name: "Twice" });
    const answers = await Promise.all([
      change(who, who.password, "the first of two"),
      change(who, who.password, "the second of two"),
    ]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 422]);
  });
});
