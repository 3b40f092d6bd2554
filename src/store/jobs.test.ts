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

async function rowOf(id: string) {
  const { rows } = await sql<{ state: string; retry_count: number; retry_limit: number; heartbeat_on: string }>`
    select state, retry_count, retry_limit, heartbeat_on from pgboss.job where id = ${id}`.execute(db);
  assert.ok(rows[0]);
  return rows[0];
}

test("a job exists when and only when its transaction commits", async () => {
  const undone = db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, "parse", payload);
    throw new Error("undone");
  });
  await assert.rejects(undone, /undone/);
  assert.deepEqual(await jobs.claim("parse", 10), []);
  await db.transaction().execute((trx) => jobs.enqueue(trx, "parse", payload));
  const [job] = await jobs.claim("parse", 10);
  assert.ok(job);
  assert.deepEqual(job.payload, payload);
  await jobs.complete("parse", job);
  assert.deepEqual(await jobs.claim("parse", 10), []);
});

test("a failed job comes back later, not at once", async () => {
  await jobs.enqueue(db, "derive", { company_id: 1, utility_meter_id: 3 });
  const [job] = await jobs.claim("derive", 1);
  assert.ok(job);
  assert.equal(job.lastTry, false);
  await jobs.fail("derive", job, new Error("the database was away"));
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
  // The process was only believed to be dead, and comes to its end.
  await third.complete("inventory", held);
  const { state, retry_count, retry_limit } = await rowOf(held.id);
  assert.deepEqual([state, retry_limit - retry_count], ["active", 5], "with as many tries as before");
  await third.close();
  await secondDb.destroy();
});

test("a job whose worker is silent goes to another worker, and that counts as a try", async () => {
  const third = await openJobs(url, db, log);
  await third.enqueue(db, "roll-up", { company_id: 1, property_id: 6 });
  const [held] = await third.claim("roll-up", 1);
  assert.ok(held);
  // As if it had been claimed by a process that died then.
  third.letGo(held);
  await sql`update pgboss.job set heartbeat_on = now() - interval '20 seconds' where id = ${held.id}`.execute(db);
  const again = await until("the next beat", async () => (await third.claim("roll-up", 1))[0] ?? null);
  assert.equal(again.id, held.id);
  assert.equal((await rowOf(held.id)).retry_count, 1);
  await third.close();
});

test("a run that lost its job to another neither ends nor silences the other", async () => {
  const fourth = await openJobs(url, db, log);
  const lost = { company_id: 1, property_id: 7 };
  await fourth.enqueue(db, "roll-up", lost);
  const [late] = await fourth.claim("roll-up", 1);
  assert.ok(late);
  // As the queue does with a job that takes too long.
  await sql`update pgboss.job set state = 'retry', start_after = now() where id = ${late.id}`.execute(db);
  const [now] = await fourth.claim("roll-up", 1);
  assert.equal(now?.id, late.id);
  await fourth.postpone("roll-up", late, 3600);
  await fourth.fail("roll-up", late, new Error("too late"));
  await fourth.complete("roll-up", late);
  const { state, heartbeat_on } = await rowOf(late.id);
  assert.equal(state, "active");
  await until("the next beat", async () => ((await rowOf(late.id)).heartbeat_on > heartbeat_on ? true : null));
  await fourth.complete("roll-up", now);
  assert.equal((await rowOf(late.id)).state, "completed");
  await fourth.close();
});
