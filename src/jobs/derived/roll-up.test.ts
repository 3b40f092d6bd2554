import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import {
  insertMeter,
  insertMonthlyBills,
  insertPlace,
  deriveAll,
  type MonthlyBills,
  insertElectricAndGas,
  ELECTRIC,
} from "../../../test/derived.ts";
import { addDays } from "../../domain/calendar.ts";
import { requestRollUps } from "../../operations/stale-months.ts";
import { listUsages } from "../../store/bills/bill-rows.ts";
import { listMonths } from "../../store/derived/months.ts";
import { listPropertyMonths } from "../../store/derived/property-months.ts";
import { listSnapshots } from "../../store/derived/snapshots.ts";
import { replaceTemperatures } from "../../store/weather/weather.ts";
import { runSweep } from "../sweep.ts";

const opened = await openTestApp({ after });
const { app } = opened;

/** A property with an electric and a gas meter, billed by calendar months. */
async function newProperty(months: { electric: number; gas: number }) {
  const member = await newMember(opened, { name: "Rolled up" });
  const { company_id } = member;
  const { place, electric, gas } = await insertElectricAndGas(app, company_id);
  const bill = (meter: MonthlyBills["meter"], count: number, each: { amount: number; cost: number }) =>
    insertMonthlyBills(app, place, { meter, first: "2024-01-01", count, ...each });
  const electricBills = await bill(electric, months.electric, { amount: 1000, cost: 100 });
  await bill(gas, months.gas, { amount: 100, cost: 50 });
  await deriveAll(app);
  const { property_id } = place;
  return {
    member,
    place,
    electric,
    gas,
    electricBills,
    whole: () => listPropertyMonths(app.db, company_id, property_id, "property"),
    byType: () => listPropertyMonths(app.db, company_id, property_id, "energy_type"),
    snapshots: () => listSnapshots(app.db, company_id, property_id),
    rollUp: async () => {
      await app.db.transaction().execute((trx) => requestRollUps(app, trx, company_id, [property_id]));
      await deriveAll(app);
    },
  };
}

/** The written rows without timestamps. */
const versions = (rows: { updated_at: string; effective_month: string; energy_type?: string }[]) =>
  new Map(rows.map((row) => [`${row.energy_type ?? ""} ${row.effective_month}`, row.updated_at]));

test("bills become months, roll-ups and a snapshot, with CO2", async () => {
  const { member, place, electric, whole, byType, snapshots } = await newProperty({ electric: 12, gas: 12 });
  await member.send("PATCH", `/v1/properties/${place.property_id}`, { sq_ft: 1000 });
  await deriveAll(app);

  const [month] = await listMonths(app.db, place.company_id, [electric.id]);
  assert.deepEqual([month?.distribution_kbtus, month?.distribution_lbs_co2, month?.total_cost], [3412, 429.983, 100]);
  const months = await whole();
  assert.equal(months.length, 12);
  assert.deepEqual(
    [months[0]?.distribution_kbtus, months[0]?.distribution_lbs_co2, months[0]?.total_cost, months[0]?.month_complete],
    [13_412, 1600.858073, 150, true],
  );
  assert.equal((await byType()).length, 24);
  const [snapshot, ...more] = await snapshots();
  assert.deepEqual(more, []);
  assert.deepEqual(
    [snapshot?.effective_month, snapshot?.current_cost_per_sq_ft, snapshot?.current_kbtus_per_sq_ft],
    ["2025-01-01", 1.8, 160.944],
  );
  assert.equal(snapshot?.current_co2_per_sq_ft, 19.210297);
  assert.equal(snapshot?.previous_cost_per_sq_ft, null);
});

test("a roll-up without changes writes nothing", async () => {
  const { whole, byType, snapshots, rollUp } = await newProperty({ electric: 13, gas: 13 });
  const before = [await whole(), await byType(), await snapshots()];
  assert.equal(before[2]?.length, 2);
  await rollUp();
  assert.deepEqual([await whole(), await byType(), await snapshots()], before);
});

