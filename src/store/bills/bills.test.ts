import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDatabase } from "../../../test/database.ts";
import { findBill, listCharges, listUsages } from "./bill-rows.ts";
import { saveBills, findVersions } from "./bills.ts";
import { listBillsOfMeter } from "../derived/meter-bills.ts";
import { billOf, billsOf, insertBill, insertFixture, openTestDatabase, type Fixture } from "../store.fixtures.ts";

const db = openTestDatabase(await testDatabase({ after }));
after(() => db.destroy());
const fixture = await insertFixture(db);

const insert = (of: Fixture, change = {}) =>
  db.transaction().execute((trx) => insertBill(trx, of.company_id, billOf(of, change)));

test("a bill comes back as it was written, to the digit and the day", async () => {
  const id = await insert(fixture);
  const bill = await findBill(db, fixture.company_id, id);
  assert.equal(bill?.amount_due, 0.3);
  assert.equal(bill?.invoice_date, "2026-02-03");
  assert.match(bill?.created_at ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const [charge, tax] = await listCharges(db, fixture.company_id, [id]);
  assert.deepEqual([charge?.amount, tax?.amount], [0.1, 0.2]);
  assert.deepEqual([charge?.page, charge?.box], [1, [1, 2, 3, 4]]);
  const [usage] = await listUsages(db, fixture.company_id, [id]);
  assert.deepEqual([usage?.amount, usage?.kbtus, usage?.lbs_co2], [1234.5678, 4212.3453336, null]);
});

test("a second live bill of the same period is refused by the database", async () => {
  await assert.rejects(insert(fixture, { content_sha256: Buffer.alloc(32, 2) }), /utility_bill_live_unique/);
});

test("an archived bill makes room for the one that replaces it", async () => {
  const period = "2026-01-01/2026-02-01";
  const versions = await db
    .transaction()
    .execute((trx) => findVersions(trx, fixture, [period, "2026-02-01/2026-03-01"]));
  const [live] = versions;
  assert.ok(live);
  assert.deepEqual([live.identity_key, live.archived, versions.length], [period, false, 1]);
  const id = await db.transaction().execute(async (trx) => {
    const bill = billOf(fixture, { content_sha256: Buffer.alloc(32, 3), original_utility_bill_id: live.id });
    const { ids } = await saveBills(trx, fixture, { archives: [{ id: live.id, reason: "rebilled" }], bills: [bill] });
    return ids[0];
  });
  const bills = await billsOf(db, fixture.company_id, { utility_account_id: fixture.utility_account_id });
  assert.deepEqual(
    bills.map((bill) => [bill.id, bill.archived, bill.original_utility_bill_id]),
    [
      [live.id, true, null],
      [id, false, live.id],
    ],
  );
  const counted = await listBillsOfMeter(db, fixture.company_id, fixture.meter_id);
  assert.deepEqual(
    counted.map((bill) => bill.id),
    [id],
    "the months are made of live bills alone",
  );
});

test("archived without a reason is refused", async () => {
  const change = { identity_key: "x", archived: true, archive_reason: null };
  await assert.rejects(insert(fixture, change), /utility_bill_archived_with_reason/);
});

test("another company's bill is not found by its id, nor in any list", async () => {
  const other = await insertFixture(db, "Other");
  const id = await insert(other);
  assert.equal(await findBill(db, fixture.company_id, id), undefined);
  assert.deepEqual(await billsOf(db, fixture.company_id, { utility_account_id: other.utility_account_id }), []);
  assert.deepEqual(await billsOf(db, fixture.company_id, { utility_meter_id: other.meter_id }), []);
  assert.deepEqual(await listCharges(db, fixture.company_id, [id]), []);
});

test("a line cannot hang on another company's meter", async () => {
  const other = await insertFixture(db, "Third");
  const bill = billOf(fixture, { identity_key: "foreign" });
  const [charge] = bill.charges;
  assert.ok(charge);
  await assert.rejects(
    insert(fixture, { identity_key: "foreign", charges: [{ ...charge, utility_meter_id: other.meter_id }] }),
    /foreign key/,
  );
});
