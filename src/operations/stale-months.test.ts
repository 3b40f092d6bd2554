import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newMember, openTestApp } from "../../test/app.ts";
import { insertMeter, insertPlace } from "../../test/derived.ts";
import { runDerive } from "../jobs/derived/derive.ts";
import { requestMonths } from "./stale-months.ts";

const opened = await openTestApp({ after });
const { app } = opened;
const { company_id } = await newMember(opened, { name: "Months" });
const place = await insertPlace(app, company_id);
const METER = { energy_type: "ELECTRIC", unit: "kWh" } as const;
const utility_meter_id = await insertMeter(app, place, { ...METER, meter_num: "1" });

const ask = () => app.db.transaction().execute((trx) => requestMonths(app, trx, company_id, [utility_meter_id]));

/** Claims the waiting derive jobs and returns their number. */
async function asked(): Promise<number> {
  const jobs = await app.jobs.claim({ derive: 100 });
  for (const job of jobs) await app.jobs.complete(job);
  return jobs.length;
}

test("many changes of a meter before its months are derived enqueue one job", async () => {
  for (let change = 0; change < 3; change += 1) await ask();
  assert.equal(await asked(), 1);
});

test("a change after the months were derived enqueues another job", async () => {
  await ask();
  assert.equal(await asked(), 1);
  await runDerive(app, { company_id, utility_meter_id });
  await ask();
  assert.equal(await asked(), 1);
});

test("a change while the months are derived enqueues another job, because they may not include it", async () => {
  await ask();
  const [job] = await app.jobs.claim({ derive: 100 });
  assert.ok(job);
  await runDerive(app, job.payload);
  await ask();
  await app.jobs.complete(job);
  assert.equal(await asked(), 1);
});

test("a change that is rolled back enqueues nothing", async () => {
  const broken = app.db.transaction().execute(async (trx) => {
    await requestMonths(app, trx, company_id, [utility_meter_id]);
    throw new Error("taken back");
  });
  await assert.rejects(broken, /taken back/);
  assert.equal(await asked(), 0);
  await ask();
  assert.equal(await asked(), 1);
});
