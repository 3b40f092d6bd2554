import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp } from "../../../test/app.ts";
import {
  insertMeter,
  insertMeterBills,
  insertMonthlyBills,
  insertPlace,
  deriveAll,
  readMeterHistories,
  readSummedMonths,
} from "../../../test/derived.ts";
import { untilLocked } from "../../../test/lock-waits.ts";
import { nextMonth } from "../../domain/calendar.ts";
import { requestMonths, requestRollUps } from "../../operations/stale-months.ts";
import { editMeter } from "../../operations/records.ts";
import type { AssociationType, EnergyType } from "../../records/codes.ts";
import { writeMonthHistory } from "../../domain/variance/month-history.ts";
import { listMonths } from "../../store/derived/months.ts";
import { listPropertyMonths } from "../../store/derived/property-months.ts";
import { lockRollUp } from "../../store/derived/roll-up-rows.ts";
import { isJobThere } from "../../store/jobs.ts";
import { listSnapshots } from "../../store/derived/snapshots.ts";
import { upsertStations } from "../../store/weather/weather-stations.ts";
import { replaceTemperatures } from "../../store/weather/weather.ts";
import { runDerive } from "./derive.ts";
import { runRollUp } from "./roll-up.ts";

const opened = await sharedApp();
const { app } = opened;

const YEARS = { first: "2021-01-10", count: 36 };

interface Meter {
  energy_type: EnergyType;
  unit: string;
  association_type?: AssociationType;
  meter_num?: string;
}

const ELECTRIC: Meter = { energy_type: "ELECTRIC", unit: "kWh" };
const METERS: Meter[] = [
  ELECTRIC,
  { ...ELECTRIC, meter_num: "second" },
  { energy_type: "GAS", unit: "therms", association_type: "DISTRIBUTION", meter_num: "gas" },
  { energy_type: "GAS", unit: "therms", association_type: "SUPPLY", meter_num: "gas" },
  { energy_type: "WATER", unit: "ccf" },
];

/** A property with meters of all kinds, billed from the 10th to the 10th for three years. */
async function newProperty(kinds: readonly Meter[] = METERS, years = YEARS) {
  const member = await newMember(opened, { name: "Large" });
  const { company_id } = member;
  const place = await insertPlace(app, company_id);
  const { property_id } = place;
  const meters: { meter: Meter & { id: number }; bills: number[] }[] = [];
  for (const kind of kinds) {
    const meter = { ...kind, id: await insertMeter(app, place, kind) };
    const bills = await insertMonthlyBills(app, place, { meter, ...years, amount: 100 + meter.id, cost: 50 });
    meters.push({ meter, bills });
  }
  await member.send("PATCH", `/v1/properties/${property_id}`, { sq_ft: 1000 });
  const property_use = { property_type: "Data Center", annual_it_energy_kwh: 800, it_energy_measured_at_ups: true };
  await member.send("PUT", `/v1/properties/${property_id}`, { property_use });
  await deriveAll(app);
  const rows = async () => [
    ...(await listPropertyMonths(app.db, company_id, property_id, "property")),
    ...(await listPropertyMonths(app.db, company_id, property_id, "energy_type")),
    ...(await readSummedMonths(app, company_id, property_id)),
    ...(await listSnapshots(app.db, company_id, property_id)),
  ];
  return {
    member,
    place,
    meters,
    rows,
    /** Checks that a roll-up of all months has nothing to write. */
    async assertRight(what: string) {
      const before = await rows();
      await app.db.transaction().execute((trx) => requestRollUps(app, trx, company_id, [property_id]));
      await deriveAll(app);
      assert.deepEqual(await rows(), before, what);
    },
    async edit(bill: number, cost: number, amount: number) {
      const url = `/v1/utility_bills/${bill}`;
      type Line = { id: number };
      const { charges, usages } = (await member.send("GET", url)).json<{ charges: Line[]; usages: Line[] }>();
      const lines = { charges: [{ id: charges[0]?.id, amount: cost }], usages: [{ id: usages[0]?.id, amount }] };
      const edit = { ...lines, amount_due: cost };
      const answer = await member.send("PATCH", url, edit);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json<{ id: number }>().id;
    },
  };
}

