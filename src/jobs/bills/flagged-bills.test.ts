/** Webhooks are notified of a finding once, when the bills of its account that are on their way have arrived. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp } from "../../../test/app.ts";
import { deriveAll, insertMeter, insertMeterBills, insertPlace } from "../../../test/derived.ts";
import { insertFetched } from "../../../test/fetched.ts";
import { addDays } from "../../domain/calendar.ts";
import { requestMonths } from "../../operations/stale-months.ts";
import { notifyOfFlaggedBills } from "./flagged-bills.ts";
import { partsOf, rebuildParts } from "../derived/rebuild.ts";

const opened = await openTestApp({ after });
const { app } = opened;

const GAS = { energy_type: "GAS", unit: "therms" } as const;

/** A meter whose bills of 30 days are saved by their number, in any order. */
async function newMeter(name: string) {
  const member = await newMember(opened, { name });
  const { company_id } = member;
  const place = await insertPlace(app, company_id);
  const id = await insertMeter(app, place, GAS);
  const billOf = (at: number) => ({
    start: addDays("2024-01-01", 30 * at),
    end: addDays("2024-01-01", 30 * (at + 1)),
    amount: 300 + at,
    costs: { usage_cost: 30 },
  });
  const save = (...numbers: number[]) => insertMeterBills(app, place, { ...GAS, id }, numbers.map(billOf));
  const request = () => app.db.transaction().execute((trx) => requestMonths(app, trx, company_id, [id]));
  const findings = () =>
    app.db.selectFrom("findings").select(["id", "state", "notified_at"]).where("company_id", "=", company_id).execute();
  const notified = async () => {
    const events = app.db.selectFrom("events").select(["record_ids", "finding_ids"]);
    const own = events.where("company_id", "=", company_id).where("event_type", "=", "bill.flagged");
    return (await own.orderBy("id").execute()).map(({ record_ids, finding_ids }) => [record_ids, finding_ids]);
  };
  const rebuild = async () => rebuildParts(app, company_id, (await partsOf(app, company_id)).values(), () => {});
  return { member, place, id, save, request, findings, notified, rebuild };
}

const tell = () => notifyOfFlaggedBills(app, 100);

test("each finding of a company is notified once, by two processes at a time too", async () => {
  const { save, findings, notified } = await newMeter("Notified once");
  const [, second, third] = await save(0, 2, 4);
  await deriveAll(app);
  assert.deepEqual(await notified(), [], "not by the derivation");
  await Promise.all([tell(), tell()]);
  await tell();
  const ids = (await findings()).map((finding) => finding.id).sort((a, b) => a - b);
  // In one event, or one of each process: a finding that the other has taken is passed over.
  const events = await notified();
  const bothOf = (part: 0 | 1) => events.flatMap((event) => event[part] ?? []).sort((a, b) => a - b);
  assert.deepEqual([bothOf(0), bothOf(1)], [[second, third], ids]);
});

test("no finding is notified while a document of its account is not read or a bill of its meter is not derived", async () => {
  const { member, place, save, request, notified } = await newMeter("On its way");
  await save(0, 2);
  await deriveAll(app);
  const { authorization_id } = await app.db
    .selectFrom("utility_accounts")
    .select("authorization_id")
    .where("id", "=", place.utility_account_id)
    .executeTakeFirstOrThrow();
  const { company_id, utility_account_id } = place;
  const { company_uuid } = member;
  const account = { company_id, company_uuid, utility_account_id, authorization_id: authorization_id ?? 0 };
  const document = await insertFetched(app, account, { name: "on its way" });
  await tell();
  assert.deepEqual(await notified(), []);
  await sql`update documents set state = 'review' where id = ${document}`.execute(app.db);
  await request();
  await tell();
  assert.deepEqual(await notified(), []);
  await deriveAll(app);
  await tell();
  assert.equal((await notified()).length, 1);
});

test("a finding that is resolved before it was notified is never notified, and one that comes back is notified again", async () => {
  const { member, save, findings, notified } = await newMeter("Comes back");
  await save(0, 2);
  await deriveAll(app);
  const [missing] = await save(1);
  await deriveAll(app);
  await tell();
  assert.deepEqual(await notified(), []);
  const empty = async (bill: number | undefined) => {
    assert.equal((await member.send("POST", `/v1/utility_bills/${bill}/void`)).statusCode, 200);
    await deriveAll(app);
    await tell();
    await tell();
  };
  await empty(missing);
  assert.equal((await notified()).length, 1);
  const [again] = await save(1);
  await deriveAll(app);
  await tell();
  assert.deepEqual(
    (await findings()).map(({ state }) => state),
    ["resolved"],
  );
  await empty(again);
  assert.equal((await notified()).length, 2);
});

test("a finding that is being written is left for the next time, and nothing waits for it", async () => {
  const { save, findings, notified } = await newMeter("Being written");
  await save(0, 2);
  await deriveAll(app);
  const [finding] = await findings();
  await app.db.transaction().execute(async (trx) => {
    await sql`update findings set state = 'resolved', resolved_at = now() where id = ${finding?.id}`.execute(trx);
    await tell();
  });
  await tell();
  assert.deepEqual(await notified(), []);
});

test("what a rebuild of all bills opens is not notified, but for a meter with a bill that has just come", async () => {
  const { place, save, request, findings, notified, rebuild } = await newMeter("Rebuilt");
  const forget = () => app.db.deleteFrom("findings").where("company_id", "=", place.company_id).execute();
  await save(0, 2);
  await deriveAll(app);
  await forget();
  await rebuild();
  const [finding, ...others] = await findings();
  assert.ok(finding?.state === "open" && finding.notified_at !== null && others.length === 0);
  await tell();
  assert.deepEqual(await notified(), []);
  await forget();
  await request();
  await rebuild();
  await deriveAll(app);
  await tell();
  assert.equal((await notified()).length, 1);
});

test("one sweep notifies of a limited number, and the next ones of the others", async () => {
  const { save, notified } = await newMeter("Many");
  await save(0, 2, 4, 6);
  await deriveAll(app);
  await notifyOfFlaggedBills(app, 2);
  await notifyOfFlaggedBills(app, 2);
  assert.deepEqual(
    (await notified()).map(([, ids]) => ids?.length),
    [2, 1],
  );
});
