/** A rebuild of all months gives the same rows as deriving them bill by bill. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { newMember, openTestApp } from "../../../test/app.ts";
import {
  insertMeter,
  insertMonthlyBills,
  insertPlace,
  deriveAll,
  readMeterHistories,
  readSummedMonths,
  type MeteredPlace,
} from "../../../test/derived.ts";
import { untilLocked } from "../../../test/lock-waits.ts";
import { listPropertyMonths } from "../../store/derived/property-months.ts";
import { listMonths } from "../../store/derived/months.ts";
import { listMetersOfAccount } from "../../store/records/meters.ts";
import { listRebuildParts } from "../../store/derived/rebuild.ts";
import { listSnapshots } from "../../store/derived/snapshots.ts";
import { rebuildCompany, runRebuild, type RebuildProgress } from "./rebuild-job.ts";
import { partsOf, rebuildParts } from "./rebuild.ts";
import { runRollUp } from "./roll-up.ts";
import { runSweep } from "../sweep.ts";

const opened = await openTestApp({ after });
const { app } = opened;

const KINDS = [
  { energy_type: "ELECTRIC", unit: "kWh", first: "2023-01-10", amount: 1234.5, cost: 99.99 },
  { energy_type: "GAS", unit: "therms", first: "2023-02-01", amount: 45.678, cost: 33.34 },
  { energy_type: "WATER", unit: "ccf", first: "2023-01-28", amount: 7, cost: 18.01 },
] as const;

/** A company with properties of three meters each, whose months were derived bill by bill. */
async function newPortfolio(properties: number) {
  const member = await newMember(opened, { name: "Portfolio" });
  const { company_id } = member;
  const places: MeteredPlace[] = [];
  const bills: number[] = [];
  for (let index = 0; index < properties; index++) {
    const place = await insertPlace(app, company_id);
    await member.send("PATCH", `/v1/properties/${place.property_id}`, { sq_ft: 5000 });
    for (const kind of KINDS) {
      const meter = { ...kind, id: await insertMeter(app, place, kind) };
      bills.push(...(await insertMonthlyBills(app, place, { ...kind, meter, count: 26 })));
    }
    places.push(place);
  }
  await deriveAll(app);
  return { member, company_id, places, bills, derived: () => readDerived(company_id, places) };
}

async function readDerived(companyId: number, places: MeteredPlace[]) {
  const rows: object[] = [];
  for (const { property_id, utility_account_id } of places) {
    const meters = await listMetersOfAccount(app.db, companyId, utility_account_id);
    const ids = meters.map(({ id }) => id);
    rows.push(...(await listMonths(app.db, companyId, ids)));
    rows.push(...(await readMeterHistories(app, companyId, ids)));
    rows.push(...(await listPropertyMonths(app.db, companyId, property_id, "property")));
    rows.push(...(await listPropertyMonths(app.db, companyId, property_id, "energy_type")));
    rows.push(...(await readSummedMonths(app, companyId, property_id)));
    rows.push(...(await listSnapshots(app.db, companyId, property_id)));
    rows.push(...meters.map(({ updated_at: _at, ...meter }) => meter));
    rows.push(
      await app.db
        .selectFrom("properties")
        .select("data_current_through")
        .where("company_id", "=", companyId)
        .where("id", "=", property_id)
        .executeTakeFirstOrThrow(),
    );
  }
  return rows;
}

/** Rebuilds all parts in this thread and returns the number of written rows. */
async function rebuildHere(companyId: number): Promise<number> {
  let rows = 0;
  const parts = await partsOf(app, companyId);
  await rebuildParts(app, companyId, parts.values(), ({ rowsWritten }) => void (rows += rowsWritten));
  return rows;
}

/** The content of rows, without ids and timestamps. */
const figures = (rows: object[]) => rows.map((row) => ({ ...row, id: 0, created_at: "", updated_at: "" }));

async function forgetDerived(companyId: number): Promise<void> {
  for (const table of ["meter_months", "property_months", "summed_months", "snapshots"] as const)
    await app.db.deleteFrom(table).where("company_id", "=", companyId).execute();
  const forgotten = { latest_usage_date: null, eligibility_start_month: null, eligibility_end_month: null };
  await app.db.updateTable("utility_meters").set(forgotten).where("company_id", "=", companyId).execute();
}

/** For tests that change no bill. */
const PORTFOLIO = await newPortfolio(4);
/** What was derived from its bills one by one: each rebuild must make the same, whatever a test before it has left. */
const EXPECTED = figures(await PORTFOLIO.derived());

