import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
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
  return claimed.map(({ payload }) => payload.data_delivery_run_id);
}

async function end(...numbers: (number | undefined)[]): Promise<void> {
  for (const number of numbers) {
    const job = running.get(number ?? 0);
    assert.ok(job, `run ${number} is running`);
    await jobs.complete(job);
    running.delete(number ?? 0);
  }
}

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
