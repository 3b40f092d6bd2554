import assert from "node:assert/strict";
import { test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import {
  insertMeter,
  insertMonthlyBills,
  insertPlace,
  deriveAll,
  insertElectricAndGas,
  ELECTRIC,
} from "../../../test/derived.ts";
import { listPropertyMonths } from "../../store/derived/property-months.ts";
import { listSnapshots } from "../../store/derived/snapshots.ts";

const opened = await sharedApp();
const { app } = opened;

/** A property with an electric and a gas meter, billed by calendar months from January 2024 on. */
async function newProperty(months: { electric: number; gas: number }) {
  const member = await newMember(opened, { name: "In service" });
  const { company_id } = member;
  const { place, electric, gas } = await insertElectricAndGas(app, company_id);
  const from = { first: "2024-01-01", amount: 100, cost: 50 };
  await insertMonthlyBills(app, place, { ...from, meter: electric, count: months.electric });
  await insertMonthlyBills(app, place, { ...from, meter: gas, count: months.gas });
  await deriveAll(app);
  const { property_id } = place;
  return {
    member,
    place,
    electric,
    whole: () => listPropertyMonths(app.db, company_id, property_id, "property"),
    snapshots: () => listSnapshots(app.db, company_id, property_id),
  };
}

test("a meter of an account that is not collected ends with its last bill, until the account is activated", async () => {
  const { member, place, whole, snapshots } = await newProperty({ electric: 14, gas: 14 });
  const { company_id, property_id } = place;
  const elsewhere = await insertPlace(app, company_id);
  const imported = { ...elsewhere, property_id };
  const old = { ...ELECTRIC, id: await insertMeter(app, imported, { ...ELECTRIC, meter_num: "OLD" }) };
  const [account] = await app.db
    .selectFrom("authorization_accounts")
    .selectAll()
    .where("company_id", "=", company_id)
    .where("utility_account_id", "=", imported.utility_account_id)
    .execute();
  const switchTo = async (status: "Active" | "Inactive") => {
    const path = `/v1/authorizations/${account?.authorization_id}/update_account_status`;
    const answer = await member.send("PUT", path, { utility_account_id: imported.utility_account_id, status });
    assert.equal(answer.statusCode, 200);
    await deriveAll(app);
  };
  const seen = async () => ({
    complete: (await whole()).filter(({ month_complete }) => month_complete).map((month) => month.effective_month),
    snapshots: (await snapshots()).length,
    through: await currentThrough(member, property_id),
  });
  const before = await seen();
  assert.deepEqual([before.complete.length, before.snapshots, before.through], [14, 3, "2025-02-01"]);

  await switchTo("Inactive");
  await insertMonthlyBills(app, imported, { meter: old, first: "2022-01-01", count: 1, amount: 100, cost: 20.1 });
  await deriveAll(app);
  assert.deepEqual(await seen(), before);

  await switchTo("Active");
  assert.deepEqual(await seen(), { complete: [], snapshots: 0, through: null });

  await member.send("PATCH", `/v1/meters/${old.id}`, { deactivation_date: "2022-02-01" });
  await deriveAll(app);
  assert.deepEqual(await seen(), before, "a day on which it went out of service counts as much");
});

test("data is current through the latest month that is complete for every meter, not the least of their last ones", async () => {
  const { member, place, electric } = await newProperty({ electric: 4, gas: 6 });
  const bills = { meter: electric, first: "2024-06-01", count: 1, amount: 1000, cost: 100 };
  await insertMonthlyBills(app, place, bills);
  const water = { energy_type: "WATER", unit: "gal" } as const;
  const id = await insertMeter(app, place, water);
  const meter = { ...water, id };
  await insertMonthlyBills(app, place, { meter, first: "2024-01-01", count: 5, amount: 100, cost: 10 });
  await deriveAll(app);
  // Complete: electricity to April and in June, gas to June, water to May.
  assert.equal(await currentThrough(member, place.property_id), "2024-04-01");
});

async function currentThrough(member: Awaited<ReturnType<typeof newMember>>, propertyId: number) {
  const property = (await member.send("GET", `/v1/properties/${propertyId}`)).json<{
    data_current_through: string | null;
  }>();
  return property.data_current_through?.slice(0, 10) ?? null;
}
