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
    const both = [second, admin].map(({ user_id }) =>
      editUser(app, { ...admin, role: "admin" }, user_id, { role: "user" }),
    );
    const ends = await Promise.allSettled(both);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    await app.db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.user_id).execute();
  });

  test("gets problems for wrong fields and unknown users", async () => {
    assert.equal((await edit(member, { email: "other@example.com" })).statusCode, 422);
    assert.equal((await edit(member, { password: "eleven-long" })).statusCode, 422);
    assert.equal((await admin.send("PATCH", "/v1/users/999999", { name: "x" })).statusCode, 404);
  });
});

describe("an owner", () => {
  const newCompany = async (name: string) => {
    const owner = await newMember(running, { name });
    const editor = await newMember(running, { name, colleagueOf: owner, company_role: "editor" });
    return { owner, editor };
  };
  const roleOf = async (who: Member) => (await who.send("GET", "/v1/me")).json<{ company_role: string }>().company_role;

  test("changes name and role of the company's users, and switches them off", async () => {
    const { owner, editor } = await newCompany("Owned");
    const answer = await edit(editor, { name: "New name", company_role: "viewer" }, owner);
    const { name, company_role } = answer.json<z.infer<typeof User>>();
    assert.deepEqual([answer.statusCode, name, company_role], [200, "New name", "viewer"]);
    assert.equal(await roleOf(editor), "viewer", "at once");
    assert.equal((await edit(editor, { active: false }, owner)).statusCode, 200);
    assert.equal((await editor.send("GET", "/v1/me")).statusCode, 401);
  });

  test("sets no password and no role in the service, and does not change administrators or other companies", async () => {
    const { owner, editor } = await newCompany("Limits");
    for (const body of [{ password: "a password of an owner" }, { role: "admin" }, { name: "x", role: "user" }])
      assert.equal((await edit(editor, body, owner)).statusCode, 403, JSON.stringify(body));
    const operator = await newMember(running, { name: "Operator", colleagueOf: admin });
    assert.equal((await edit(admin, { active: false }, operator)).statusCode, 403);
    assert.equal((await edit(admin, { company_role: "viewer" }, operator)).statusCode, 403);
    assert.equal((await edit(member, { name: "x" }, owner)).statusCode, 404);
    assert.equal((await edit(editor, { name: "x" }, editor)).statusCode, 403, "an editor changes nobody");
  });

  test("is never the last to go, not even when two demote each other at once", async () => {
    const { owner, editor } = await newCompany("Last");
    for (const body of [{ company_role: "editor" }, { active: false }]) {
      const answer = await edit(owner, body, owner);
      assert.equal(answer.statusCode, 409);
      assert.match(answer.json<{ detail: string }>().detail, /last owner/);
    }
    assert.equal((await edit(owner, { company_role: "viewer" })).statusCode, 409, "by an admin neither");
    assert.equal((await edit(editor, { company_role: "owner" }, owner)).statusCode, 200);
    const both = await Promise.all([
      edit(editor, { company_role: "viewer" }, owner),
      edit(owner, { company_role: "viewer" }, editor),
    ]);
    const [done, refused] = both.map(({ statusCode }) => statusCode).sort();
    assert.equal(done, 200);
    // As the last owner; or as none any more, when the other request is done before this one is looked at.
    assert.ok(refused === 409 || refused === 403, String(refused));
  });

  test("who is the last is switched off by an admin only, and the next new user is an owner again", async () => {
    const owner = await newMember(running, { name: "Locked out" });
    assert.equal((await edit(owner, { active: false })).statusCode, 200);
    const { company_id } = owner;
    const body = { company_id, email: "next@example.com", password: "a long passphrase", name: "Next", role: "user" };
    assert.equal((await admin.send("POST", "/v1/users", { ...body, company_role: "viewer" })).statusCode, 422);
    const made = await admin.send("POST", "/v1/users", body);
    assert.equal(made.json<z.infer<typeof User>>().company_role, "owner");
    const later = { ...body, email: "later@example.com" };
    const second = (await admin.send("POST", "/v1/users", later)).json<z.infer<typeof User>>();
    assert.equal(second.company_role, "editor");
  });
});

test("everyone changes the own name, and nothing else of oneself", async () => {
  const own = await newMember(running, { name: "Own name" });
  const answer = await own.send("PATCH", "/v1/me", { name: " Somebody " });
  assert.deepEqual([answer.statusCode, answer.json<{ name: string }>().name], [200, "Somebody"]);
  assert.equal((await own.send("GET", "/v1/me")).json<{ name: string }>().name, "Somebody");
  for (const body of [{ name: "" }, { name: "x".repeat(201) }, { name: "x", role: "admin" }, {}])
    assert.equal((await own.send("PATCH", "/v1/me", body)).statusCode, 422, JSON.stringify(body));
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