type Property = Awaited<ReturnType<typeof newProperty>>;

const changedSince = async ({ rows }: Property, before: Awaited<ReturnType<Property["rows"]>>) => {
  const known = new Set(before.map((row) => JSON.stringify(row)));
  return (await rows()).filter((row) => !known.has(JSON.stringify(row)));
};

test("the history of each meter has its stored months, after a change and after the upgrade that brings it", async () => {
  const { place, meters, edit } = await newProperty(METERS.slice(1), { ...YEARS, count: 70 });
  await edit(meters[0]?.bills[20] ?? 0, 75, 250);
  await deriveAll(app);
  const ids = meters.map(({ meter }) => meter.id);
  const stored = async () =>
    (await readMeterHistories(app, place.company_id, ids)).map(
      ({ recent_months: recent, older_months: older, recent_months_from: recentFrom }) => ({
        recent,
        older,
        recentFrom,
      }),
    );
  const months = Map.groupBy(await listMonths(app.db, place.company_id, ids), (month) => month.utility_meter_id);
  const histories = ids.map((id) => writeMonthHistory(months.get(id) ?? []));
  assert.deepEqual(await stored(), histories);
  assert.ok(histories.every(({ older }) => older !== ""));

  const [, fill = ""] = (await readFile("migrations/0071_month_history.sql", "utf8")).split(/^(?=with line)/m);
  await sql`update billed_days set recent_months = '', older_months = '', recent_months_from = null`.execute(app.db);
  await sql.raw(fill).execute(app.db);
  assert.deepEqual(await stored(), histories);
});

test("one changed bill: its months, those of the property and its snapshots are right, and no other row is written", async () => {
  const property = await newProperty();
  const before = await property.rows();
  await property.edit(property.meters[0]?.bills[20] ?? 0, 75, 250);
  assert.equal(await deriveAll(app), 1 + 1);
  const changed = await changedSince(property, before);
  const monthsOf = (rows: typeof changed) => rows.map(({ effective_month }) => effective_month).sort();
  const touched = ["2022-09-01", "2022-10-01"];
  const months = changed.filter((row) => "total_cost" in row);
  assert.deepEqual(monthsOf(months), [...touched, ...touched, ...touched].sort(), "whole, electricity and their sum");
  const snapshots = changed.filter((row) => !("total_cost" in row));
  assert.deepEqual([monthsOf(snapshots).at(0), monthsOf(snapshots).at(-1)], ["2022-10-01", "2024-01-01"]);
  await property.assertRight("after a bill was changed");
});

test("bills that are added, voided and edited in any order give the same rows as a roll-up of all months", async () => {
  const property = await newProperty();
  const { member, place, meters } = property;
  let [seed, end] = [7, "2024-01-10"];
  const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let turn = 0; turn < 16; turn++) {
    const one = meters[draw(meters.length)];
    if (one === undefined) throw new Error("no meter");
    const { meter, bills } = one;
    const what = ["edit", "edit", "void", "bill"][draw(4)];
    if (what === "edit") {
      const at = draw(bills.length);
      bills[at] = await property.edit(bills[at] ?? 0, 10 + draw(500), 10 + draw(5000));
    } else if (what === "void") {
      const bill = draw(2) === 0 ? bills.pop() : bills.splice(draw(bills.length), 1)[0];
      await member.send("POST", `/v1/utility_bills/${bill}/void`);
    } else {
      const bill = {
        start: end,
        end: `${nextMonth(end).slice(0, 8)}10`,
        amount: draw(900),
        costs: { tax_cost: draw(90) },
      };
      end = bill.end;
      bills.push(...(await insertMeterBills(app, place, meter, [bill])));
    }
    await deriveAll(app);
    await property.assertRight(`turn ${turn}: ${what} of a bill of meter ${meter.meter_num} ${meter.energy_type}`);
  }
});

test("the first bill of a meter enqueues a roll-up of all months", async () => {
  const property = await newProperty([ELECTRIC]);
  const gas: Meter = { energy_type: "GAS", unit: "therms" };
  const meter = { ...gas, id: await insertMeter(app, property.place, gas) };
  const bill = { start: "2023-06-01", end: "2023-07-01", amount: 5, costs: { usage_cost: 1 } };
  await insertMeterBills(app, property.place, meter, [bill]);
  assert.equal(await deriveAll(app), 2);
  await property.assertRight("after a first bill");
});

