import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { sharedApp } from "../../../test/app.ts";
import { supply, type Supplied } from "../../../test/deliveries.ts";
import { deriveAll } from "../../../test/derived.ts";
import { untilWritesEnded } from "../../../test/lock-waits.ts";
import { insertRecords } from "../../../test/records.ts";
import { DELIVERED_COLUMNS } from "../../records/delivered-columns.ts";
import { DELIVERED_RECORDS, type DeliveredRecords } from "../../records/data-delivery.ts";
import { recordChanges } from "../events/events.ts";
import { readRecords, type News, type RecordSelection } from "./record-rows.ts";

const DAY_MS = 24 * 3600 * 1000;

const opened = await sharedApp();
const { app } = opened;

const select = (records: DeliveredRecords, given: Partial<RecordSelection> = {}): RecordSelection => ({
  records,
  property_ids: null,
  months: null,
  news: null,
  ...given,
});

const rowsOf = async (companyId: number, selection: RecordSelection, batch?: number) =>
  (await Array.fromAsync(readRecords(app.db, companyId, selection, batch))).flat();

/** Where a delivery would end now. */
async function horizon(): Promise<{ xid: string; at: string }> {
  const { rows } = await sql<{ xid: string; at: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xid, now() as at`.execute(app.db);
  return rows[0] ?? assert.fail();
}

/** Keeps the news of successive deliveries, as runs do. */
function follow(
  companyId: number,
  records: DeliveredRecords,
  keyOf: (row: Record<string, unknown>) => unknown,
  property_ids: number[] | null = null,
) {
  let since: { xid: string; at: string } | null = null;
  return async (): Promise<unknown[]> => {
    const end = await horizon();
    const news: News = { since_xid: since?.xid ?? null, since_at: since?.at ?? null, until_xid: end.xid };
    since = end;
    return (await rowsOf(companyId, select(records, { news, property_ids }))).map(keyOf);
  };
}

describe("rows of records", () => {
  test("have a cell for each column of every kind, and are those of the company alone", async () => {
    const [own, other] = [await supply(opened, "Own"), await supply(opened, "Other")];
    for (const { member, addBills } of [own, other]) {
      await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
      await addBills("2024-01-01", 26);
      await app.db.updateTable("properties").set({ sq_ft: 1000 }).where("company_id", "=", member.company_id).execute();
    }
    await deriveAll(app);
    for (const records of DELIVERED_RECORDS) {
      const rows = await rowsOf(own.member.company_id, select(records));
      assert.ok(rows.length > 0, records);
      for (const row of rows)
        for (const { key } of DELIVERED_COLUMNS[records]) assert.notEqual(row[key], undefined, `${records}.${key}`);
      const foreign = new Set(
        (await rowsOf(other.member.company_id, select(records))).map((row) => JSON.stringify(row)),
      );
      assert.equal(foreign.size, rows.length, records);
      assert.ok(
        rows.every((row) => !foreign.has(JSON.stringify(row))),
        records,
      );
    }
  });

  test("are the same whether they are read in one batch or in many", async () => {
    const { member, addBills } = await supply(opened, "Batches");
    await addBills("2024-01-01", 26);
    await deriveAll(app);
    await app.db.updateTable("properties").set({ sq_ft: 1000 }).where("company_id", "=", member.company_id).execute();
    for (const records of DELIVERED_RECORDS) {
      const whole = await rowsOf(member.company_id, select(records));
      assert.ok(whole.length > 0, records);
      assert.deepEqual(await rowsOf(member.company_id, select(records), 3), whole, records);
    }
  });

  test("are those of the requested properties", async () => {
    const { member, place, addBills } = await supply(opened, "Properties");
    await addBills("2024-01-01", 26);
    await deriveAll(app);
    const made = await member.send("POST", "/v1/properties", { name: "Empty" });
    const empty = made.json<{ id: number }>().id;
    for (const records of DELIVERED_RECORDS) {
      const all = await rowsOf(member.company_id, select(records, { property_ids: [place.property_id] }));
      assert.ok(all.length > 0, records);
      const none = await rowsOf(member.company_id, select(records, { property_ids: [empty] }));
      assert.equal(none.length, records === "properties" ? 1 : 0, records);
    }
  });

  test("are those of the requested months, bills by their date", async () => {
    const { member, addBills } = await supply(opened, "Months");
    await addBills("2026-01-01", 6);
    await deriveAll(app);
    const months = { start_date: "2026-03-01", end_date: "2026-05-01" };
    const read = async (records: DeliveredRecords, key: string) =>
      (await rowsOf(member.company_id, select(records, { months }))).map((row) => row[key]);
    assert.deepEqual(await read("bills", "invoice_date"), ["2026-03-01", "2026-04-01"]);
    assert.deepEqual(await read("charges", "invoice_date"), ["2026-03-01", "2026-04-01"]);
    assert.deepEqual(await read("meter_months", "effective_month"), ["2026-03", "2026-04"]);
    assert.deepEqual(await read("property_months", "effective_month"), ["2026-03", "2026-04"]);
    assert.deepEqual(await read("energy_type_months", "energy_type"), ["ELECTRIC", "ELECTRIC"]);
  });
});

/** A transaction that has written and commits only when it is told to. */
async function openWriter({ meterId, member }: Supplied) {
  const written = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const { company_id } = member;
  const done = app.db.transaction().execute(async (trx) => {
    await sql`update utility_meters set service_name = 'late' where company_id = ${company_id} and id = ${meterId}`.execute(
      trx,
    );
    await sql`update meter_months set total_cost = total_cost + 1, updated_at = now() where company_id = ${company_id}
      and utility_meter_id = ${meterId} and effective_month = '2026-01-01'`.execute(trx);
    await recordChanges(trx, company_id, [{ event_type: "utility_meter.updated", record_id: meterId }]);
    written.resolve();
    await commit.promise;
  });
  await written.promise;
  return { commit: () => (commit.resolve(), done) };
}

describe("the news", () => {
  test("contain each row once over successive deliveries, also when writers commit late", async () => {
    const supplied = await supply(opened, "Late");
    await supplied.addBills("2026-01-01", 2);
    await deriveAll(app);
    const companyId = supplied.member.company_id;
    const meters = follow(companyId, "meters", (row) => row["service_name"]);
    const months = follow(companyId, "meter_months", (row) => row["effective_month"]);
    await untilWritesEnded(app.db);
    assert.deepEqual(await meters(), [null]);
    assert.deepEqual(await months(), ["2026-01", "2026-02"]);
    assert.deepEqual(await months(), []);

    const writer = await openWriter(supplied);
    // Another transaction begins later and commits earlier.
    await supplied.member.send("PATCH", `/v1/properties/${supplied.place.property_id}`, { sq_ft: 900 });
    assert.deepEqual(await meters(), [], "not yet committed");
    assert.deepEqual(await months(), []);
    await writer.commit();
    await untilWritesEnded(app.db);
    assert.deepEqual(await meters(), ["late"]);
    assert.deepEqual(await months(), ["2026-01"]);
    assert.deepEqual(await meters(), []);
    assert.deepEqual(await months(), []);
  });

  test("of some properties contain rows that move there with their meter, once, in the next delivery", async () => {
    const supplied = await supply(opened, "Moves");
    const { member, meterId } = supplied;
    await supplied.addBills("2026-01-01", 2);
    await deriveAll(app);
    const made = await member.send("POST", "/v1/properties", { name: "Watched" });
    const property_id = made.json<{ id: number }>().id;
    const news = (["bills", "charges", "usages", "meter_months", "meters", "accounts"] as const).map((records) =>
      follow(member.company_id, records, () => records, [property_id]),
    );
    const next = async () => {
      await untilWritesEnded(app.db);
      const told: unknown[] = [];
      for (const each of news) told.push(...(await each()));
      return told;
    };
    assert.deepEqual(await next(), []);
    await member.send("PATCH", `/v1/meters/${meterId}`, { property_id });
    const all = ["bills", "bills", "charges", "charges", "usages", "usages", "meter_months", "meter_months"];
    assert.deepEqual(await next(), [...all, "meters", "accounts"]);
    assert.deepEqual(await next(), []);
    await supplied.addBills("2026-03-01", 1);
    assert.deepEqual(await next(), ["bills", "charges", "usages"]);
  });

  test("of some properties contain rows that move there during a delivery only in the next one", async () => {
    const supplied = await supply(opened, "Moves meanwhile");
    const { member, meterId } = supplied;
    const ids = await supplied.addBills("2026-01-01", 2);
    const made = await member.send("POST", "/v1/properties", { name: "Watched" });
    const property_id = made.json<{ id: number }>().id;
    await untilWritesEnded(app.db);
    const end = await horizon();
    await member.send("PATCH", `/v1/meters/${meterId}`, { property_id });
    await untilWritesEnded(app.db);
    const rows = async (news: News) =>
      (await rowsOf(member.company_id, select("bills", { news, property_ids: [property_id] }))).map(({ id }) => id);
    assert.deepEqual(await rows({ since_xid: null, since_at: null, until_xid: end.xid }), []);
    const later = await horizon();
    assert.deepEqual(await rows({ since_xid: end.xid, since_at: end.at, until_xid: later.xid }), ids);
  });

  test("of many concurrent writers miss nothing and repeat nothing", async () => {
    const { member, addBills } = await supply(opened, "Storm");
    const next = follow(member.company_id, "bills", (row) => row["id"]);
    const written: number[] = [];
    const told: unknown[] = [];
    let year = 1990;
    const writers = { areDone: false };
    const write = async () => {
      for (let time = 0; time < 8; time += 1) written.push(...(await addBills(`${(year += 1)}-01-05`, 2)));
    };
    const read = async () => {
      while (!writers.areDone) told.push(...(await next()));
    };
    const reading = read();
    await Promise.all([write(), write(), write()]);
    writers.areDone = true;
    await reading;
    await untilWritesEnded(app.db);
    told.push(...(await next()));
    assert.deepEqual(
      told.map(Number).sort((a, b) => a - b),
      written.sort((a, b) => a - b),
    );
  });

  test("exclude rows so old that their transaction id has wrapped around", async () => {
    const { member, addBills } = await supply(opened, "Round");
    await addBills("2026-01-01", 1);
    await deriveAll(app);
    await untilWritesEnded(app.db);
    const end = await horizon();
    const count = async (since_at: string) =>
      (
        await rowsOf(
          member.company_id,
          select("meter_months", { news: { since_xid: "3", since_at, until_xid: end.xid } }),
        )
      ).length;
    assert.equal(await count(end.at), 1);
    assert.equal(await count(new Date(Date.parse(end.at) + 2 * DAY_MS).toISOString()), 0);
  });
});