test("a bill that is edited writes only the rows that differ", async () => {
  const { member, electricBills, whole, byType, snapshots } = await newProperty({ electric: 14, gas: 14 });
  const before = { whole: versions(await whole()), byType: versions(await byType()) };
  const [first] = await snapshots();
  const edit = { amount_due: 120 };
  const bill = (await member.send("GET", `/v1/utility_bills/${electricBills[13]}`)).json<{
    charges: { id: number }[];
  }>();
  const charges = [{ id: bill.charges[0]?.id, amount: 120 }];
  await member.send("PATCH", `/v1/utility_bills/${electricBills[13]}`, { ...edit, charges });
  await deriveAll(app);
  const changed = (now: Map<string, string>, then: Map<string, string>) =>
    [...now].flatMap(([key, time]) => (then.get(key) === time ? [] : [key]));
  assert.deepEqual(changed(versions(await whole()), before.whole), [" 2025-02-01"]);
  assert.deepEqual(changed(versions(await byType()), before.byType), ["ELECTRIC 2025-02-01"]);
  assert.deepEqual((await snapshots())[0], first, "a snapshot that the month is no part of");
});

test("a meter that moves takes its months along, and both properties are rolled up again", async () => {
  const { member, place, gas, whole, byType } = await newProperty({ electric: 2, gas: 2 });
  const elsewhere = await insertPlace(app, place.company_id);
  await member.send("PATCH", `/v1/meters/${gas.id}`, { property_id: elsewhere.property_id });
  await deriveAll(app);
  assert.deepEqual(
    (await whole()).map(({ total_cost }) => total_cost),
    [100, 100],
  );
  assert.deepEqual(
    (await byType()).map(({ energy_type }) => energy_type),
    ["ELECTRIC", "ELECTRIC"],
  );
  const moved = await listPropertyMonths(app.db, place.company_id, elsewhere.property_id, "property");
  assert.deepEqual(
    moved.map(({ total_cost }) => total_cost),
    [50, 50],
  );
});

test("supply and distribution meters joined by a wrapper count their energy once", async () => {
  const member = await newMember(opened, { name: "Joined" });
  const place = await insertPlace(app, member.company_id);
  const grid = { ...ELECTRIC, association_type: "DISTRIBUTION" } as const;
  const supplier = { ...ELECTRIC, association_type: "SUPPLY" } as const;
  const meters = [
    { ...grid, id: await insertMeter(app, place, grid) },
    { ...supplier, id: await insertMeter(app, place, supplier) },
  ] as const;
  for (const meter of meters)
    await insertMonthlyBills(app, place, { meter, first: "2024-01-01", count: 12, amount: 1000, cost: 60 });
  await member.send("PATCH", `/v1/properties/${place.property_id}`, { sq_ft: 1000 });
  await deriveAll(app);
  const intensity = async () =>
    (await listSnapshots(app.db, place.company_id, place.property_id))[0]?.current_kbtus_per_sq_ft;
  assert.equal(await intensity(), 2 * 40.944, "two wrappers are two services");

  const { meter_wrapper_id } = (await member.send("GET", `/v1/meters/${meters[0].id}`)).json<{
    meter_wrapper_id: number;
  }>();
  await member.send("PATCH", `/v1/meters/${meters[1].id}`, { meter_wrapper_id });
  await deriveAll(app);
  assert.equal(await intensity(), 40.944);
  const [month] = await listPropertyMonths(app.db, place.company_id, place.property_id, "property");
  assert.deepEqual([month?.distribution_kbtus, month?.supply_kbtus, month?.total_cost], [3412, 3412, 120]);
});

test("bills of many meters of a property, derived and rolled up by parallel workers, lose nothing", async () => {
  const { place, whole, snapshots } = await newProperty({ electric: 12, gas: 12 });
  const types = ["PROPANE", "STEAM", "DIESEL", "FUEL_OIL"] as const;
  const insertBills = async (energy_type: (typeof types)[number]) => {
    const meter = { energy_type, unit: "MMBtu", id: await insertMeter(app, place, { energy_type, unit: "MMBtu" }) };
    for (const first of ["2024-01-01", "2024-05-01", "2024-09-01"])
      await insertMonthlyBills(app, place, { meter, first, count: 4, amount: 1, cost: 10 });
  };
  const inserted = Promise.all(types.map(insertBills));
  const over = new AbortController();
  const work = async () => {
    while (!over.signal.aborted) await deriveAll(app);
  };
  await Promise.all([inserted.finally(() => over.abort()), work(), work(), work()]);
  await deriveAll(app);
  const months = await whole();
  assert.equal(months.length, 12);
  assert.deepEqual(new Set(months.map(({ total_cost }) => total_cost)), new Set([190]));
  assert.deepEqual(new Set(months.map(({ distribution_kbtus }) => distribution_kbtus)), new Set([17_412]));
  assert.equal((await snapshots()).length, 1);
});

