/** Authorizations: what is handed in is sealed and queued, followed to its accounts, and readable when it was stopped. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { CREDENTIAL, insertRecords } from "../../../test/records.ts";
import { openCredential } from "../../operations/credentials.ts";
import { AuthorizationAccount, AuthorizationProgress, AuthorizationWithAccounts } from "../../records/authorization.ts";

// So that the website of the submissions is one that bills are collected from.
const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: "8090" });
const { app, server } = running;
const user = await newMember(running, { name: "Users" });
const admin = await newMember(running, { name: "Operators", role: "admin" });
const { authorization_id, utility_account_id } = await insertRecords(app, {
  id: user.company_id,
  uuid: user.company_uuid,
});

const submit = async (member: Member, change: object = {}) =>
  (await member.send("POST", "/v1/authorizations", { ...CREDENTIAL, ...change })).json<{ id: number }>().id;

const jobsOf = async (name: "inventory" | "fetch", id: number) => {
  const jobs = await app.jobs.claim<typeof name>({ [name]: 100 });
  for (const job of jobs) await app.jobs.complete(job);
  return jobs.filter(({ payload }) => payload.authorization_id === id).length;
};

const auditOf = (action: string) =>
  app.db.selectFrom("audit_log").selectAll().where("action", "=", action).orderBy("id").execute();

const changesOf = (record_id: number, event_type: string) =>
  app.db
    .selectFrom("changes")
    .select("event_type")
    .where("record_id", "=", record_id)
    .where("event_type", "=", event_type)
    .execute();

describe("a submission", () => {
  test("answers in the words of the specification, is sealed, and is queued for inventory", async () => {
    const online_access_url = "http://127.0.0.1:8090/northgate-electric/";
    const body = {
      ...CREDENTIAL,
      online_access_url,
      twoFactorInstructions: "first pet: rex",
      other_details: "floor 2",
    };
    const answer = await user.send("POST", "/v1/authorizations", body);
    assert.equal(answer.statusCode, 201);
    const { id, ...rest } = answer.json<{ id: number }>();
    assert.deepEqual(rest, { message: "Credential transfer was successful.", success: true });
    assert.equal(answer.headers["location"], `/v1/authorizations/${id}`);
    const opened = await openCredential(app.db, app, user.company_id, id);
    assert.deepEqual(opened?.credential, {
      username: CREDENTIAL.online_access_username,
      password: CREDENTIAL.online_access_password,
      twoFactorInstructions: "first pet: rex",
      other_details: "floor 2",
    });
    opened?.forget();
    const row = await app.db.selectFrom("authorizations").selectAll().where("id", "=", id).executeTakeFirst();
    assert.equal(JSON.stringify(row).includes("sample_user"), false);
    assert.equal(await jobsOf("inventory", id), 1);
    assert.equal((await changesOf(id, "authorization.created")).length, 1);
  });

  test("with a password in the address is refused, since addresses are kept in the clear", async () => {
    const body = { ...CREDENTIAL, online_access_url: "https://me:secret@portal.example.com/" };
    const answer = await user.send("POST", "/v1/authorizations", body);
    assert.equal(answer.statusCode, 422);
    assert.deepEqual(answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer, "/online_access_url");
    assert.equal(answer.body.includes("secret"), false);
  });
});

describe("an account of an authorization", () => {
  const change = (body: object, id = authorization_id) =>
    user.send("PUT", `/v1/authorizations/${id}/update_account_status`, body);

  test("is switched on with its start date, and fetched", async () => {
    const before = (await changesOf(utility_account_id, "utility_account.updated")).length;
    const answer = await change({ utility_account_id, status: "Active", data_start_date: "2024-02-29" });
    assert.equal(answer.statusCode, 200);
    const account = AuthorizationAccount.parse(answer.json());
    assert.deepEqual(account, answer.json());
    assert.deepEqual(
      [account.id, account.status, account.data_start_date],
      [utility_account_id, "Active", "2024-02-29"],
    );
    assert.equal(await jobsOf("fetch", authorization_id), 1);
    assert.equal((await changesOf(utility_account_id, "utility_account.updated")).length, before + 1);
  });

  test("is switched off without a fetch, and keeps its start date", async () => {
    const answer = await change({ utility_account_id, status: "Inactive" });
    const account = AuthorizationAccount.parse(answer.json());
    assert.deepEqual([account.status, account.data_start_date], ["Inactive", "2024-02-29"]);
    assert.equal(await jobsOf("fetch", authorization_id), 0);
  });

  test("is like unknown to an authorization that does not reach it", async () => {
    const other = await submit(user);
    assert.equal((await change({ utility_account_id, status: "Active" }, other)).statusCode, 404);
    assert.equal((await change({ utility_account_id: 999_999, status: "Active" })).statusCode, 404);
  });

  test("wants fields in their form", async () => {
    for (const [body, pointer] of [
      [{ utility_account_id: "1", status: "Active" }, "/utility_account_id"],
      [{ utility_account_id, status: "active" }, "/status"],
      [{ utility_account_id, status: "Active", data_start_date: "2026-02-30" }, "/data_start_date"],
      [{ status: "Active" }, "/utility_account_id"],
    ] as const) {
      const answer = await change(body);
      assert.equal(answer.statusCode, 422);
      assert.deepEqual(
        answer.json<{ errors: { pointer: string }[] }>().errors.map((error) => error.pointer),
        [pointer],
      );
    }
  });
});

describe("an authorization", () => {
  test("is updated field by field, and tried again", async () => {
    const id = await submit(user, { twoFactorInstructions: "old" });
    await jobsOf("inventory", id);
    const edit = { online_access_password: "the new one", twoFactorInstructions: null };
    const answer = await user.send("PATCH", `/v1/authorizations/${id}`, edit);
    assert.equal(answer.statusCode, 200);
    const opened = await openCredential(app.db, app, user.company_id, id);
    opened?.forget();
    assert.deepEqual(opened?.credential, {
      username: CREDENTIAL.online_access_username,
      password: "the new one",
      twoFactorInstructions: null,
      other_details: null,
    });
    assert.equal(await jobsOf("inventory", id), 1);
    const moved = await user.send("PATCH", `/v1/authorizations/${id}`, { online_access_url: "https://other.example/" });
    assert.equal(moved.statusCode, 200);
    const { online_access_url } = (await user.send("GET", `/v1/authorizations/${id}`)).json<Record<string, unknown>>();
    assert.equal(online_access_url, "https://other.example/");
  });

  test("is not tried again with a password that was refused", async () => {
    const id = await submit(user);
    await app.db
      .updateTable("authorizations")
      .set({ status: "Pending", status_detail: "invalid_credentials", errors: "The password was not accepted." })
      .where("id", "=", id)
      .execute();
    assert.equal((await user.send("POST", `/v1/authorizations/${id}/inventory`)).statusCode, 409);
    assert.equal((await user.send("PATCH", `/v1/authorizations/${id}`, { other_details: "x" })).statusCode, 409);
    assert.equal((await user.send("PATCH", `/v1/authorizations/${id}`, {})).statusCode, 422);
    await user.send("PATCH", `/v1/authorizations/${id}`, { online_access_password: "right" });
    assert.equal((await user.send("POST", `/v1/authorizations/${id}/inventory`)).statusCode, 202);
    const { status, errors } = (await user.send("GET", `/v1/authorizations/${id}`)).json<Record<string, unknown>>();
    assert.deepEqual([status, errors], ["Inventory Pending", null]);
  });

  test("reports its progress", async () => {
    const progress = (await user.send("GET", `/v1/authorizations/${authorization_id}/progress`)).json<object>();
    assert.deepEqual(AuthorizationProgress.parse(progress), progress);
    const { bills_accepted, accounts } = AuthorizationProgress.parse(progress);
    assert.equal(bills_accepted, 1);
    assert.deepEqual(
      accounts.map((account) => account.bills_accepted),
      [1],
    );
    const waiting = await submit(user);
    const answer = await user.send("GET", `/v1/authorizations/${waiting}/progress`);
    const early = AuthorizationProgress.parse(answer.json());
    assert.deepEqual(
      [early.complete, early.utility_company_name, early.last_visited_at, early.accounts],
      [false, null, null, []],
    );
  });

  test("says of which utility it is, and when it was last visited", async () => {
    const id = await submit(user);
    await app.db
      .updateTable("authorizations")
      .set({
        utility_company_id: sql`(select min(id) from utility_companies)`,
        inventory_completed_at: "2026-05-06T07:08:09Z",
      })
      .where("id", "=", id)
      .execute();
    const answer = await user.send("GET", `/v1/authorizations/${id}/progress`);
    const { utility_company_name, last_visited_at } = AuthorizationProgress.parse(answer.json());
    assert.equal(typeof utility_company_name, "string");
    assert.equal(last_visited_at, "2026-05-06T07:08:09.000Z");
  });

  test("that is forgotten is gone for good, its accounts rest, its bills stay", async () => {
    const other = await newMember(running, { name: "Forgetful" });
    const records = await insertRecords(app, { id: other.company_id, uuid: other.company_uuid });
    const url = `/v1/authorizations/${records.authorization_id}`;
    assert.equal((await other.send("DELETE", url)).statusCode, 200);
    const shown = AuthorizationWithAccounts.parse((await other.send("GET", url)).json());
    assert.deepEqual(
      [
        shown.status,
        shown.status_detail,
        shown.revoked_by,
        shown.online_access_username,
        shown.password_masked_because,
      ],
      ["Inventory Complete", "revoked", "company", "", "revoked"],
    );
    assert.match(shown.errors ?? "", /^Your company stopped this authorization/);
    assert.notEqual(shown.revoked_at, null);
    assert.equal((await other.send("GET", `${url}/progress`)).statusCode, 200);
    const edits: [Parameters<Member["send"]>[0], string, object?][] = [
      ["DELETE", url],
      ["PATCH", url, { online_access_password: "another" }],
      ["POST", `${url}/inventory`],
      ["PUT", `${url}/update_account_status`, { utility_account_id: records.utility_account_id, status: "Active" }],
      ["POST", `${url}/challenge`, { answer: "1" }],
    ];
    for (const [method, path, body] of edits)
      assert.equal((await other.send(method, path, body)).statusCode, 409, path);
    const secrets = await app.db
      .selectFrom("secrets")
      .select("field")
      .where("company_id", "=", other.company_id)
      .where("record_type", "=", "authorization")
      .execute();
    assert.deepEqual(secrets, []);
    const account = await other.send("GET", `/v1/utility_accounts/${records.utility_account_id}`);
    assert.equal(account.json<{ status: string }>().status, "Inactive");
    assert.equal((await other.send("GET", `/v1/utility_bills/${records.bill_id}`)).statusCode, 200);
    assert.equal((await auditOf("credential.forgotten")).length, 1);
  });

  test("that is stopped stays in the list, which is asked for either kind by name", async () => {
    const other = await newMember(running, { name: "Stopped" });
    const [stopped, used] = [await submit(other), await submit(other)];
    await other.send("DELETE", `/v1/authorizations/${stopped}`);
    const listed = async (query: string) =>
      (await other.send("GET", `/v1/authorizations${query}`))
        .json<{ authorizations: { id: number }[] }>()
        .authorizations.map(({ id }) => id);
    assert.deepEqual(await listed(""), [stopped, used]);
    assert.deepEqual(await listed("?revoked=true"), [stopped]);
    assert.deepEqual(await listed("?revoked=false"), [used]);
    assert.deepEqual(await listed("?status=Pending"), [], "no person has to act for it");
    assert.deepEqual(await listed("?status=Inventory%20Pending"), [used], "and the service does nothing more");
    assert.deepEqual(await listed("?status=Inventory%20Complete"), [stopped]);
    assert.equal((await other.send("GET", "/v1/authorizations?revoked=yes")).statusCode, 400);
  });

  test("that is forgotten leaves its accounts to another one that reaches them", async () => {
    const other = await newMember(running, { name: "Twice" });
    const { company_id } = other;
    const records = await insertRecords(app, { id: company_id, uuid: other.company_uuid });
    const heir = await submit(other);
    await app.db
      .insertInto("authorization_accounts")
      .values({ company_id, authorization_id: heir, utility_account_id: records.utility_account_id })
      .execute();
    await other.send("DELETE", `/v1/authorizations/${records.authorization_id}`);
    const row = await app.db
      .selectFrom("utility_accounts")
      .select(["status", "authorization_id"])
      .where("id", "=", records.utility_account_id)
      .executeTakeFirst();
    assert.deepEqual(row, { status: "Active", authorization_id: heir });
  });
});

describe("the form link", () => {
  test("is the same each time, of the own company, and opens a form", async () => {
    const ask = async (member: Member) =>
      (await member.send("GET", "/v1/authorizations/formlink")).json<{ authorizationFormLink: string }>()
        .authorizationFormLink;
    const link = await ask(user);
    assert.equal(await ask(user), link);
    assert.notEqual(await ask(admin), link);
    assert.ok(link.startsWith(`${app.publicUrl}/form/`));
    assert.equal((await server.inject(new URL(link).pathname)).statusCode, 200);
  });
});
