import assert from "node:assert/strict";
import { after, beforeEach, describe, test } from "node:test";
import { testDatabase } from "../../test/database.ts";
import { createLog } from "../log.ts";
import { openDatabase } from "./db.ts";
import { openJobs, type JobRun } from "./jobs.ts";

const url = await testDatabase({ after });
const db = openDatabase(url);
const log = createLog({ level: "silent" });
const jobs = await openJobs(url, db, log);
after(async () => {
  await jobs.close();
  await db.destroy();
});

/** The jobs that are running, by their runs. */
const running = new Map<number, JobRun>();
let runs = 0;

/** Puts in so many runs of a company; gives their numbers. */
async function put(company_id: number, count: number): Promise<number[]> {
  const numbers = Array.from({ length: count }, () => (runs += 1));
  for (const data_delivery_run_id of numbers)
    await jobs.enqueue(db, "deliver-data", { company_id, data_delivery_run_id });
  return numbers;
}

/** Claims for so many free places; gives the runs that were claimed. */
async function claim(free: number): Promise<number[]> {
  const claimed = await jobs.claim({ "deliver-data": free });
  for (const job of claimed) running.set(job.payload.data_delivery_run_id, job);
  // The order within one claim says nothing: they run at the same time.
  return claimed.map(({ payload }) => payload.data_delivery_run_id).toSorted((a, b) => a - b);
}

async function end(...numbers: (number | undefined)[]): Promise<void> {
  for (const number of numbers) {
    const job = running.get(number ?? 0);
    assert.ok(job, `run ${number} is running`);
    await jobs.complete(job);
    running.delete(number ?? 0);
  }
}

describe("jobs of several companies", () => {
  beforeEach(async () => {
    await end(...running.keys());
    for (let left = await claim(2); left.length > 0; left = await claim(2)) await end(...left);
  });

  test("a company with many runs gets one slot while others wait", async () => {
    const many = await put(1, 5);
    const [second] = await put(2, 1);
    const [third] = await put(3, 1);
    assert.deepEqual(await claim(3), [many[0], second, third]);
  });

  test("a company alone gets all slots but the last, which stays free for another company", async () => {
    const many = await put(1, 5);
    assert.deepEqual(await claim(3), many.slice(0, 2));
    assert.deepEqual(await claim(1), []);
    const [other] = await put(2, 1);
    assert.deepEqual(await claim(1), [other]);
  });

  test("companies are served in round-robin order, however many runs one has enqueued before", async () => {
    const [a, b] = [await put(1, 3), await put(2, 3)];
    assert.deepEqual(await claim(2), [a[0], b[0]]);
    const [c] = await put(3, 1);
    await end(a[0]);
    assert.deepEqual(await claim(1), [c], "not the older ones of who had a turn");
    await end(b[0], c);
    assert.deepEqual(await claim(2), [a[1], b[1]]);
  });

  test("a company gets no second slot in another process while others wait", async () => {
    const [first] = await put(1, 2);
    assert.deepEqual(await claim(1), [first]);
    const [other] = await put(2, 1);
    const secondDb = openDatabase(url);
    const second = await openJobs(url, secondDb, log);
    const claimed = await second.claim({ "deliver-data": 1 });
    assert.deepEqual(
      claimed.map(({ payload }) => payload.data_delivery_run_id),
      [other],
    );
    for (const job of claimed) await second.complete(job);
    await second.close();
    await secondDb.destroy();
  });

  const claimParses = (free: number) => jobs.claim({ parse: free });

  test("of short jobs a company alone gets every slot, and another company the next one that is free", async () => {
    for (const document_id of [1, 2, 3, 4, 5]) await jobs.enqueue(db, "parse", { company_id: 1, document_id });
    const [first, ...others] = await claimParses(3);
    assert.ok(first && others.length === 2, "no slot is kept free");
    await jobs.enqueue(db, "parse", { company_id: 2, document_id: 6 });
    await jobs.complete(first);
    const [next] = await claimParses(1);
    assert.equal(next?.payload.company_id, 2);
    for (const job of [...others, ...(next ? [next] : [])]) await jobs.complete(job);
    for (const job of await claimParses(3)) await jobs.complete(job);
  });

  test("a company that was just served comes after all others that wait", async () => {
    for (const company_id of [1, 2, 3, 2, 3, 1])
      await jobs.enqueue(db, "parse", { company_id, document_id: company_id * 10 + (runs += 1) });
    const order: number[] = [];
    for (let [job] = await claimParses(1); job; [job] = await claimParses(1)) {
      order.push(job.payload.company_id);
      await jobs.complete(job);
    }
    assert.deepEqual(order.slice(0, 3).toSorted(), [1, 2, 3]);
    assert.deepEqual(order.slice(3), order.slice(0, 3));
  });

  test("a company whose jobs are due later is passed over", async () => {
    const startAfter = new Date(Date.now() + 3_600_000).toISOString();
    await jobs.enqueue(db, "parse", { company_id: 1, document_id: 7 }, { startAfter });
    await jobs.enqueue(db, "parse", { company_id: 2, document_id: 8 });
    const claimed = await claimParses(3);
    assert.deepEqual(
      claimed.map(({ payload }) => payload.document_id),
      [8],
    );
    for (const job of claimed) await jobs.complete(job);
  });
});