test("after the location of a property is corrected, the sweep recalculates the CO2 of its bills and their months", async () => {
  const { member, place, electric, electricBills, whole } = await newProperty({ electric: 1, gas: 1 });
  const read = async () =>
    (await member.send("GET", `/v1/utility_bills/${electricBills[0]}`)).json<{
      updated_at: string;
      usages: { lbs_co2: number }[];
    }>();
  const before = await read();
  assert.equal(before.usages[0]?.lbs_co2, 429.983);
  await member.send("PATCH", `/v1/properties/${place.property_id}`, { zip_code: "10001", state: "NY" });
  await runSweep(app);
  const calculated = await read();
  assert.equal(calculated.usages[0]?.lbs_co2, 865.744);
  assert.ok(calculated.updated_at > before.updated_at);
  await deriveAll(app);
  const [month] = await listMonths(app.db, place.company_id, [electric.id]);
  assert.equal(month?.distribution_lbs_co2, 865.744);
  assert.equal((await whole())[0]?.distribution_lbs_co2, 2036.619073);

  await runSweep(app);
  assert.deepEqual(await read(), calculated, "a second look changes nothing");
  assert.equal(await deriveAll(app), 0);
});

test("bills that were saved before CO2 was calculated get it from the sweep", async () => {
  const { place, electric, electricBills } = await newProperty({ electric: 2, gas: 0 });
  const { company_id } = place;
  await app.db.transaction().execute(async (trx) => {
    const none = { lbs_co2: null, co2_factor: null };
    await trx.updateTable("utility_usages").set(none).where("company_id", "=", company_id).execute();
    await trx.updateTable("bill_texts").set({ carbon_stale: true }).where("company_id", "=", company_id).execute();
  });
  await runSweep(app);
  await deriveAll(app);
  const usages = await listUsages(app.db, company_id, electricBills);
  assert.deepEqual(
    usages.map(({ lbs_co2, co2_factor }) => [lbs_co2, co2_factor]),
    [
      [429.983, "eGRID2023 rev2 CAMX"],
      [429.983, "eGRID2023 rev2 CAMX"],
    ],
  );
  const months = await listMonths(app.db, company_id, [electric.id]);
  assert.deepEqual(new Set(months.map(({ distribution_lbs_co2 }) => distribution_lbs_co2)), new Set([429.983]));
});

test("the use of a property that a client writes into its metadata gives its snapshots a score", async () => {
  const { member, place } = await newProperty({ electric: 12, gas: 0 });
  const url = `/v1/properties/${place.property_id}`;
  const rating = async () => {
    await deriveAll(app);
    const { snapshot_data } = (await member.send("GET", `${url}/snapshots`)).json<{
      snapshot_data: { STAR_rating: number | null }[];
    }>();
    return snapshot_data.map(({ STAR_rating }) => STAR_rating);
  };
  assert.deepEqual(await rating(), [null]);
  const property_use = { property_type: "Data Center", annual_it_energy_kwh: 8000, it_energy_measured_at_ups: true };
  await member.send("PUT", url, { property_use });
  assert.deepEqual(await rating(), [98]);
  await member.send("PUT", url, { property_use: { ...property_use, it_energy_measured_at_ups: false } });
  assert.deepEqual(await rating(), [null]);
});

test("a score that needs the weather waits for it, and changes with it", async () => {
  const { member, place, snapshots } = await newProperty({ electric: 12, gas: 12 });
  const url = `/v1/properties/${place.property_id}`;
  await member.send("PATCH", url, { sq_ft: 2000 });
  await member.send("PUT", url, {
    property_use: {
      property_type: "Office",
      weekly_operating_hours: 50,
      months_in_use: 12,
      workers_on_main_shift: 4,
      computers: 4,
      percent_cooled: 1,
    },
  });
  const alpha_id = `KTEST${place.property_id}`;
  await app.db.insertInto("weather_stations").values({ alpha_id, name: "Test" }).execute();
  await member.send("PATCH", url, { weather_station_alpha_id: alpha_id });
  await deriveAll(app);
  assert.equal((await snapshots())[0]?.star_rating, null);

  const days = Array.from({ length: 366 }, (_, day) => ({ day: addDays("2024-01-01", day), high_f: 70, low_f: 62 }));
  await app.db.transaction().execute((trx) => replaceTemperatures(trx, alpha_id, days, "test"));
  await runSweep(app);
  await deriveAll(app);
  assert.equal((await snapshots())[0]?.star_rating, 39);
});
