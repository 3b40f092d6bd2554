/** Companies with slow jobs leave a slot of each kind to the others, and none of them waits for ever. */
import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../test/database.ts";
import { createLog } from "../log.ts";
import { openDatabase } from "./db.ts";
import type { JobName } from "./job-kinds.ts";
import { openJobs, type ClaimedJob } from "./jobs.ts";

const url = await testDatabase({ after });
const db = openDatabase(url);
const log = createLog({ level: "silent" });
after(() => db.destroy());

let nowMs = 0;

type Kind = Extract<JobName, "parse" | "parse-pictures">;

/** A queue of a new process. */
async function openQueue(t: TestContext, kind: Kind) {
  const queue = await openJobs(url, db, log, { now: () => nowMs });
  t.after(async () => {
    await queue.close();
    await sql`delete from jobs`.execute(db);
  });
  let documents = 0;
  const running: ClaimedJob<Kind>[] = [];
  return {
    async put(...companies: number[]): Promise<void> {
      for (const company_id of companies) await queue.enqueue(db, kind, { company_id, document_id: (documents += 1) });
    },
    /** The companies that get the free slots. */
    async claim(free: number): Promise<number[]> {
      const claimed = await queue.claim<Kind>({ [kind]: free });
      running.push(...claimed);
      return claimed.map(({ payload }) => payload.company_id).toSorted((a, b) => a - b);
    },
    /** Time passes, and then a job of each of the companies ends. */
    async end(ms: number, ...companies: number[]): Promise<void> {
      nowMs += ms;
      for (const company of companies) {
        const at = running.findIndex(({ payload }) => payload.company_id === company);
        const [job] = running.splice(at, 1);
        assert.ok(at >= 0 && job !== undefined, `company ${company} has a job`);
        await queue.complete(job);
      }
    },
  };
}

const SLOW_MS = 10_000;
const QUICK_MS = 100;

test("companies whose jobs took long have all slots but one together, and another company gets that one at once", async (t) => {
  const { put, claim, end } = await openQueue(t, "parse");
  await put(1, 2, 3, 1, 2, 3, 1);
  assert.deepEqual(await claim(3), [1, 2, 3]);
  await end(SLOW_MS, 1, 2, 3);
  assert.deepEqual(await claim(3), [1, 2]);
  assert.deepEqual(await claim(1), [], "the last slot is for others");
  await put(9);
  assert.deepEqual(await claim(1), [9]);
  await end(QUICK_MS, 1);
  assert.deepEqual(await claim(1), [3], "and they take turns in theirs");
});

test("a job is slow while it runs, too", async (t) => {
  const { put, claim, end } = await openQueue(t, "parse");
  await put(1, 2, 9, 1, 2);
  assert.deepEqual(await claim(3), [1, 2, 9]);
  await end(SLOW_MS);
  await end(QUICK_MS, 9);
  assert.deepEqual(await claim(1), []);
});

test("quick companies fill every slot", async (t) => {
  const { put, claim, end } = await openQueue(t, "parse");
  await put(1, 1, 1, 1, 1, 1);
  assert.deepEqual(await claim(3), [1, 1, 1]);
  await end(QUICK_MS, 1, 1, 1);
  assert.deepEqual(await claim(3), [1, 1, 1]);
});

test("a company that was slow long ago is as any other", async (t) => {
  const { put, claim, end } = await openQueue(t, "parse");
  await put(1, 1, 1, 1);
  assert.deepEqual(await claim(1), [1]);
  await end(SLOW_MS, 1);
  await end(3_600_000);
  assert.deepEqual(await claim(3), [1, 1, 1]);
});

test("where there is one slot, a slow job is followed by one of another company, and no slow company is left out", async (t) => {
  const { put, claim, end } = await openQueue(t, "parse-pictures");
  await put(1, 2, 3);
  for (const company of [1, 2, 3]) {
    assert.deepEqual(await claim(1), [company]);
    await end(SLOW_MS, company);
  }
  await put(1, 2, 3, 1, 2, 3);
  for (let time = 0; time < 20; time += 1) await put(9);
  const order: number[] = [];
  for (let time = 0; time < 8; time += 1) {
    const [company = 0] = await claim(1);
    order.push(company);
    await end(company === 9 ? QUICK_MS : SLOW_MS, company);
  }
  assert.deepEqual(order, [9, 2, 9, 3, 9, 9, 1, 9]);
});

test("slow companies have the only slot when nobody else wants it", async (t) => {
  const { put, claim, end } = await openQueue(t, "parse-pictures");
  await put(1, 1, 1);
  for (let time = 0; time < 3; time += 1) {
    assert.deepEqual(await claim(1), [1]);
    await end(SLOW_MS, 1);
  }
});
