/** Keys of authorizations: an interrupted deletion is finished at the next start, and a restore brings no deleted login back. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { newMember, openTestApp } from "../../test/app.ts";
import { CREDENTIAL, insertRecords } from "../../test/records.ts";
import { keysFolder } from "../app.ts";
import { destroyDueKeys, giveKey, makeAuthorizationKey, prepareKeys } from "./authorization-keys.ts";
import { openCredential, openUsernames, sealCredential } from "./credentials.ts";
import { StartError } from "../errors.ts";
import { insertAuthorization } from "../store/authorizations/authorizations.ts";
import { STORE_ID } from "../files/key-store.ts";
import { forgetAuthorization } from "./authorizations.ts";

const running = await openTestApp({ after });
const { app } = running;
const { db, keys } = app;
await prepareKeys(app);
const member = await newMember(running, { name: "Keys" });
const { company_id } = member;

async function submit(): Promise<{ id: number; key_id: string }> {
  const { id } = (await member.send("POST", "/v1/authorizations", CREDENTIAL)).json<{ id: number }>();
  return { id, key_id: await keyOf(id) };
}

const rowOf = (id: number) =>
  db.selectFrom("authorizations").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const keyOf = async (id: number): Promise<string> => (await rowOf(id)).key_id ?? "";
const toDestroy = async () => (await db.selectFrom("keys_to_destroy").select("key_id").execute()).map((r) => r.key_id);

async function passwordOf(id: number): Promise<string | undefined> {
  const opened = await openCredential(db, app, company_id, id);
  opened?.forget();
  return opened?.credential.password;
}

test("each authorization has its own key, which opens no other authorization", async () => {
  const [one, two] = [await submit(), await submit()];
  assert.notEqual(one.key_id, two.key_id);
  assert.equal(await passwordOf(one.id), CREDENTIAL.online_access_password);
  await db.updateTable("authorizations").set({ key_id: two.key_id }).where("id", "=", one.id).execute();
  await assert.rejects(passwordOf(one.id), /sealed/);
  await db.updateTable("authorizations").set({ key_id: one.key_id }).where("id", "=", one.id).execute();
  assert.deepEqual(await toDestroy(), []);
});

test("when a process is killed after a deletion, the next start destroys the key", async () => {
  const { id, key_id } = await submit();
  await db.transaction().execute((trx) => forgetAuthorization(trx, app, { company_id, id }, "company"));
  assert.notEqual(await keys.find(key_id), null);
  assert.deepEqual(await toDestroy(), [key_id]);
  await prepareKeys(app);
  assert.equal(await keys.find(key_id), null);
  assert.deepEqual(await toDestroy(), []);
});

test("a deletion that is rolled back destroys nothing", async () => {
  const { id } = await submit();
  const undone = db.transaction().execute(async (trx) => {
    await forgetAuthorization(trx, app, { company_id, id }, "company");
    throw new Error("undone");
  });
  await assert.rejects(undone, /undone/);
  await destroyDueKeys(app);
  assert.equal(await passwordOf(id), CREDENTIAL.online_access_password);
});

test("a new key that no transaction used is destroyed after an hour, and can no longer seal", async () => {
  const key = await makeAuthorizationKey(app, company_id);
  await destroyDueKeys(app);
  assert.notEqual(await keys.find(key.key_id), null);
  running.passMs(3_600_001);
  await destroyDueKeys(app);
  assert.equal(await keys.find(key.key_id), null);
  const { id } = await submit();
  await assert.rejects(
    db.transaction().execute((trx) => giveKey(trx, key, id)),
    /was destroyed/,
  );
});

test("after a restore of an older backup a deleted login stays deleted, and its record shows it", async () => {
  const { id, key_id } = await submit();
  const account = await insertRecords(app, { id: company_id, uuid: member.company_uuid });
  await db.updateTable("authorization_accounts").set({ authorization_id: id }).execute();
  await db.updateTable("utility_accounts").set({ authorization_id: id }).execute();
  const secrets = await db.selectFrom("secrets").selectAll().where("record_id", "=", id).execute();
  const before = await rowOf(id);
  assert.equal((await member.send("DELETE", `/v1/authorizations/${id}`)).statusCode, 200);
  assert.equal(await keys.find(key_id), null);
  // The state of the database when it was backed up.
  await db.insertInto("secrets").values(secrets).execute();
  const { revoked_at, revoked_by, status, status_detail, errors } = before;
  await db
    .updateTable("authorizations")
    .set({ revoked_at, revoked_by, status, status_detail, errors })
    .where("id", "=", id)
    .execute();
  await db.updateTable("utility_accounts").set({ status: "Active" }).execute();

  assert.equal(await passwordOf(id), undefined);
  assert.deepEqual(await openUsernames(db, app, company_id, [id]), new Map());
  await prepareKeys(app);
  const shown = (await member.send("GET", `/v1/authorizations/${id}`)).json<Record<string, unknown>>();
  assert.equal(shown["revoked_by"], "unknown");
  assert.match(String(shown["errors"]), /^The key of this login is gone/);
  assert.equal(shown["online_access_username"], "");
  const url = `/v1/utility_accounts/${account.utility_account_id}`;
  assert.equal((await member.send("GET", url)).json<{ status: string }>().status, "Inactive");
});

test("logins from before authorizations had keys get them at the start, and no earlier bytes stay in the table", async () => {
  const old: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    await db.transaction().execute(async (trx) => {
      const row = await insertAuthorization(trx, { company_id, online_access_url: "https://old.example.com/" });
      old.push(row?.id ?? 0);
      await sealCredential(trx, app, company_id, row?.id ?? 0, { ...CREDENTIAL, other_details: `floor ${count}` });
    });
  }
  const fileOf = async () =>
    (await db.selectNoFrom((eb) => eb.fn<string>("pg_relation_filepath", [eb.val("secrets")]).as("path")).execute())[0]
      ?.path;
  await db
    .updateTable("service_secrets")
    .set({ public: JSON.stringify({ rewritten: false }) })
    .where("name", "=", "key-store")
    .execute();
  const before = await fileOf();
  await prepareKeys(app);
  assert.notEqual(await fileOf(), before);
  for (const [index, id] of old.entries()) {
    assert.notEqual(await keys.find(await keyOf(id)), null);
    const opened = await openCredential(db, app, company_id, id);
    opened?.forget();
    assert.equal(opened?.credential.other_details, `floor ${index}`);
  }
  assert.deepEqual(await toDestroy(), []);
  const rewritten = await fileOf();
  await prepareKeys(app);
  assert.equal(await fileOf(), rewritten, "the table is written anew once");
});

test("when all keys are missing or belong to another database, the start fails and says what to do", async () => {
  const folder = keysFolder(app.config);
  await keys.destroy(STORE_ID);
  const missing = /are not in the folder keys .* write ([0-9a-f-]{36}) into the file store-id/;
  const error = await prepareKeys(app).then(
    () => assert.fail("it started"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof StartError);
  const [, id = ""] = missing.exec(error.message) ?? [];
  await writeFile(join(folder, STORE_ID), `${randomUUID()}\n`);
  await assert.rejects(prepareKeys(app), /belong to another database/);
  // What the message advises when the keys are lost.
  await keys.destroy(STORE_ID);
  await rename(folder, `${folder}-lost`);
  await keys.put(STORE_ID, Buffer.from(`${id}\n`));
  await prepareKeys(app);
});
