/** Webhooks are notified of a late bill once, and again when the next one is late. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { deriveAll, insertMeter, insertMeterBills, insertPlace, type MeteredPlace } from "../../../test/derived.ts";
import { addDays, dayOfTime } from "../../domain/calendar.ts";
import { notifyOfLateBills } from "./late-bills.ts";

const opened = await openTestApp({ after });
const { app, passMs } = opened;
const DAY_MS = 86_400_000;

const GAS = { energy_type: "GAS", unit: "therms" } as const;
const billOf = (start: string) => ({ start, end: addDays(start, 30), amount: 1, costs: { usage_cost: 1 } });

/** An account that was fetched completely: four bills of 30 days, the last of which ended today. The fifth is late in 35 days. */
async function insertAccount(member: Member): Promise<MeteredPlace & { meter: number; today: string }> {
  const place = await insertPlace(app, member.company_id);
  const meter = await insertMeter(app, place, GAS);
  const today = dayOfTime(app.now());
  const starts = [-120, -90, -60, -30].map((days) => addDays(today, days));
  await insertMeterBills(app, place, { ...GAS, id: meter }, starts.map(billOf));
  await deriveAll(app);
  await sql`
    update utility_accounts set last_fetched_at = now(), next_fetch_at = 'infinity'
    where id = ${place.utility_account_id}`.execute(app.db);
  return { ...place, meter, today };
}

const notified = async ({ company_id }: Member): Promise<number[][]> =>
  (
    await app.db
      .selectFrom("events")
      .select("record_ids")
      .where("company_id", "=", company_id)
      .where("event_type", "=", "bill.late")
      .orderBy("id")
      .execute()
  ).map(({ record_ids }) => record_ids);

test("a late bill is notified once, and the next one is notified when it is late", async () => {
  const member = await newMember(opened, { name: "Late" });
  const endpoint_url = "https://receiver.example.com/late";
  const made = await member.send("POST", "/v1/webhooks", { event_type: "bill.late", endpoint_url });
  assert.equal(made.statusCode, 201, made.body);
  const { meter, today, ...place } = await insertAccount(member);
  passMs(34 * DAY_MS);
  await notifyOfLateBills(app, 100);
  assert.deepEqual(await notified(member), []);
  passMs(DAY_MS);
  // Two processes at once.
  await Promise.all([notifyOfLateBills(app, 100), notifyOfLateBills(app, 100)]);
  await notifyOfLateBills(app, 100);
  assert.deepEqual(await notified(member), [[place.utility_account_id]]);
  const { rows } = await sql`
    select 1 from webhook_deliveries where company_id = ${member.company_id} and state = 'pending'`.execute(app.db);
  assert.equal(rows.length, 1);
  const feed = await sql`select 1 from changes where event_type = 'bill.late'`.execute(app.db);
  assert.equal(feed.rows.length, 0);
  // It came after all.
  await insertMeterBills(app, place, { ...GAS, id: meter }, [billOf(today)]);
  await deriveAll(app);
  await notifyOfLateBills(app, 100);
  assert.equal((await notified(member)).length, 1);
  passMs(40 * DAY_MS);
  await notifyOfLateBills(app, 100);
  assert.equal((await notified(member)).length, 2);
});

test("no bill is late while its account is not collected, is still being fetched, or has no meter in service", async () => {
  const member = await newMember(opened, { name: "Not awaited" });
  const changes = [
    sql`update utility_accounts set status = 'Inactive'`,
    sql`update utility_accounts set last_fetched_at = null`,
    sql`update utility_accounts set activated_at = now() + interval '1 hour'`,
    sql`update utility_meters set deactivation_date = '2020-01-01'`,
  ];
  for (const change of changes) {
    const { utility_account_id } = await insertAccount(member);
    const isMeter = change === changes.at(-1);
    await sql`${change} where ${sql.ref(isMeter ? "utility_account_id" : "id")} = ${utility_account_id}`.execute(
      app.db,
    );
  }
  passMs(200 * DAY_MS);
  await notifyOfLateBills(app, 100);
  assert.deepEqual(await notified(member), []);
});
