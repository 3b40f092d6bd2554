import assert from "node:assert/strict";
import { after, beforeEach, describe, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../test/database.ts";
import { untilLocked } from "../../test/lock-waits.ts";
import { until } from "../../test/callers.ts";
import { createLog } from "../log.ts";
import { openDatabase } from "./db.ts";
import { isJobThere, openJobs, type JobRun } from "./jobs.ts";

const log = createLog({ level: "silent" });
const parse = { company_id: 1, document_id: 2 };
const rollUp = { company_id: 1, property_id: 6 };
const LATER = "2100-01-01T00:00:00.000Z";

const url = await testDatabase({ after });
const db = openDatabase(url);
let jobs = await openJobs(url, db, log);
after(async () => {
  await jobs.close();
  await db.destroy();
});

async function rowOf({ id }: JobRun) {
  const { rows } = await sql<{ attempts: number; claimed_until: string | null; run_at: string }>`
    select attempts, claimed_until, run_at::text from jobs where id = ${id}`.execute(db);
  return rows[0];
}

/** Claims the one roll-up that is due. */
async function claimRollUp(from = jobs) {
  const [job, ...others] = await from.claim({ "roll-up": 10 });
  assert.ok(job);
  assert.deepEqual(others, []);
  return job;
}

/** As if it had been claimed by a process that died then. */
async function loseLease(run: JobRun): Promise<void> {
  jobs.letGo(run);
  await sql`update jobs set claimed_until = now() - interval '1 second' where id = ${run.id}`.execute(db);
}

describe("the queue of jobs", () => {
  beforeEach(() => sql`delete from jobs`.execute(db));

  test("a job exists if and only if its transaction commits", async () => {
    const undone = db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, "parse", parse);
      throw new Error("undone");
    });
    await assert.rejects(undone, /undone/);
    assert.deepEqual(await jobs.claim({ parse: 10 }), []);
    await db.transaction().execute((trx) => jobs.enqueue(trx, "parse", parse));
    const [job] = await jobs.claim({ parse: 10 });
    assert.ok(job);
    assert.deepEqual(job.payload, parse);
    await jobs.complete(job);
    assert.equal(await isJobThere(db, "parse", parse), false);
  });

  test("jobs of all kinds are claimed at once, of each at most the requested number, the longest due first", async () => {
    for (const document_id of [3, 4, 5]) await jobs.enqueue(db, "parse", { company_id: 1, document_id });
    await jobs.enqueueAll(db, "derive", [{ company_id: 1, utility_meter_id: 7 }]);
    await jobs.enqueue(db, "roll-up", rollUp);
    const claimed = await jobs.claim({ parse: 2, derive: 5, "roll-up": 0 });
    assert.deepEqual(claimed.map(({ name, payload }) => [name, payload]).toSorted(), [
      ["derive", { company_id: 1, utility_meter_id: 7 }],
      ["parse", { company_id: 1, document_id: 3 }],
      ["parse", { company_id: 1, document_id: 4 }],
    ]);
  });

  test("a claim is quick among many jobs that were enqueued at once, also by the plans of an idle process", async () => {
    // PostgreSQL keeps the plans of a frequent statement; a minute may pass until it knows that the table has grown.
    for (let look = 0; look < 30; look += 1) await jobs.claim({ fetch: 1, derive: 1 });
    await sql`
      insert into jobs (kind, payload)
      select 'derive', jsonb_build_object('company_id', n % 100, 'utility_meter_id', n)
      from generate_series(1, 10000) n`.execute(db);
    const took: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const start = performance.now();
      const claimed = await jobs.claim({ fetch: 1, derive: 1 });
      took.push(performance.now() - start);
      assert.equal(claimed.length, 1);
      for (const job of claimed) jobs.letGo(job);
    }
    const quickest = Math.min(...took);
    // 2 ms; 600 ms when every due job was read for each claim.
    assert.ok(quickest < 60, `the quickest of five claims took ${quickest.toFixed(1)} ms`);
  });

  test("a job that is enqueued many times before it runs, runs once", async () => {
    for (let time = 0; time < 3; time += 1) await jobs.enqueue(db, "roll-up", rollUp);
    await jobs.complete(await claimRollUp());
    assert.deepEqual(await jobs.claim({ "roll-up": 10 }), []);
  });

  test("a job that is enqueued while it runs, runs again after that run", async () => {
    await jobs.enqueue(db, "roll-up", rollUp);
    const job = await claimRollUp();
    await jobs.enqueue(db, "roll-up", rollUp);
    assert.deepEqual(await jobs.claim({ "roll-up": 10 }), []);
    await jobs.complete(job);
    await jobs.complete(await claimRollUp());
    assert.equal(await isJobThere(db, "roll-up", rollUp), false);
  });

  test("completing a job waits for a transaction that is enqueueing it", async () => {
    await jobs.enqueue(db, "roll-up", rollUp);
    const job = await claimRollUp();
    let ended = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, "roll-up", rollUp);
      ended = jobs.complete(job);
      await untilLocked(db, "the end to wait");
    });
    await ended;
    assert.ok(await claimRollUp());
  });

  test("a roll-up has the months requested since it last ran, or all when all were requested", async () => {
    const ask = (first: number, last: number) => jobs.enqueue(db, "roll-up", rollUp, { months: { first, last } });
    await ask(10, 12);
    await ask(20, 21);
    const first = await claimRollUp();
    assert.deepEqual(first.months, { first: 10, last: 21 });
    await ask(30, 31);
    await jobs.complete(first);
    const second = await claimRollUp();
    assert.deepEqual(second.months, { first: 30, last: 31 });
    await ask(40, 40);
    await jobs.retry(second, 0, { isFailure: true });
    const third = await claimRollUp();
    assert.deepEqual(third.months, { first: 30, last: 40 }, "a run that failed has rolled up nothing");
    await jobs.enqueue(db, "roll-up", rollUp);
    await ask(50, 50);
    await jobs.complete(third);
    assert.equal((await claimRollUp()).months, null);
  });

  test("a failed job comes back later, not at once", async () => {
    await jobs.enqueue(db, "roll-up", rollUp);
    const job = await claimRollUp();
    assert.equal(job.attempts, 0);
    await jobs.retry(job, 60, { isFailure: true });
    assert.deepEqual(await jobs.claim({ "roll-up": 1 }), []);
    // Somebody asks for it anew.
    await jobs.enqueue(db, "roll-up", rollUp);
    assert.equal((await claimRollUp()).attempts, 1);
  });

  test("a job for later is not claimed before its time, and an earlier request is not delayed by it", async () => {
    await jobs.enqueue(db, "roll-up", rollUp, { startAfter: LATER });
    assert.deepEqual(await jobs.claim({ "roll-up": 10 }), []);
    await jobs.enqueue(db, "roll-up", rollUp, { unlessThere: true });
    assert.deepEqual(await jobs.claim({ "roll-up": 10 }), [], "it is there");
    await jobs.enqueue(db, "roll-up", rollUp);
    await jobs.enqueue(db, "roll-up", rollUp, { startAfter: LATER });
    const job = await claimRollUp();
    await jobs.enqueue(db, "roll-up", rollUp, { startAfter: LATER });
    await jobs.complete(job);
    assert.match((await rowOf(job))?.run_at ?? "", /^2100/);
  });

  test("a job whose lease ended goes to another worker, and that counts as a failure", async () => {
    await jobs.enqueue(db, "roll-up", rollUp);
    const held = await claimRollUp();
    await loseLease(held);
    const [again] = await until("the next beat", async () => {
      const found = await jobs.claim({ "roll-up": 1 });
      return found.length > 0 ? found : null;
    });
    assert.deepEqual([again?.id, again?.attempts], [held.id, 1]);
  });

  test("a run that lost its lease neither completes the job nor shortens the new lease", async () => {
    await jobs.enqueue(db, "roll-up", rollUp);
    const late = await claimRollUp();
    await sql`update jobs set claimed_until = null, run_at = now()`.execute(db);
    const now = await claimRollUp();
    assert.equal(now.id, late.id);
    await jobs.retry(late, 3600, { isFailure: true });
    await jobs.complete(late);
    const leased = (await rowOf(now))?.claimed_until ?? "";
    assert.notEqual(leased, "");
    await until("the next beat", async () => (((await rowOf(now))?.claimed_until ?? "") > leased ? true : null));
    await jobs.complete(now);
    assert.equal(await isJobThere(db, "roll-up", rollUp), false);
  });

  test("jobs of a dead worker are released at once only when no other worker is alive", async () => {
    await jobs.enqueue(db, "roll-up", rollUp);
    const held = await claimRollUp();
    const secondDb = openDatabase(url);
    const second = await openJobs(url, secondDb, log);
    assert.equal(await second.reclaimOrphans(), 0, "the first worker is alive");
    await second.close();
    await jobs.close();
    jobs = await openJobs(url, db, log);
    assert.equal(await jobs.reclaimOrphans(), 1);
    const again = await claimRollUp();
    assert.deepEqual([again.id, again.attempts], [held.id, 0], "with as many tries as before");
    // The process was only believed to be dead, and comes to its end.
    await jobs.complete(held);
    assert.ok(await isJobThere(db, "roll-up", rollUp));
    await secondDb.destroy();
  });
});
