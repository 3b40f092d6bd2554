/** Measures how long after an edit of a bill everything derived from it is right, in a service that runs at full size. */
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { App } from "../src/app.ts";
import { startWorker } from "../src/jobs/worker.ts";
import type { Member } from "../test/app.ts";
import { median } from "./timing.ts";

/** The amount by which the changed charge grows, in dollars. */
const MORE = 100;
const LOOK_EVERY_MS = 2;

/** Changes this many bills and says how long after the API's answer months, roll-ups and snapshots contained each change. */
export async function changeBills(app: App, member: Member, count: number): Promise<string> {
  const worker = startWorker(app);
  try {
    const waits: number[] = [];
    const { rows } = await sql<{ id: number }>`
      select id from utility_bills where company_id = ${member.company_id} and not archived
      order by id % 7919, id limit ${count}`.execute(app.db);
    for (const { id } of rows) waits.push(await changeBill(app, member, id));
    return `one bill   right in months, roll-ups and snapshots after ${median(waits)} ms (median), ${Math.max(...waits)} ms (most) of ${waits.length}`;
  } finally {
    await worker.stop(5000);
  }
}

async function changeBill(app: App, member: Member, id: number): Promise<number> {
  const bill = (await member.send("GET", `/v1/utility_bills/${id}`)).json<{
    charges: { id: number; amount: number; utility_meter_id: number }[];
  }>();
  const [charge] = bill.charges;
  if (charge === undefined) throw new Error("a bill without charges");
  const before = await sums(app, member.company_id, charge.utility_meter_id);
  // A correction gives all lines of a bill: omitted lines are removed.
  const charges = bill.charges.map(({ id: line, amount }) =>
    line === charge.id ? { id: line, amount: Math.round((amount + MORE) * 100) / 100 } : { id: line },
  );
  const answer = await member.send("PATCH", `/v1/utility_bills/${id}`, {
    charges,
    accept: ["balance_does_not_add_up"],
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const began = performance.now();
  for (;;) {
    const now = await sums(app, member.company_id, charge.utility_meter_id);
    const isRight =
      now.months === before.months + MORE * 100 &&
      now.roll_ups === before.roll_ups + 2 * MORE * 100 &&
      now.isDerived &&
      (now.snapshots !== before.snapshots || before.snapshots === null);
    if (isRight) return Math.round(performance.now() - began);
    if (performance.now() - began > 30_000)
      throw new Error(`bill ${id} is not derived: ${JSON.stringify({ before, now })}`);
    await wait(LOOK_EVERY_MS);
  }
}

/** In cents: the roll-ups of the property as a whole and by type of energy together. Water is not part of a snapshot. */
async function sums(app: App, companyId: number, meterId: number) {
  const { rows } = await sql<{ months: number; roll_ups: number; snapshots: number | null; isDerived: boolean }>`
    select
      (select sum(total_cost) * 100 from meter_months where company_id = ${companyId} and utility_meter_id = meter.id) as months,
      (select sum(total_cost) * 100 from property_months
        where company_id = ${companyId} and property_id = meter.property_id) as roll_ups,
      case when energy_type <> 'WATER' then (select sum(current_cost_per_sq_ft) from snapshots
        where company_id = ${companyId} and property_id = meter.property_id) end as snapshots,
      not exists (
        select from jobs where company_id = ${companyId} and kind in ('derive', 'roll-up')) as "isDerived"
    from utility_meters meter join properties property
      on property.company_id = meter.company_id and property.id = meter.property_id
    where meter.company_id = ${companyId} and meter.id = ${meterId}`.execute(app.db);
  const [row] = rows;
  if (row === undefined) throw new Error("the meter is gone");
  return row;
}
