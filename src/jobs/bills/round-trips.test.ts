/** The number of database statements does not grow with the number of bills in a transaction. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import pg from "pg";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { importWhole, run, upload, type Bill, type Import } from "../../../test/imports.ts";
import { openPortalAccount } from "../../../test/portal-account.ts";
import { goodStatement } from "../../domain/bills/statement.fixtures.ts";

const running = await sharedApp();
const { app } = running;

const HEADER =
  "utility_company,account_number,meter_number,energy_type,start_date,end_date,usage,usage_unit,usage_cost";

/** From the first day of the portal's statement. */
const dayOf = (index: number): string => new Date(Date.UTC(2026, 2, 4 + index)).toISOString().slice(0, 10);

/** A bill a day. */
function fileOf(days: number, cost: string): string {
  const line = (index: number) => `Sample Power,5512 004,E100,Electric,${dayOf(index)},${dayOf(index)},100,kWh,${cost}`;
  return [HEADER, ...Array.from({ length: days }, (_, index) => line(index))].join("\n");
}

const OF_BILLS = /\b(utility_bills|utility_charges|utility_usages|bill_meters|bill_texts|documents)\b/;

/** How many statements `work` sends that are about bills. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = mock.method(pg.Client.prototype, "query");
  try {
    await work();
    const texts = query.mock.calls.map((call) => call.arguments[0] ?? "");
    return texts.filter((text) => OF_BILLS.test(text) && !text.startsWith("analyze")).length;
  } finally {
    query.mock.restore();
  }
}

async function saveOf(member: Member, file: string): Promise<{ done: Import; statements: number }> {
  const checked = (await upload(member, file)).json<Import>();
  await run(app, member, checked.id);
  await member.send("POST", `/v1/imports/${checked.id}/confirm`);
  const statements = await statementsOf(() => run(app, member, checked.id));
  return { done: (await member.send("GET", `/v1/imports/${checked.id}`)).json<Import>(), statements };
}

test("new bills of an account, and those that correct them, are saved together", async () => {
  const [few, many] = [
    await newMember(running, { name: "Few saved" }),
    await newMember(running, { name: "Many saved" }),
  ];
  for (const cost of ["20.00", "21.00"]) {
    const [one, other] = [await saveOf(few, fileOf(5, cost)), await saveOf(many, fileOf(90, cost))];
    const isNew = cost === "20.00";
    assert.deepEqual([one.done.bills_created, one.done.bills_edited], isNew ? [5, 0] : [0, 5]);
    assert.deepEqual([other.done.bills_created, other.done.bills_edited], isNew ? [90, 0] : [0, 90]);
    assert.equal(other.statements, one.statements);
  }
});

/** Adds a portal bill of all the days, then voids it. */
async function takenBack(days: number): Promise<{ given: number; voided: number; live: number }> {
  const { member, take, fetchMarch, accountId } = await openPortalAccount(running, `Taken back, ${days} days`);
  await importWhole(app, member, fileOf(days, "20.00"));
  await take();
  const account = await accountId();
  const statement = goodStatement();
  const period = { start_date: dayOf(0), end_date: dayOf(days) };
  const meters = statement.meters.slice(0, 1).map((meter) => ({
    ...meter,
    charges: meter.charges.map((charge) => ({ ...charge, ...period })),
    usages: meter.usages.map((usage) => ({ ...usage, ...period })),
  }));
  const given = await statementsOf(() => fetchMarch(account, { ...statement, meters }));
  const bills = async () =>
    (await member.send("GET", `/v1/utility_bills?utility_account_id=${account}&archived=false`)).json<Bill[]>();
  /** Bills that count for a day. */
  const counting = async () => (await bills()).filter(({ counted_days }) => counted_days?.length !== 0);
  const [portal, ...others] = await counting();
  assert.deepEqual([portal?.origin, others], ["portal", []]);
  const voided = await statementsOf(() => member.send("POST", `/v1/utility_bills/${portal?.id}/void`));
  return { given, voided, live: (await counting()).length };
}

test("the counted days of imported bills beside a portal bill are calculated for all of them together", async () => {
  const [few, many] = [await takenBack(5), await takenBack(60)];
  assert.deepEqual([few.live, many.live], [5, 60]);
  assert.deepEqual([many.given, many.voided], [few.given, few.voided]);
});
