/** Concurrent writers of bills, meters and properties lock in one order (docs/decisions/0016) and do not deadlock. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { normaliseAddress } from "../src/domain/address.ts";
import { goodStatement } from "../src/domain/bills/statement.fixtures.ts";
import { saveInTransaction, saveStatement } from "../src/operations/bills/save-statement.ts";
import { runSweep } from "../src/jobs/sweep.ts";
import { requestMonths, requestRollUps } from "../src/operations/stale-months.ts";
import { editMeter, editProperty } from "../src/operations/records.ts";
import { lockAccount, lockAccountsOfMeters } from "../src/store/records/account-locks.ts";
import { writeBillTexts } from "../src/store/bills/bill-texts.ts";
import { listCarbonStale } from "../src/store/bills/usage-carbon.ts";
import { saveBills } from "../src/store/bills/bills.ts";
import type { Trx } from "../src/store/db.ts";
import { findDocument, hasAccount } from "../src/store/bills/documents.ts";
import { listMetersOfAccount, lockMeter } from "../src/store/records/meters.ts";
import { ensureProperty } from "../src/store/records/properties.ts";
import { lockProperty, updateRecord } from "../src/store/records/record-edits.ts";
import { lockRollUp } from "../src/store/derived/roll-up-rows.ts";
import { newMember, openTestApp } from "./app.ts";
import { insertMeter, insertMonthlyBills, insertPlace } from "./derived.ts";
import { insertFetched, newFetchedAccount, saveRead } from "./fetched.ts";
import { meet } from "./lock-waits.ts";

const running = await openTestApp({ after });
const { app } = running;
const { db } = app;

const BILLS = 8;

/** A property with two meters of one account; the first has bills. The older meter lies behind the newer one in its table. */
async function newPlace() {
  const member = await newMember(running, { name: "Order" });
  const { company_id } = member;
  const place = await insertPlace(app, company_id);
  const meter = { energy_type: "ELECTRIC", unit: "kWh" } as const;
  const meter_id = await insertMeter(app, place, { ...meter, meter_num: "1" });
  const other_id = await insertMeter(app, place, { ...meter, meter_num: "2" });
  await sql`update utility_meters set updated_at = now() + interval '1 second' where id = ${meter_id}`.execute(db);
  const months = { first: "2026-01-01", count: BILLS, amount: 100, cost: 10 };
  const bills = await insertMonthlyBills(app, place, { meter: { ...meter, id: meter_id }, ...months });
  return { ...place, member, meter_id, other_id, bills };
}

type AccountPlace = Awaited<ReturnType<typeof newPlace>>;

const voided = (ids: readonly number[]) => ({
  archives: ids.map((id) => ({ id, reason: "voided" as const })),
  bills: [],
});

/** Archives all bills of the account but the last, so that the account itself is not changed. */
const writerOfBills = ({ company_id, utility_account_id, bills }: AccountPlace) => ({
  begin: async (trx: Trx) => {
    await lockAccount(trx, company_id, utility_account_id);
    await saveBills(trx, { company_id, utility_account_id }, voided(bills.slice(-2, -1)));
  },
  end: async (trx: Trx) => {
    for (const id of bills.slice(0, -2)) await saveBills(trx, { company_id, utility_account_id }, voided([id]));
  },
});

/** Sends an edit based on the state that GET shows. */
async function editAsSeen({ member }: AccountPlace, url: string, body: object): Promise<number> {
  const { headers } = await member.send("GET", url);
  const answer = await member.send("PATCH", url, body, { "if-match": String(headers["etag"]) });
  return answer.statusCode;
}

test("an edit of a meter that names the state it has seen meets the edit of a bill", async () => {
  const place = await newPlace();
  const { company_id, meter_id } = place;
  const url = `/v1/meters/${meter_id}`;
  const { begin } = writerOfBills(place);
  const end = (trx: Trx) => requestMonths(app, trx, company_id, [meter_id]);
  const status = await meet(running, { begin, end }, () =>
    editAsSeen(place, url, { service_address: "2 Sample Street" }),
  );
  assert.equal(status, 200);
});

