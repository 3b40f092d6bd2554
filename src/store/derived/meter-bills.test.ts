import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../../test/database.ts";
import type { MeterBill } from "../../domain/months/meter-bill.ts";
import { setCountedDays } from "../bills/counted-days.ts";
import { withCopies } from "./copies.ts";
import { listBillsOfMeter, readBillsOfMeters } from "./meter-bills.ts";
import { billOf, insertBill, insertFixture, openTestDatabase } from "../store.fixtures.ts";

const db = openTestDatabase(await testDatabase({ after }));
after(() => db.destroy());

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
const inOrder = (bills: MeterBill[]) =>
  bills
    .map((bill) => ({ ...bill, charges: bill.charges.toSorted(byId), usages: bill.usages.toSorted(byId) }))
    .sort(byId);

test("a meter read by COPY among others has the bills and lines that it has when it is read alone", async () => {
  const fixture = await insertFixture(db);
  const other = await insertFixture(db, "Other");
  const { company_id, meter_id } = fixture;
  const bill = billOf(fixture);
  const [charge] = bill.charges;
  const [first] = bill.usages;
  assert.ok(charge && first);
  const usage = { ...first, lbs_co2: 8.25, gallons: 7.5 };
  const undated = {
    ...charge,
    amount: -0.07,
    start_date: null,
    end_date: null,
    utility_charge_type: "tax_cost" as const,
  };
  const unknown = {
    ...usage,
    amount: 1234567.891,
    kbtus: null,
    lbs_co2: null,
    gallons: 0.5,
    estimated_meter_read: true,
  };
  await db.transaction().execute(async (trx) => {
    await insertBill(trx, company_id, billOf(fixture, { identity_key: "plain", charges: [charge], usages: [usage] }));
    await insertBill(
      trx,
      company_id,
      billOf(fixture, {
        identity_key: "odd",
        estimated: true,
        period_start: null,
        period_end: null,
        charges: [charge, undated],
        usages: [usage, { ...unknown, utility_usage_type: "demand_amount", measurement_unit: "a\tb\\" }],
      }),
    );
    const archived = { archived: true, archive_reason: "voided" as const };
    await insertBill(trx, company_id, billOf(fixture, { identity_key: "archived", ...archived }));
    await insertBill(trx, other.company_id, billOf(other));
  });
  const alone = await listBillsOfMeter(db, company_id, meter_id);
  const days = { start_date: "2026-01-01", end_date: "2026-02-01" };
  const plain = {
    charge: { ...days, amount: charge.amount, utility_charge_type: charge.utility_charge_type },
    usage: {
      ...days,
      amount: usage.amount,
      utility_usage_type: usage.utility_usage_type,
      measurement_unit: usage.measurement_unit,
      estimated_meter_read: usage.estimated_meter_read,
      kbtus: usage.kbtus,
      lbs_co2: usage.lbs_co2,
      gallons: usage.gallons,
      supply: usage.supply,
    },
  };
  assert.equal(new Set([usage.amount, usage.kbtus, usage.lbs_co2, usage.gallons]).size, 4);
  const withoutIds = ({ id: _bill, received: _received, charges, usages, ...rest }: MeterBill) => ({
    ...rest,
    charges: charges.map(({ id: _id, ...line }) => line),
    usages: usages.map(({ id: _id, ...line }) => line),
  });
  assert.deepEqual(alone.map(withoutIds), [
    { estimated: false, period: days, charges: [plain.charge], usages: [plain.usage] },
    {
      estimated: true,
      period: null,
      charges: [plain.charge, { amount: -0.07, utility_charge_type: "tax_cost", start_date: null, end_date: null }],
      usages: [
        plain.usage,
        {
          ...plain.usage,
          amount: 1234567.891,
          utility_usage_type: "demand_amount",
          measurement_unit: "a\tb\\",
          kbtus: null,
          lbs_co2: null,
          gallons: 0.5,
          estimated_meter_read: true,
        },
      ],
    },
  ]);
  for (const { received } of alone) assert.match(received ?? "", /^\d{4}-\d\d-\d\d$/);
  const copied = new Map<number, MeterBill[]>();
  await withCopies(db, (_trx, copies) =>
    readBillsOfMeters(copies, company_id, [meter_id, other.meter_id], (id, bills) => void copied.set(id, bills)),
  );
  assert.deepEqual([...copied.keys()], [meter_id]);
  assert.deepEqual(inOrder(copied.get(meter_id) ?? []), alone);
});

test("a bill that counts for some of its days is read with the share of these alone", async () => {
  const fixture = await insertFixture(db, "Counted");
  const { company_id, meter_id } = fixture;
  const id = await db.transaction().execute((trx) => insertBill(trx, company_id, billOf(fixture)));
  const counted_days = [{ utility_meter_id: meter_id, start_date: "2026-01-01", end_date: "2026-01-11" }];
  await db.transaction().execute((trx) => setCountedDays(trx, company_id, [{ id, counted_days }]));
  const [bill] = await listBillsOfMeter(db, company_id, meter_id);
  assert.deepEqual(
    bill?.usages.map(({ start_date, end_date }) => [start_date, end_date]),
    [["2026-01-01", "2026-01-11"]],
  );
  await db.transaction().execute((trx) => setCountedDays(trx, company_id, [{ id, counted_days: [] }]));
  assert.deepEqual(await listBillsOfMeter(db, company_id, meter_id), []);
});

test("of many meters each has its own lines, also with one alone of charges or of usages, and beside one without a live bill", async () => {
  const fixture = await insertFixture(db, "Many");
  const { company_id } = fixture;
  const meterIds = [fixture.meter_id];
  for (let count = 1; count < 24; count++) meterIds.push(await insertMeterLike(fixture.meter_id));
  await db.transaction().execute(async (trx) => {
    for (const [at, meter_id] of meterIds.entries()) {
      const bill = billOf({ ...fixture, meter_id }, { identity_key: `of ${meter_id}` });
      const archived = { archived: true, archive_reason: "voided" as const };
      const change = [{}, archived, { charges: [] }, { usages: [] }][at % 4];
      await insertBill(trx, company_id, { ...bill, ...change });
    }
  });
  const copied = new Map<number, MeterBill[]>();
  await withCopies(db, (_trx, copies) =>
    readBillsOfMeters(copies, company_id, meterIds, (id, bills) => {
      assert.ok(!copied.has(id));
      copied.set(id, bills);
    }),
  );
  const linesOf = (bills: MeterBill[]) =>
    bills.map(({ id, charges, usages }) => [id, charges.map((line) => line.id), usages.map((line) => line.id)]);
  for (const meterId of meterIds)
    assert.deepEqual(linesOf(copied.get(meterId) ?? []), linesOf(await listBillsOfMeter(db, company_id, meterId)));
  assert.equal(copied.size, meterIds.length * 0.75);
});

/** Another meter of the same account and property. */
async function insertMeterLike(meterId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with wrapper as (
      insert into meter_wrappers (company_id) select company_id from utility_meters where id = ${meterId} returning id)
    insert into utility_meters (company_id, utility_account_id, property_id, meter_wrapper_id, meter_key, energy_type,
      measurement_unit)
    select company_id, utility_account_id, property_id, wrapper.id, 'meter ' || wrapper.id, energy_type, measurement_unit
    from utility_meters, wrapper where utility_meters.id = ${meterId}
    returning id`.execute(db);
  const [row] = rows;
  assert.ok(row);
  return row.id;
}