test("a rebuild of what was derived bill by bill writes nothing", async () => {
  const { company_id, derived } = PORTFOLIO;
  const before = await derived();
  assert.ok(before.length > 3 * 26 * 4, "there is much to compare");
  assert.equal(await rebuildHere(company_id), 0);
  assert.deepEqual(await derived(), before);
});

test("a rebuild from nothing makes the same rows", async () => {
  const { company_id, derived } = PORTFOLIO;
  await forgetDerived(company_id);
  assert.ok((await rebuildHere(company_id)) > 12 * 26);
  assert.deepEqual(figures(await derived()), EXPECTED);
});

test("a property of more meters than are held at a time has the months of all of them", async () => {
  const { company_id } = await newMember(opened, { name: "Campus" });
  const place = await insertPlace(app, company_id);
  const METERS = 53;
  for (let index = 0; index < METERS; index++) {
    const kind = { energy_type: "ELECTRIC", unit: "kWh", first: "2023-01-01", amount: 31 * 10, cost: 1 } as const;
    const meter = { ...kind, id: await insertMeter(app, place, { ...kind, meter_num: `M${index}` }) };
    await insertMonthlyBills(app, place, { ...kind, meter, count: 1 });
  }
  const whole = async () =>
    (await listPropertyMonths(app.db, company_id, place.property_id, "property")).map(
      ({ effective_month, distribution_kbtus, total_cost }) => [effective_month, distribution_kbtus, total_cost],
    );
  const expected = [["2023-01-01", Math.round(METERS * 310 * 3412) / 1000, METERS]];
  await rebuildHere(company_id);
  assert.deepEqual(await whole(), expected);

  await app.db.deleteFrom("property_months").where("company_id", "=", company_id).execute();
  await runRollUp(app, { company_id, property_id: place.property_id });
  assert.deepEqual(await whole(), expected, "the roll-up of one property takes them a few at a time too");
});

test("only differences are written: wrong, missing and surplus rows", async () => {
  const { company_id, places, derived } = PORTFOLIO;
  const before = await derived();
  const [place] = places;
  const [meter] = await listMetersOfAccount(app.db, company_id, place?.utility_account_id ?? 0);
  const own = app.db.updateTable("meter_months").set({ total_cost: 1, gallons: null });
  const ofMeter = { company_id, utility_meter_id: meter?.id ?? 0 };
  await own
    .where("utility_meter_id", "=", ofMeter.utility_meter_id)
    .where("effective_month", "=", "2023-05-01")
    .execute();
  await app.db
    .deleteFrom("snapshots")
    .where("company_id", "=", company_id)
    .where("effective_month", "=", "2024-06-01")
    .execute();
  const none = { estimated: false, month_complete: false, days_covered: 0 };
  await app.db
    .insertInto("meter_months")
    .values({ ...ofMeter, ...none, effective_month: "2031-01-01" })
    .execute();
  assert.equal(await rebuildHere(company_id), 1 + 4 + 1);
  const mended = await derived();
  assert.deepEqual(figures(mended), EXPECTED);
  const written = mended.filter((row, index) => !isDeepStrictEqual(row, before[index]));
  assert.equal(written.length, 1 + 4, "all others are the rows they were");
});

test("a rebuild removes voided bills from the months too", async () => {
  const { member, company_id, bills, derived } = await newPortfolio(1);
  await member.send("POST", `/v1/utility_bills/${bills[25]}/void`);
  assert.ok((await rebuildHere(company_id)) > 0);
  const rows = await derived();
  await deriveAll(app);
  assert.deepEqual(await derived(), rows, "the job that was asked for finds nothing to do");
});

test("meters without a property are rebuilt on their own", async () => {
  const { member, company_id, places } = await newPortfolio(1);
  const meters = await listMetersOfAccount(app.db, company_id, places[0]?.utility_account_id ?? 0);
  for (const { id } of meters) await member.send("PATCH", `/v1/meters/${id}`, { property_id: null });
  await deriveAll(app);
  const ids = meters.map(({ id }) => id);
  const before = figures(await listMonths(app.db, company_id, ids));
  await forgetDerived(company_id);
  await rebuildHere(company_id);
  assert.deepEqual(figures(await listMonths(app.db, company_id, ids)), before);
});

test("a portfolio is split into whole properties, and a large one is its own part", async () => {
  const { company_id, places } = PORTFOLIO;
  const parts = await listRebuildParts(app.db, company_id, 10);
  assert.deepEqual(
    parts.map(({ property_ids, meters }) => [property_ids.length, meters]),
    [
      [3, 9],
      [1, 3],
    ],
  );
  assert.equal((await listRebuildParts(app.db, company_id, 2)).length, places.length);
});

