import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../test/database.ts";
import { until } from "../../test/start.ts";
import { createLog } from "../log.ts";
import { openDatabase } from "./db.ts";
import { openJobs } from "./jobs.ts";

const log = createLog({ level: "silent" });
const payload = { company_id: 1, document_id: 2 };

const url = await testDatabase({ after });
const db = openDatabase(url);
const jobs = await openJobs(url, db, log);
after(async () => {
  await jobs.close();
  await db.destroy();
});

test("a job exists when and only when its transaction commits", async () => {
  const undone = db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, "parse", payload);
    throw new Error("undone");
  });
  await assert.rejects(undone, /undone/);
  assert.deepEqual(await jobs.claim("parse", 10), []);
  await db.transaction().execute((trx) => jobs.enqueue(trx, "parse", payload));
  const [job] = await jobs.claim("parse", 10);
  assert.deepEqual(job?.payload, payload);
  await jobs.complete("parse", job?.id ?? "");
  assert.deepEqual(await jobs.claim("parse", 10), []);
});

test("a failed job comes back later, not at once", async () => {
  await jobs.enqueue(db, "derive", { company_id: 1, utility_meter_id: 3 });
  const [job] = await jobs.claim("derive", 1);
  assert.equal(job?.lastTry, false);
  await jobs.fail("derive", job?.id ?? "", new Error("the database was away"));
  assert.deepEqual(await jobs.claim("derive", 1), []);
});

test("a job for later is not claimed before its time", async () => {
  await jobs.enqueue(db, "fetch", { company_id: 1, authorization_id: 4 }, { startAfter: "2100-01-01T00:00:00.000Z" });
  assert.deepEqual(await jobs.claim("fetch", 10), []);
});

test("jobs of a dead worker are taken back only when no other worker lives", async () => {
  await jobs.enqueue(db, "inventory", { company_id: 1, authorization_id: 5 });
  const [held] = await jobs.claim("inventory", 1);
  assert.ok(held);
  const secondDb = openDatabase(url);
  const second = await openJobs(url, secondDb, log);
  assert.equal(await second.reclaimOrphans(), 0, "the first worker is alive");
  await second.close();
  await jobs.close();
  const third = await openJobs(url, secondDb, log);
  assert.equal(await third.reclaimOrphans(), 1);
  const [again] = await third.claim("inventory", 1);
  assert.equal(again?.id, held.id);
  await third.close();
  await secondDb.destroy();
});

test("a job whose worker is silent goes to another worker, and that counts as a try", async () => {
  const third = await openJobs(url, db, log);
  await third.enqueue(db, "roll-up", { company_id: 1, property_id: 6 });
  const [held] = await third.claim("roll-up", 1);
  assert.ok(held);
  // As if it had been claimed by a process that died then.
  third.letGo(held.id);
  await sql`update pgboss.job set heartbeat_on = now() - interval '20 seconds' where id = ${held.id}`.execute(db);
  const again = await until("the next beat", async () => (await third.claim("roll-up", 1))[0] ?? null);
  assert.equal(again.id, held.id);
  const { rows } = await sql<{ retry_count: number }>`
    select retry_count from pgboss.job where id = ${held.id}`.execute(db);
  assert.equal(rows[0]?.retry_count, 1);
  await third.close();
});
