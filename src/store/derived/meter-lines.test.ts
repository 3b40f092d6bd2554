import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../../test/database.ts";
import type { MeterBill } from "../../domain/months/meter-bill.ts";
import { insertBill } from "../bills/bills.ts";
import { withCopies } from "./copies.ts";
import { listBillsOfMeter } from "./meter-bills.ts";
import { readBillsOfMeters } from "./meter-lines.ts";
import { billOf, insertFixture, openTestDatabase } from "../store.fixtures.ts";

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
  const [usage] = bill.usages;
  assert.ok(charge && usage);
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
    await insertBill(trx, company_id, billOf(fixture, { identity_key: "plain" }));
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
  assert.equal(alone.length, 2);
  const copied = new Map<number, MeterBill[]>();
  await withCopies(db, (_trx, copies) =>
    readBillsOfMeters(copies, company_id, [meter_id, other.meter_id], (id, bills) => void copied.set(id, bills)),
  );
  assert.deepEqual([...copied.keys()], [meter_id]);
  const withoutBillIds = (lines: { id: number }[]) =>
    lines.map((line) => Object.fromEntries(Object.entries(line).filter(([field]) => field !== "utility_bill_id")));
  assert.deepEqual(
    inOrder(copied.get(meter_id) ?? []),
    alone.map((one) => ({ ...one, charges: withoutBillIds(one.charges), usages: withoutBillIds(one.usages) })),
  );
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
