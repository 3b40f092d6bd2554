/** A session is seen by its user, and ends alone: here at once, elsewhere within five seconds. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { formPages } from "../../form/routes.ts";
import { Session } from "../../records/sign-in.ts";
import { runSweep } from "../../jobs/sweep.ts";
import { openServer } from "../server.ts";

const running = await openTestApp({ after });
const { app, server, passMs } = running;
const member = await newMember(running, { name: "Sessions" });
const stranger = await newMember(running, { name: "Strangers" });

async function login(userAgent: string): Promise<string> {
  const answer = await server.inject({
    method: "POST",
    url: "/v1/auth/login",
    payload: { email: member.email, password: member.password },
    remoteAddress: "203.0.113.9",
    headers: { "user-agent": userAgent },
  });
  return answer.json<{ token: string }>().token;
}
const ask = async (authorization: string, at = server) =>
  (await at.inject({ url: "/v1/me", headers: { authorization } })).statusCode;
const list = async () => (await member.send("GET", "/v1/me/sessions")).json<{ id: number; user_agent: string }[]>();

test("sessions are listed with where they come from, the current one marked, those of others not", async () => {
  await login("Browser/1");
  const sessions = await list();
  assert.equal(sessions.length, 2);
  for (const session of sessions) assert.deepEqual(Session.parse(session), session);
  const other = sessions.find(({ user_agent }) => user_agent === "Browser/1");
  assert.deepEqual(
    { ...other, id: 0, created_at: "", last_used_at: "", expires_at: "" },
    {
      id: 0,
      current: false,
      address: "203.0.113.9",
      user_agent: "Browser/1",
      created_at: "",
      last_used_at: "",
      expires_at: "",
    },
  );
  assert.equal((await stranger.send("DELETE", `/v1/me/sessions/${other?.id}`)).statusCode, 404);
  assert.equal((await stranger.send("GET", "/v1/me/sessions")).json<object[]>().length, 1);
});

test("one that signs out ends alone, here at once and in another process within five seconds", async () => {
  const elsewhere = await openServer(app, formPages);
  after(() => elsewhere.close());
  const [gone, stays] = [await login("Gone"), await login("Stays")];
  assert.deepEqual([await ask(gone, elsewhere), await ask(stays, elsewhere)], [200, 200]);
  const out = await server.inject({ method: "POST", url: "/v1/auth/logout", headers: { authorization: gone } });
  assert.equal(out.statusCode, 200);
  assert.equal(await ask(gone), 401);
  passMs(5000);
  assert.deepEqual([await ask(gone, elsewhere), await ask(stays, elsewhere)], [401, 200]);
});

test("another one is ended by its id", async () => {
  const token = await login("Lost telephone");
  const lost = (await list()).find(({ user_agent }) => user_agent === "Lost telephone");
  assert.equal((await member.send("DELETE", `/v1/me/sessions/${lost?.id}`)).statusCode, 200);
  assert.equal(await ask(token), 401);
  assert.equal((await member.send("DELETE", `/v1/me/sessions/${lost?.id}`)).statusCode, 404);
});

test("its use is remembered to the minute, and what has expired is forgotten", async () => {
  const token = await login("Clock");
  passMs(120_000);
  assert.equal(await ask(token), 200);
  const row = await app.db
    .selectFrom("sessions")
    .select(["created_at", "last_used_at"])
    .where("user_agent", "=", "Clock")
    .executeTakeFirstOrThrow();
  assert.ok(Date.parse(row.last_used_at) - Date.parse(row.created_at) >= 120_000);
  passMs(8 * 24 * 3600_000);
  await runSweep(app);
  assert.deepEqual(await app.db.selectFrom("sessions").select("id").execute(), []);
});

test("a user has at most 200: a further sign-in ends the one that was used the longest ago", async () => {
  const first = await login("first");
  const { company_id, user_id } = stranger;
  assert.equal(await ask(first), 200);
  const at = new Date(app.now() - 3600_000).toISOString();
  const expires_at = new Date(app.now() + 3600_000).toISOString();
  const base = { company_id, user_id, version: 1, address: "x", created_at: at, last_used_at: at, expires_at };
  const many = Array.from({ length: 205 }, () => ({ ...base, uuid: crypto.randomUUID() }));
  await app.db.insertInto("sessions").values(many).execute();
  const { email, password } = stranger;
  await server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
  const rows = await app.db.selectFrom("sessions").select("id").where("user_id", "=", user_id).execute();
  assert.equal(rows.length, 200);
  assert.equal(await ask(first), 200, "those of others stay");
});
