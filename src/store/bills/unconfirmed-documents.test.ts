/** Documents that wait for a bill of their account are found however many others wait, and none waits for ever behind others. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../../test/database.ts";
import type { Db } from "../db.ts";
import { insertFixture, openTestDatabase } from "../store.fixtures.ts";
import { requeueUnconfirmed } from "./unconfirmed-documents.ts";

const DOCUMENTS = Number(process.env["METERBOOK_TEST_UNCONFIRMED"] ?? 3000);
const db = openTestDatabase(await testDatabase({ after }));
after(() => db.destroy());

const NOT_CONFIRMED = [{ name: "not_confirmed", severity: "error", detail: "The days." }];
const NO_ACCOUNT = { name: "account_unknown", severity: "error", detail: "None has this number." };

/** Uploaded documents without an account, each with the number that SQL gives for it (n), read one second after the other. */
async function insertWaiting(of: Db, company_id: number, count: number, acctNum: string, findings: unknown[]) {
  const texts = [`file of ${acctNum}`, JSON.stringify(findings)];
  const { rows } = await sql<{ id: number }>`
    with by as (
      insert into users (company_id, email, name, role, company_role)
      values (${company_id}, ${`${count}-${company_id}-${Math.random()}@example.com`}, 'A', 'admin', 'owner') returning id),
    file as (
      insert into files (company_id, sha256, bytes, format)
      values (${company_id}, sha256(convert_to(${texts[0]}, 'UTF8')), 1, 'pdf') returning id)
    insert into documents (company_id, uploaded_by, file_id, part, external_id, name, listed_date, state, read_at, findings, statement)
    select ${company_id}, by.id, file.id, n, 'upload ' || n || ${texts[0]}, n || '.pdf', '2026-01-01', 'review',
      timestamptz '2026-01-01' + n * interval '1 second', ${texts[1]}::jsonb,
      jsonb_build_object('acct_num', ${sql.raw(acctNum)}, 'invoice_date', '2026-01-02', 'words', repeat(md5(n::text), 60))
    from by, file, generate_series(1, ${count}::int) n returning id`.execute(of);
  return rows.map(({ id }) => id);
}

test("a bill looks only at the documents of its account, by an index that names the same expressions", async () => {
  const { company_id, utility_account_id } = await insertFixture(db);
  await insertWaiting(db, company_id, DOCUMENTS, "'N' || n", [...NOT_CONFIRMED, NO_ACCOUNT]);
  const [own] = await insertWaiting(db, company_id, 1, "'10 01'", [...NOT_CONFIRMED, NO_ACCOUNT]);
  await insertWaiting(db, company_id, 1, "'100-1'", [...NOT_CONFIRMED, { name: "no_amount", severity: "error" }]);
  await sql`analyze documents`.execute(db);
  const [requeued, read] = await db.connection().execute(async (one) => {
    const before = await rowsRead(one);
    const found = await one.transaction().execute((trx) => requeueUnconfirmed(trx, company_id, utility_account_id));
    return [found, (await rowsRead(one)) - before];
  });
  assert.deepEqual(requeued, [{ company_id, document_id: own }]);
  assert.ok(read < 20, `${read} of ${DOCUMENTS} documents were read`);
});

/** How many rows of documents were read on all ways since the start. */
async function rowsRead(one: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(one);
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname = 'documents'`.execute(
    one,
  );
  return rows[0]?.read ?? assert.fail();
}

test("those that were read longest ago have their turn first, so that none waits behind a hundred others for ever", async () => {
  const { company_id, utility_account_id } = await insertFixture(db, "Turns");
  const ids = await insertWaiting(db, company_id, 150, "'1001'", NOT_CONFIRMED);
  const requeue = () => db.transaction().execute((trx) => requeueUnconfirmed(trx, company_id, utility_account_id));
  const first = (await requeue()).map(({ document_id }) => document_id);
  assert.deepEqual(first, ids.slice(0, 100));
  // They were read, and stay open.
  await sql`update documents set state = 'review', read_at = now() where id = any(${first}::bigint[])`.execute(db);
  const second = new Set((await requeue()).map(({ document_id }) => document_id));
  assert.ok(ids.slice(100).every((id) => second.has(id)));
});

test("the neighbours of a bill are read again however many others wait: each confirms the next one", async () => {
  const { company_id, utility_account_id } = await insertFixture(db, "Neighbours");
  const ids = await insertWaiting(db, company_id, 300, "'1001'", NOT_CONFIRMED);
  await sql`
    update documents set utility_account_id = ${utility_account_id},
      statement = statement || jsonb_build_object('invoice_date', (date '2001-01-01' + 30 * part)::text)
    where id = any(${ids}::bigint[])`.execute(db);
  const next = ids.slice(249, 255).map((document_id) => ({ company_id, document_id }));
  // The day of the bill is between the third and the fourth.
  const day = Temporal.PlainDate.from("2001-01-01")
    .add({ days: 30 * 252 + 5 })
    .toString();
  const requeued = await db
    .transaction()
    .execute((trx) => requeueUnconfirmed(trx, company_id, utility_account_id, day));
  assert.deepEqual(requeued.slice(-6), next);
});

test("a number of any length on a document can be kept", async () => {
  const { company_id } = await insertFixture(db, "Long");
  const long = "(select string_agg(md5(i::text), '') from generate_series(1, 2000) i)";
  assert.equal((await insertWaiting(db, company_id, 1, long, NOT_CONFIRMED)).length, 1);
});