test("rebuilds in parallel to incoming bills lose nothing", async () => {
  const { company_id, places, derived } = await newPortfolio(2);
  const late = Promise.all(
    places.map(async (place) => {
      const kind = { energy_type: "PROPANE", unit: "gallons" } as const;
      const meter = { ...kind, id: await insertMeter(app, place, kind) };
      await insertMonthlyBills(app, place, { meter, first: "2024-01-01", count: 3, amount: 10, cost: 5 });
    }),
  );
  await Promise.all([late, deriveAll(app), rebuildHere(company_id), rebuildHere(company_id)]);
  opened.passMs(11 * 60 * 1000);
  await runSweep(app);
  await deriveAll(app);
  const rows = await derived();
  await rebuildHere(company_id);
  assert.deepEqual(await derived(), rows);
});

test("the sweep rebuilds a company whose months are of an older edition", async () => {
  const { company_id, derived } = await newPortfolio(1);
  const before = figures(await derived());
  await forgetDerived(company_id);
  await app.db.updateTable("companies").set({ derivation_edition: 0 }).where("id", "=", company_id).execute();
  await runSweep(app);
  const jobs = await app.jobs.claim({ rebuild: 100 });
  const mine = jobs.filter(({ payload }) => payload.company_id === company_id);
  assert.equal(mine.length, 1);
  for (const { payload } of mine) await runRebuild(app, payload, new AbortController().signal);
  assert.deepEqual(figures(await derived()), before);
  const { derivation_edition } = await app.db
    .selectFrom("companies")
    .select("derivation_edition")
    .where("id", "=", company_id)
    .executeTakeFirstOrThrow();
  assert.ok(derivation_edition > 0);
});

test("a rebuild in threads writes the same rows, each once, and reports its progress", async () => {
  const { company_id, derived } = PORTFOLIO;
  await forgetDerived(company_id);
  const told: number[] = [];
  const onProgress = ({ metersDone }: RebuildProgress) => void told.push(metersDone);
  const { meters, metersDone, rowsWritten } = await rebuildCompany(app, company_id, { onProgress });
  assert.deepEqual([meters, metersDone], [12, 12]);
  assert.ok(told.length === 2 && told[1] === 12, `it was told after each part: ${told.join()}`);
  assert.ok(rowsWritten > 12 * 26);
  assert.deepEqual(figures(await derived()), EXPECTED);
  assert.equal((await rebuildCompany(app, company_id)).rowsWritten, 0);
});

test("a rebuild can be stopped at once, also while it waits for a lock, and a new run does the rest", async () => {
  const { company_id, derived } = PORTFOLIO;
  await forgetDerived(company_id);
  await app.db.transaction().execute(async (trx) => {
    await trx.selectFrom("utility_meters").select("id").where("company_id", "=", company_id).forUpdate().execute();
    const stop = new AbortController();
    const why = new Error("somebody pressed Ctrl+C");
    const stopped = assert.rejects(rebuildCompany(app, company_id, { signal: stop.signal }), why);
    await untilLocked(app.db, "the rebuild to wait for the meters");
    stop.abort(why);
    await stopped;
  });
  await rebuildCompany(app, company_id);
  assert.deepEqual(figures(await derived()), EXPECTED);
});

test("a rebuild without its database fails with the reason", async () => {
  const { company_id } = PORTFOLIO;
  const away = { ...app, databaseUrl: "postgres://nobody@127.0.0.1:1/none" };
  await assert.rejects(rebuildCompany(away, company_id), /ECONNREFUSED/);
});

test("a meter that moves from a waiting part to a finished one is rebuilt too", async () => {
  const { member, company_id, places } = await newPortfolio(2);
  const [first, ...others] = await listRebuildParts(app.db, company_id, KINDS.length);
  const [to, from] = places;
  if (first === undefined || to === undefined || from === undefined) throw new Error("too few parts");
  const [meter] = await listMetersOfAccount(app.db, company_id, from.utility_account_id);
  const costs = async () =>
    (await listMonths(app.db, company_id, [meter?.id ?? 0])).map(({ total_cost }) => total_cost);
  const before = await costs();
  await app.db.updateTable("meter_months").set({ total_cost: 1 }).where("company_id", "=", company_id).execute();
  await rebuildParts(app, company_id, [first].values(), () => {});
  await member.send("PATCH", `/v1/meters/${meter?.id}`, { property_id: to.property_id });
  await rebuildParts(app, company_id, others.values(), () => {});
  await deriveAll(app);
  assert.deepEqual(await costs(), before);
});