test("many meters that change at the same time are rolled up once", async () => {
  const property = await newProperty(
    Array.from({ length: 5 }, (_, n): Meter => ({ ...ELECTRIC, meter_num: `no. ${n}` })),
  );
  const before = await property.rows();
  for (const { bills } of property.meters) await property.edit(bills[30] ?? 0, 60, 300);
  for (const job of await app.jobs.claim({ derive: 100 })) {
    await runDerive(app, job.payload);
    await app.jobs.complete(job);
  }
  assert.deepEqual(await property.rows(), before);
  assert.equal(await deriveAll(app), 1);
  await property.assertRight("after many changes");
});

test("a change while a roll-up of all months is enqueued", async () => {
  const property = await newProperty([ELECTRIC, { ...ELECTRIC, meter_num: "second" }]);
  const { company_id, property_id } = property.place;
  const bill = property.meters[1]?.bills[5] ?? 0;
  await app.db.transaction().execute((trx) => requestRollUps(app, trx, company_id, [property_id]));
  const edited = await property.edit(bill, 99, 9);
  assert.ok(edited > bill);
  await deriveAll(app);
  await property.assertRight("after both");
});

test("meters derived in parallel see each other's changes", async () => {
  const property = await newProperty(METERS.slice(0, 2));
  for (let turn = 0; turn < 5; turn++) {
    for (const one of property.meters) one.bills[10] = await property.edit(one.bills[10] ?? 0, 20 + turn, 50 * turn);
    await deriveAll(app);
    await property.assertRight(`turn ${turn}`);
  }
  const ids = property.meters.map(({ meter }) => meter.id);
  await app.db.transaction().execute((trx) => requestMonths(app, trx, property.place.company_id, ids));
  const before = await property.rows();
  assert.equal(await deriveAll(app), 2);
  assert.deepEqual(await property.rows(), before, "what has not changed is not written");
});

test("weather that arrives during a roll-up enqueues another", async () => {
  const property = await newProperty([ELECTRIC]);
  const { company_id, property_id } = property.place;
  const station = `K${property_id}`;
  await app.db.transaction().execute(async (trx) => {
    const kept = { alpha_id: station, ghcn_id: null, name: station, latitude: 40, longitude: -90, time_zone: null };
    await upsertStations(trx, [kept], "list");
  });
  await property.member.send("PATCH", `/v1/properties/${property_id}`, { weather_station_alpha_id: station });
  const [job] = await app.jobs.claim({ "roll-up": 1 });
  assert.ok(job);
  await runRollUp(app, job.payload);
  await app.db
    .transaction()
    .execute((trx) => replaceTemperatures(trx, station, [{ day: "2023-01-01", high_f: 50, low_f: 30 }], "test"));
  await app.jobs.complete(job);
  assert.ok(await isJobThere(app.db, "roll-up", { company_id, property_id }));
});

test("a meter that two users move at the same time leaves no months at an intermediate property", async () => {
  const { member, place, meters } = await newProperty([ELECTRIC]);
  const { company_id } = place;
  const { id } = meters[0]?.meter ?? { id: 0 };
  const { property_id: way } = await insertPlace(app, company_id);
  const { property_id: end } = await insertPlace(app, company_id);
  const monthsOf = (property_id: number) => listPropertyMonths(app.db, company_id, property_id, "property");
  let second: Promise<unknown> = Promise.resolve();
  await app.db.transaction().execute(async (trx) => {
    await lockRollUp(trx, company_id, end);
    await app.db.transaction().execute(async (first) => {
      await editMeter(app, first, company_id, id, { property_id: way });
      second = member.send("PATCH", `/v1/meters/${id}`, { property_id: end });
      await untilLocked(app.db, "the second to wait for the first");
    });
    await runRollUp(app, { company_id, property_id: way });
    assert.ok((await monthsOf(way)).length > 0);
  });
  await second;
  await deriveAll(app);
  assert.equal((await monthsOf(way)).length, 0);
  assert.ok((await monthsOf(end)).length > 0);
});
