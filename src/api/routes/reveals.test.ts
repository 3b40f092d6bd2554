/** A password in clear leaves the service only after the audit log says so for good, and thirty times an hour at most. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp } from "../../../test/app.ts";
import { AuthorizationWithAccounts, MASK } from "../../records/authorization.ts";

const running = await openTestApp({ after });
const { app, passMs, logLines } = running;
const admin = await newMember(running, { name: "Operator", role: "admin" });
const second = await newMember(running, { name: "Operators", role: "admin", colleagueOf: admin });
const PASSWORD = "a utility password in clear";

const made = await admin.send("POST", "/v1/authorizations", {
  online_access_username: "customer",
  online_access_password: PASSWORD,
  online_access_url: "https://portal.example.com",
});
const { id } = made.json<{ id: number }>();
const reveal = (who = admin) => who.send("GET", `/v1/authorizations/${id}`);
const audited = async () =>
  (await app.db.selectFrom("audit_log").select("id").where("action", "=", "password.read").execute()).length;

test("an audit log that cannot be written keeps the password in", async () => {
  const before = await audited();
  await sql`alter table audit_log add constraint broken check (action <> 'password.read') not valid`.execute(app.db);
  const answer = await reveal();
  await sql`alter table audit_log drop constraint broken`.execute(app.db);
  assert.equal(answer.statusCode, 500);
  assert.equal(answer.body.includes(PASSWORD), false);
  assert.equal(
    logLines.some((line) => line.includes(PASSWORD)),
    false,
  );
  assert.equal(await audited(), before);
  passMs(3600_000);
});

test("an admin reads thirty in an hour, each with its line in the log", async () => {
  const before = await audited();
  const first = await reveal();
  assert.equal(first.headers["ratelimit-policy"], '"password-reads";q=30;w=3600');
  assert.match(String(first.headers["ratelimit"]), /^"password-reads";r=29;t=(3600|3599)$/);
  for (let index = 1; index < 30; index += 1) assert.ok((await reveal()).body.includes(PASSWORD));
  assert.equal((await audited()) - before, 30);
  const refused = await reveal();
  assert.equal(refused.statusCode, 200, "the record itself is never refused");
  const { online_access_password, password_masked_because } = AuthorizationWithAccounts.parse(refused.json());
  assert.deepEqual([online_access_password, password_masked_because], [MASK, "limit_reached"]);
  assert.match(String(refused.headers["ratelimit"]), /"password-reads";r=0;t=3[56]\d\d$/);
  assert.equal((await audited()) - before, 30);
  assert.ok((await reveal(second)).body.includes(PASSWORD), "each admin counts for themselves");
  passMs(3600_000);
  assert.ok((await reveal()).body.includes(PASSWORD));
});

test("an API token with the scope read never shows it", async () => {
  const token = await admin.send("POST", "/v1/api_tokens", { name: "Reader", scopes: ["read", "write"] });
  const { token: authorization } = token.json<{ token: string }>();
  const answer = await running.server.inject({ url: `/v1/authorizations/${id}`, headers: { authorization } });
  assert.equal(answer.statusCode, 200);
  assert.ok(!answer.body.includes(PASSWORD));
});

test("an API token for admins shows it, under its own name in the log", async () => {
  const token = await admin.send("POST", "/v1/api_tokens", { name: "Operator", scopes: ["admin"] });
  const { token: authorization, id: tokenId } = token.json<{ token: string; id: number }>();
  const answer = await running.server.inject({ url: `/v1/authorizations/${id}`, headers: { authorization } });
  assert.ok(answer.body.includes(PASSWORD));
  const row = await app.db.selectFrom("audit_log").select("actor").orderBy("id", "desc").executeTakeFirstOrThrow();
  assert.match(row.actor, new RegExp(`API token ${tokenId}$`));
});
