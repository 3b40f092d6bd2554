/** Concurrent writers of users and API tokens do not deadlock, and no token outlives its revocation. */
import assert from "node:assert/strict";
import { WHOLE_LIST } from "../src/store/list-window.ts";
import { after, test } from "node:test";
import { sql } from "kysely";
import { listApiTokens, revokeApiToken, revokeApiTokens } from "../src/store/users/api-tokens.ts";
import { revokeTokens } from "../src/store/records/companies.ts";
import type { Trx } from "../src/store/db.ts";
import { lockAdmins, findAnyUserForUpdate, updateUser } from "../src/store/users/users.ts";
import { newMember, openTestApp } from "./app.ts";
import { meet } from "./lock-waits.ts";

const running = await openTestApp({ after });
const { app } = running;
const { db } = app;
const admin = await newMember(running, { name: "Operator", role: "admin" });

/** A user with two API tokens, and a colleague who may revoke them. The older token lies behind the newer one in its table. */
async function newCallers() {
  const user = await newMember(running, { name: "Callers" });
  const colleague = await newMember(running, { name: "Callers", colleagueOf: user });
  const make = async (name: string) =>
    (await user.send("POST", "/v1/api_tokens", { name, scopes: ["read"] })).json<{ id: number }>().id;
  const [lower, upper] = [await make("older"), await make("newer")];
  await sql`update api_tokens set updated_at = now() where id = ${lower}`.execute(db);
  // So that the table is read in storage order when a query has no other order.
  await sql`analyze api_tokens`.execute(db);
  const { company_id, user_id } = user;
  const at = new Date(app.now()).toISOString();
  const what = { company_id, occurred_at: at, actor: "user", action: "tokens.revoked" };
  return {
    user,
    colleague,
    lower,
    upper,
    audit: (trx: Trx) =>
      app.audit.write(trx, { ...what, record_type: "User", record_id: user_id, request_id: null, address: null }),
    switchOff: async () => (await admin.send("PATCH", `/v1/users/${user_id}`, { active: false })).statusCode,
    revokeAll: async () => (await colleague.send("POST", "/v1/auth/revoke")).statusCode,
    live: async () =>
      (await listApiTokens(db, company_id, WHOLE_LIST)).filter(({ revoked_at }) => revoked_at === null).length,
    at,
  };
}

type Callers = Awaited<ReturnType<typeof newCallers>>;

const WRITERS = {
  "the switching off of their user": ({ switchOff }: Callers) => switchOff(),
  "the revocation of all tokens of the company": ({ revokeAll }: Callers) => revokeAll(),
};

for (const [what, write] of Object.entries(WRITERS)) {
  test(`${what} runs while API tokens are revoked one after the other`, async () => {
    const callers = await newCallers();
    const { user, lower, upper, at } = callers;
    const writer = {
      begin: (trx: Trx) => revokeApiToken(trx, user.company_id, lower, at),
      end: (trx: Trx) => revokeApiToken(trx, user.company_id, upper, at),
    };
    assert.equal(await meet(running, writer, () => write(callers)), 200);
    assert.equal(await callers.live(), 0);
  });
}

test("switching a user off runs while all tokens of the company are revoked, in either order", async () => {
  const first = await newCallers();
  const { company_id } = first.user;
  const revocation = { begin: (trx: Trx) => revokeTokens(trx, company_id, first.at), end: first.audit };
  assert.equal(await meet(running, revocation, first.switchOff), 200);
  assert.equal(await first.live(), 0);

  const second = await newCallers();
  const { company_id: other_id, user_id } = second.user;
  const switchOff = {
    begin: async (trx: Trx) => {
      await lockAdmins(trx);
      await findAnyUserForUpdate(trx, user_id);
      await revokeApiTokens(trx, other_id, { user_id }, second.at);
    },
    end: async (trx: Trx) => {
      await updateUser(trx, other_id, user_id, { active: false });
      await second.audit(trx);
    },
  };
  assert.equal(await meet(running, switchOff, second.revokeAll), 200);
  assert.equal(await second.live(), 0);
});

test("an API token made while its user is switched off is invalid, also when the user is switched on again", async () => {
  const { user, switchOff, live } = await newCallers();
  const { company_id, user_id } = user;
  const at = new Date(app.now()).toISOString();
  const edit = {
    begin: async (trx: Trx) => {
      await findAnyUserForUpdate(trx, user_id);
      await revokeApiTokens(trx, company_id, { user_id }, at);
    },
    end: (trx: Trx) => updateUser(trx, company_id, user_id, { active: false }),
  };
  const make = () => user.send("POST", "/v1/api_tokens", { name: "late", scopes: ["read"] });
  const answer = await meet(running, edit, make);
  assert.equal(answer.statusCode, 401, answer.body);
  assert.equal(await live(), 0);
  assert.equal(await switchOff(), 200);
});

test("two admins who switch users off meet", async () => {
  const { user, switchOff } = await newCallers();
  const other = {
    begin: (trx: Trx) => lockAdmins(trx),
    end: (trx: Trx) => findAnyUserForUpdate(trx, user.user_id),
  };
  assert.equal(await meet(running, other, switchOff), 200);
});