for (const [what, edit] of Object.entries({
  "the place of a property": ({ property_id }: AccountPlace) => [
    `/v1/properties/${property_id}`,
    { zip_code: "60601" },
  ],
  "the address of a meter": ({ meter_id }: AccountPlace) => [
    `/v1/meters/${meter_id}`,
    { service_address: "2 Sample Street" },
  ],
  "the side of a meter": ({ meter_id }: AccountPlace) => [`/v1/meters/${meter_id}`, { association_type: "SUPPLY" }],
} satisfies Record<string, (place: AccountPlace) => [string, object]>)) {
  test(`an edit of ${what} runs while several of its bills are written`, async () => {
    const place = await newPlace();
    const [url, body] = edit(place);
    const { statusCode } = await meet(running, writerOfBills(place), () => place.member.send("PATCH", url, body));
    assert.equal(statusCode, 200);
  });
}

test("a bill that is saved while the place of its property is edited has its CO2 calculated again", async () => {
  const place = await newPlace();
  const { company_id, utility_account_id, property_id, member } = place;
  const id = place.bills[0] ?? 0;
  const saving = {
    begin: async (trx: Trx) => {
      await lockAccount(trx, company_id, utility_account_id);
      await trx.deleteFrom("bill_texts").where("utility_bill_id", "=", id).execute();
    },
    // By the place that was read before.
    end: (trx: Trx) => writeBillTexts(trx, company_id, [id]),
  };
  await meet(running, saving, () => member.send("PATCH", `/v1/properties/${property_id}`, { zip_code: "60601" }));
  assert.ok((await listCarbonStale(db, 1000)).some((bill) => bill.id === id));
});

/** The first bill of a new meter, at an existing property. */
async function newFirstBill() {
  const { member, account } = await newFetchedAccount(running, "First bill");
  const { company_id } = account;
  const statement = goodStatement();
  const address = normaliseAddress(statement.service_address ?? "");
  assert.ok(address);
  const { id: property_id } = await db.transaction().execute((trx) => ensureProperty(trx, company_id, address));
  const document_id = await insertFetched(app, account, { name: "first" });
  const document = await findDocument(db, company_id, document_id);
  assert.ok(hasAccount(document));
  const edit = { state: "NY", zip_code: "10001" };
  const factors = async () => {
    await runSweep(app);
    const { rows } = await sql<{ co2_factor: string }>`
      select distinct co2_factor from utility_usages
      where company_id = ${company_id} and co2_factor like 'eGRID%'
        and utility_bill_id in (select id from utility_bills where document_id = ${document_id})`.execute(db);
    return rows.map(({ co2_factor }) => co2_factor.split(" ").at(-1));
  };
  return { member, account, document, statement, property_id, edit, factors };
}

test("the first bill of a meter meets an edit of the place of its property that comes while it is saved", async () => {
  const { member, account, document, statement, property_id, edit, factors } = await newFirstBill();
  const saving = {
    begin: async (trx: Trx) => {
      await lockAccount(trx, account.company_id, account.utility_account_id);
      await saveInTransaction(app, trx, { document, statement, findings: [], read_with: null });
    },
    end: () => Promise.resolve(),
  };
  const change = () => member.send("PATCH", `/v1/properties/${property_id}`, edit);
  assert.equal((await meet(running, saving, change)).statusCode, 200);
  assert.deepEqual(await factors(), ["NYCW"]);
});

test("the first bill of a meter that comes while the place of its property is edited is calculated by the new one", async () => {
  const { account, document, statement, property_id, edit, factors } = await newFirstBill();
  const change = {
    begin: (trx: Trx) => editProperty(app, trx, account.company_id, property_id, edit),
    end: () => Promise.resolve(),
  };
  // As of an uploaded file whose property is named, so that nothing looks it up.
  const uploaded = { ...document, property_id };
  await meet(running, change, () =>
    saveStatement(app, { document: uploaded, statement, findings: [], read_with: null }),
  );
  assert.deepEqual(await factors(), ["NYCW"]);
});

test("the sweep that makes texts of bills anew meets the writing of several of them", async () => {
  const place = await newPlace();
  await sql`update bill_texts set form = 0 where company_id = ${place.company_id}`.execute(db);
  await meet(running, writerOfBills(place), () => runSweep(app));
  const { rows } = await sql`
    select 1 from bill_texts where company_id = ${place.company_id} and head not like '%"archived":true%'`.execute(db);
  assert.equal(rows.length, 1, "no text of before the archiving came over that of after it; the last bill stays live");
});

