/** Passwords of utilities: masked for everybody but an admin, who reads them one by one, within a limit, each time on record. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { CREDENTIAL, insertRecords } from "../../../test/records.ts";
import { Authorization, AuthorizationWithAccounts, MASK } from "../../records/authorization.ts";

const running = await openTestApp({ after });
const { app, logLines } = running;
const user = await newMember(running, { name: "Users" });
const admin = await newMember(running, { name: "Operators", role: "admin" });
const { authorization_id } = await insertRecords(app, { id: user.company_id, uuid: user.company_uuid });

const submit = async (member: Member) =>
  (await member.send("POST", "/v1/authorizations", CREDENTIAL)).json<{ id: number }>().id;

const auditOf = (action: string) =>
  app.db.selectFrom("audit_log").selectAll().where("action", "=", action).orderBy("id").execute();

describe("passwords", () => {
  test("are masked for a user, everywhere, by the same mask", async () => {
    const one = (await user.send("GET", `/v1/authorizations/${authorization_id}`)).json<object>();
    assert.deepEqual(AuthorizationWithAccounts.parse(one), one);
    const list = (await user.send("GET", "/v1/authorizations")).json<{
      authorizations: object[];
      companyUuid: string;
    }>();
    for (const record of list.authorizations) assert.deepEqual(Authorization.parse(record), record);
    assert.equal(list.companyUuid, user.company_uuid);
    const shown = [one, ...list.authorizations].map((each) => Authorization.parse(each));
    assert.deepEqual(new Set(shown.map((each) => each.online_access_password)), new Set([MASK]));
    assert.deepEqual(new Set(shown.map((each) => each.online_access_username)), new Set(["sample_user"]));
  });

  test("are shown to an admin by the single read, of any company, each time audited and never kept", async () => {
    const before = (await auditOf("password.read")).length;
    const answer = await admin.send("GET", `/v1/authorizations/${authorization_id}`);
    assert.equal(
      AuthorizationWithAccounts.parse(answer.json()).online_access_password,
      CREDENTIAL.online_access_password,
    );
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(answer.headers["etag"], undefined);
    const rows = await auditOf("password.read");
    assert.equal(rows.length, before + 1);
    const { company_id, actor, record_id, request_id } = rows.at(-1) ?? {};
    assert.deepEqual(
      { company_id, actor, record_id, request_id },
      {
        company_id: user.company_id,
        actor: `user ${admin.user_id} ${admin.email}`,
        record_id: authorization_id,
        request_id: answer.headers["x-request-id"],
      },
    );
  });

  test("are masked in an admin's list, which holds all companies", async () => {
    const own = await submit(admin);
    const { authorizations, companyUuid } = (await admin.send("GET", "/v1/authorizations")).json<{
      authorizations: { id: number; online_access_password: string }[];
      companyUuid: string;
    }>();
    const ids = authorizations.map(({ id }) => id);
    assert.ok(ids.includes(own) && ids.includes(authorization_id));
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    assert.ok(authorizations.every((each) => each.online_access_password === MASK));
    assert.equal(companyUuid, admin.company_uuid);
  });

  test("stay masked for admins where the operator switched it off", async () => {
    const hidden = await openTestApp({ after }, { METERBOOK_REVEAL_PASSWORDS: "false" });
    const other = await newMember(hidden, { name: "Operators", role: "admin" });
    const id = await submit(other);
    const answer = await other.send("GET", `/v1/authorizations/${id}`);
    assert.equal(AuthorizationWithAccounts.parse(answer.json()).online_access_password, MASK);
  });

  test("stay masked where they were not asked for, and nothing is counted or written down", async () => {
    const before = (await auditOf("password.read")).length;
    for (let count = 0; count < 40; count += 1) {
      const answer = await admin.send("GET", `/v1/authorizations/${authorization_id}?reveal=false`);
      const { online_access_password, password_masked_because } = AuthorizationWithAccounts.parse(answer.json());
      assert.deepEqual([online_access_password, password_masked_because], [MASK, "not_asked"]);
    }
    assert.equal((await auditOf("password.read")).length, before);
  });

  test("are in no log line", () => {
    assert.deepEqual(
      logLines.filter((line) => line.includes(CREDENTIAL.online_access_password)),
      [],
    );
  });
});
