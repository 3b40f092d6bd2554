import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../../test/database.ts";
import { UtilityBill } from "../../records/bill.ts";
import { lockAccountsOfBills } from "../records/account-locks.ts";
import { findBillText, listBillTexts, listDays } from "./bill-lists.ts";
import { listBillsToRender, makeBillTexts, writeBillTexts, type BillText } from "./bill-texts.ts";
import { saveBills } from "./bills.ts";
import { WHOLE_LIST } from "../list-window.ts";
import { billOf, insertBill, insertFixture, openTestDatabase, type Fixture } from "../store.fixtures.ts";

const db = openTestDatabase(await testDatabase({ after }));
after(() => db.destroy());
const fixture = await insertFixture(db);

const insert = (of: Fixture, change = {}) =>
  db.transaction().execute((trx) => insertBill(trx, of.company_id, billOf(of, change)));

const read = (text: BillText | undefined) => UtilityBill.parse(JSON.parse(`${text?.head}${text?.tail}`));

test("the text written with a bill is the one its rows give", async () => {
  const id = await insert(fixture);
  const text = await findBillText(db, fixture.company_id, id);
  const made = (await makeBillTexts(db, fixture.company_id, [id])).get(id);
  assert.deepEqual({ head: text?.head, tail: text?.tail, tag: text?.tag }, made);
  const bill = read(text);
  assert.equal(bill.amount_due, 0.3);
  assert.deepEqual(
    bill.charges.map(({ amount, start_date, end_date }) => [amount, start_date, end_date]),
    [
      [0.1, "2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"],
      [0.2, "2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"],
    ],
  );
});

test("an archived bill says so in its text, at once", async () => {
  const id = await insert(fixture, { identity_key: "archived soon" });
  await db.transaction().execute((trx) => saveBills(trx, fixture, { archives: [{ id, reason: "voided" }], bills: [] }));
  const bill = read(await findBillText(db, fixture.company_id, id));
  assert.deepEqual([bill.archived, bill.archive_reason], [true, "voided"]);
});

test("a rolled back write leaves the text as it was", async () => {
  const id = await insert(fixture, { identity_key: "rolled back" });
  const stop = new Error("stop");
  await assert.rejects(
    db.transaction().execute(async (trx) => {
      await saveBills(trx, fixture, { archives: [{ id, reason: "voided" }], bills: [] });
      throw stop;
    }),
    stop,
  );
  assert.equal(read(await findBillText(db, fixture.company_id, id)).archived, false);
});

test("a bill with a text of an older form is read all the same and found by the sweep", async () => {
  const own = await insertFixture(db, "Upgraded");
  const ids = [await insert(own, { identity_key: "a" }), await insert(own, { identity_key: "b" })];
  const before = await listBillTexts(db, own.company_id, {}, WHOLE_LIST);
  await sql`update bill_texts set form = 0, head = 'old' where company_id = ${own.company_id}`.execute(db);
  assert.deepEqual(await listBillTexts(db, own.company_id, {}, WHOLE_LIST), before);
  assert.deepEqual(
    (await listBillsToRender(db, 10)).map(({ id }) => id).sort((a, b) => a - b),
    ids,
  );
  await db.transaction().execute(async (trx) => {
    await lockAccountsOfBills(trx, own.company_id, ids);
    await writeBillTexts(trx, own.company_id, ids);
  });
  assert.deepEqual(await listBillsToRender(db, 10), []);
  assert.deepEqual(await listBillTexts(db, own.company_id, {}, WHOLE_LIST), before);
});

test("lists are narrowed by what the bill says and by the meters it has lines of", async () => {
  const own = await insertFixture(db, "Narrowed");
  const [first, second] = [
    await insert(own, { identity_key: "1", invoice_date: "2026-01-31" }),
    await insert(own, { identity_key: "2", invoice_date: "2026-02-28" }),
  ];
  const list = async (filter: object) =>
    (await listBillTexts(db, own.company_id, filter, WHOLE_LIST)).map(({ id }) => id);
  assert.deepEqual(await list({ utility_meter_id: own.meter_id }), [first, second]);
  assert.deepEqual(await list({ utility_meter_id: fixture.meter_id }), [], "a meter of another company");
  assert.deepEqual(await list({ energy_type: "ELECTRIC" }), [first, second]);
  assert.deepEqual(await list({ energy_type: "GAS" }), []);
  assert.deepEqual(await list({ from: "2026-02-01" }), [second]);
  assert.deepEqual(await list({ to: "2026-02-28" }), [first], "the end is not in it");
  assert.deepEqual(await list({ archived: true }), []);
  assert.deepEqual(await list({ property_id: 1 }), []);
});

test("the days are those on which bills were saved, in UTC, the newest first", async () => {
  const own = await insertFixture(db, "Days");
  assert.deepEqual(await listDays(db, own.company_id, { before: null, limit: 100 }), []);
  const instants = [
    "2026-03-01T23:59:59.999Z",
    "2026-03-02T00:00:00.000Z",
    "2026-03-02T08:00:00.000Z",
    "2024-02-29T12:00:00.000Z",
  ];
  for (const [index, at] of instants.entries()) {
    const id = await insert(own, { identity_key: String(index) });
    await sql`update utility_bills set created_at = ${at} where id = ${id}`.execute(db);
  }
  assert.deepEqual(await listDays(db, own.company_id, { before: null, limit: 100 }), [
    "2026-03-02",
    "2026-03-01",
    "2024-02-29",
  ]);
  const savedOn = async (day: string) =>
    (await listBillTexts(db, own.company_id, { saved_on: day }, WHOLE_LIST)).length;
  assert.deepEqual([await savedOn("2026-03-01"), await savedOn("2026-03-02"), await savedOn("2026-03-03")], [1, 2, 0]);
});