test("an edit of a property that names the state it has seen meets the derivation of its meter", async () => {
  const place = await newPlace();
  const { company_id, property_id, meter_id } = place;
  const derivation = {
    begin: (trx: Trx) => lockMeter(trx, company_id, meter_id),
    end: (trx: Trx) => lockRollUp(trx, company_id, property_id),
  };
  const url = `/v1/properties/${property_id}`;
  assert.equal(await meet(running, derivation, () => editAsSeen(place, url, { name: "Renamed" })), 200);
});

test("a meter that comes to a property while its edit waits for it is locked with all others", async () => {
  const { company_id, meter_id } = await newPlace();
  const { property_id: end } = await insertPlace(app, company_id);
  const move = {
    begin: (trx: Trx) => editMeter(app, trx, company_id, meter_id, { property_id: end }),
    end: () => Promise.resolve(),
  };
  const lock = (trx: Trx) => lockProperty(trx, company_id, end, { accounts: true, meters: true });
  assert.deepEqual(await meet(running, move, () => db.transaction().execute(lock)), [meter_id]);
});

test("a meter that comes to a property meets the edit of its place, and goes on to write the property", async () => {
  const { company_id, meter_id, member } = await newPlace();
  const { property_id: end } = await insertPlace(app, company_id);
  const move = {
    begin: async (trx: Trx) => {
      await lockAccountsOfMeters(trx, company_id, [meter_id]);
      await updateRecord(trx, "utility_meters", company_id, meter_id, { property_id: end });
    },
    end: (trx: Trx) => requestRollUps(app, trx, company_id, [end]),
  };
  const edit = () => member.send("PATCH", `/v1/properties/${end}`, { zip_code: "60601" });
  assert.equal((await meet(running, move, edit)).statusCode, 200);
});

test("an edit of the name of a property runs while its meters are locked one after the other", async () => {
  const { company_id, property_id, meter_id, other_id, member } = await newPlace();
  const writer = {
    begin: (trx: Trx) => lockMeter(trx, company_id, meter_id),
    end: (trx: Trx) => lockMeter(trx, company_id, other_id),
  };
  const rename = () => member.send("PATCH", `/v1/properties/${property_id}`, { name: "Renamed" });
  assert.equal((await meet(running, writer, rename)).statusCode, 200);
});

test("a bill that shows the demand of its second meter for the first time meets the rebuild of both meters", async () => {
  const { account } = await newFetchedAccount(running, "Demand");
  const { company_id, utility_account_id } = account;
  const [first] = goodStatement().meters;
  assert.ok(first);
  /** Two meters, of which the second shows its demand from the second bill on. */
  const statementOf = (
    invoice_number: string,
    days: { start_date: string; end_date: string },
    unit: string | null,
  ) => ({
    ...goodStatement(),
    invoice_number,
    meters: [
      { ...first, demand_measurement_unit: null },
      { ...first, meter_num: "E101", demand_measurement_unit: unit },
    ].map(({ charges, usages, ...meter }) => ({
      ...meter,
      charges: charges.map((charge) => ({ ...charge, ...days })),
      usages: usages
        .filter(({ utility_usage_type }) => utility_usage_type === "usage_amount")
        .map((usage) => ({ ...usage, ...days })),
    })),
  });
  const days = [
    { start_date: "2026-03-04", end_date: "2026-04-02" },
    { start_date: "2026-04-02", end_date: "2026-05-03" },
  ] as const;
  const one = await insertFetched(app, account, { name: "one" });
  assert.equal(await saveRead(app, account, one, statementOf("1", days[0], null)), "accepted");
  const meters = (await listMetersOfAccount(db, company_id, utility_account_id)).filter(({ meter_num }) =>
    meter_num?.startsWith("E10"),
  );
  assert.equal(meters.length, 2);
  const [lower, upper] = [meters[0]?.id ?? 0, meters[1]?.id ?? 0];
  const two = await insertFetched(app, account, { name: "two" });
  const rebuild = {
    begin: (trx: Trx) => lockMeter(trx, company_id, lower),
    end: (trx: Trx) => lockMeter(trx, company_id, upper),
  };
  const state = await meet(running, rebuild, () => saveRead(app, account, two, statementOf("2", days[1], "kW")));
  assert.equal(state, "accepted");
  const units = (await listMetersOfAccount(db, company_id, utility_account_id))
    .filter(({ id }) => id === lower || id === upper)
    .map(({ demand_measurement_unit }) => demand_measurement_unit);
  assert.deepEqual(units, [null, "kW"]);
});
