/** Each field by its value: rows whose columns all differ are answered, delivered and edited under the right names, so that no two fields of one type can be taken for each other. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp } from "../../../test/app.ts";
import { insertFetched, newFetchedAccount, saveRead } from "../../../test/fetched.ts";
import { insertRecords } from "../../../test/records.ts";
import { goodStatement } from "../../domain/bills/statement.fixtures.ts";
import { AccountEdit } from "../../records/account.ts";
import { BILL_FAULTS } from "../../records/codes.ts";
import { DELIVERED_RECORDS, type DeliveredRecords } from "../../records/data-delivery.ts";
import { MeterEdit } from "../../records/meter.ts";
import { PropertyEdit } from "../../records/property.ts";
import { openRecords } from "../../reports/records/record-tables.ts";
import { writeBillTexts } from "../../store/bills/bill-texts.ts";

const running = await openTestApp({ after });
const { app } = running;
const member = await newMember(running, { name: "Values" });
const { company_id } = member;
// No two records have the same id.
const NUMBERED =
  "utility_accounts properties meter_wrappers utility_meters documents utility_bills utility_charges utility_usages";
for (const [index, table] of NUMBERED.split(" ").entries()) await startIds(table, index + 1);
const ids = await insertRecords(app, { id: company_id, uuid: member.company_uuid });

function startIds(table: string, thousands: number) {
  return sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${thousands * 1000})`.execute(app.db);
}

type Fields = Record<string, unknown>;
/** Closed lists, flags and ranges of the database: words that differ, of two flags one. */
const WORDS: Record<string, Fields> = {
  utility_accounts: { status: "Active" },
  utility_meters: {
    status: "Inactive",
    association_type: "SUPPLY",
    energy_type: "GAS",
    billing_frequency: "QUARTERLY",
  },
  properties: {
    status: "Active",
    country: "CA",
    cooling_energy_type: "ELECTRIC",
    heating_energy_type: "GAS",
    star_certified: true,
    longitude: -89.65,
    latitude: 39.8,
    weather_station_alpha_id: "VALS",
  },
  utility_bills: {
    archived: false,
    estimated: true,
    archive_reason: null,
    checked_by: "balance",
    currency: "USD",
    read_by: "generic",
    template_id: "a-template",
    corrected: false,
    origin: "upload",
  },
  utility_charges: { utility_charge_type: "tax_cost" },
  utility_usages: { utility_usage_type: "billed_demand_amount", estimated_meter_read: true, supply: false },
  meter_months: { estimated: true, month_complete: false },
  property_months: { estimated: false, month_complete: true },
  snapshots: { star_rating: 71 },
  degree_days: { month_complete: true },
};
/** The fields that identify and join rows stay unchanged. */
const KEPT =
  /(^|_)(id|key|xid|position|sha256)$|^effective_month$|^base_temperature_f$|^energy_type$|stale_since$|^(written|voided)_by$/;

interface ColumnInfo {
  name: string;
  type: string;
}

/** Gives every column of the rows a value that no other column of its type has. */
async function fill(table: string): Promise<void> {
  const { rows } = await sql<ColumnInfo>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(app.db);
  const own = WORDS[table] ?? {};
  const set = rows.flatMap(({ name, type }, index) => {
    const value = Object.hasOwn(own, name)
      ? own[name]
      : KEPT.test(name)
        ? undefined
        : valueOf(table, name, type, index);
    return value === undefined ? [] : [sql`${sql.ref(name)} = ${value}`];
  });
  const company = rows.some(({ name }) => name === "company_id") ? sql`company_id = ${company_id}` : sql`true`;
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${company}`.execute(app.db);
}

function valueOf(table: string, name: string, type: string, index: number): unknown {
  if (type === "text") return `${name} of ${table}`;
  if (type === "date") return `${2000 + index}-01-01`;
  if (type === "timestamp with time zone") return `${2000 + index}-03-14T09:26:53.589Z`;
  if (["integer", "bigint", "smallint"].includes(type)) return 10 + index;
  return ["numeric", "double precision", "real"].includes(type) ? 100 + index + 0.25 : undefined;
}

const station = { alpha_id: "VALS", name: "Values", latitude: 39.8, longitude: -89.65 };
const month = { company_id, property_id: ids.property_id, effective_month: "2026-01-01" };
await app.db.insertInto("weather_stations").values(station).execute();
await sql`insert into degree_days (weather_station_alpha_id, effective_month, base_temperature_f, days_present, month_complete)
  values ('VALS', '2026-01-01', 65, 1, true)`.execute(app.db);
await sql`insert into property_months (company_id, property_id, effective_month, energy_type, estimated, month_complete)
  select company_id, property_id, '2026-01-01', types.energy_type, false, false
  from utility_meters cross join (values (''), ('GAS')) types (energy_type) where company_id = ${company_id}`.execute(
  app.db,
);
await sql`insert into snapshots (company_id, property_id, effective_month)
  values (${company_id}, ${month.property_id}, ${month.effective_month})`.execute(app.db);
for (const table of Object.keys(WORDS)) await fill(table);
await sql`update utility_companies set name = 'name of utility_companies'`.execute(app.db);
await app.db.transaction().execute((trx) => writeBillTexts(trx, company_id, [ids.bill_id]));

const rawOf = async (table: string, where = sql<boolean>`company_id = ${company_id}`): Promise<Fields> => {
  const { rows } = await sql<Fields>`select * from ${sql.table(table)} where ${where} order by 1 limit 1`.execute(
    app.db,
  );
  return rows[0] ?? {};
};
const ofType = (energy_type: string) => sql<boolean>`company_id = ${company_id} and energy_type = ${energy_type}`;
const raw = {
  account: await rawOf("utility_accounts"),
  meter: await rawOf("utility_meters"),
  property: await rawOf("properties"),
  bill: await rawOf("utility_bills"),
  charge: await rawOf("utility_charges"),
  usage: await rawOf("utility_usages"),
  month: await rawOf("meter_months"),
  whole: await rawOf("property_months", ofType("")),
  typed: await rawOf("property_months", ofType("GAS")),
  snapshot: await rawOf("snapshots"),
  degreeDay: await rawOf("degree_days", sql`weather_station_alpha_id = 'VALS'`),
};
const UTILITY = "name of utility_companies";
/** As a column is answered. */
const wired = (value: unknown): unknown =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00.000Z` : value;

/** Each field against the column of its name, and the others against what they are. */
function assertFields(answer: Fields, row: Fields, others: Fields): void {
  const expected = Object.keys(answer).map((name) => [
    name,
    Object.hasOwn(others, name) ? others[name] : wired(row[name]),
  ]);
  assert.deepEqual(answer, Object.fromEntries(expected));
}

const get = async (url: string): Promise<Fields> => (await member.send("GET", url)).json<Fields>();
const first = (list: unknown): Fields => (list as Fields[])[0] ?? {};

const accountOthers = {
  svc_object_type: "UtilityAccount",
  utility_company_name: UTILITY,
  metadata: { native_account_id: ids.utility_account_id, account_active: true },
};
const monthOthers = { svc_object_type: "MonthlyConsumptionData" };
const propertyMonth = { ...monthOthers, utility_meter_id: null };
/** Of gas. */
const usageOf = (kbtus: unknown) => ({ usage: Number(kbtus) / 100, usage_unit: "therm" });
const meterUsage = { ...usageOf(raw.month["distribution_kbtus"]), days_billed: raw.month["days_covered"] };

describe("a field is answered with the value of its column", () => {
  test("of an account", async () => {
    assertFields(first(await get("/v1/utility_accounts")), raw.account, accountOthers);
  });

  test("of a meter, with its account", async () => {
    const { utility_account, ...meter } = await get(`/v1/meters/${ids.meter_id}`);
    assertFields(meter, raw.meter, {
      svc_object_type: "UtilityMeter",
      supply_only: true,
      property_name: raw.property["name"],
      metadata: { native_meter_id: ids.meter_id },
    });
    assertFields(utility_account as Fields, raw.account, accountOthers);
  });

  test("of a property", async () => {
    assertFields(first(await get("/v1/properties")), raw.property, {
      svc_object_type: "Property",
      company_name: "Values",
      metadata: { native_property_id: ids.property_id },
    });
  });

  test("of a bill and its lines", async () => {
    const { charges, usages, source, ...bill } = await get(`/v1/utility_bills/${ids.bill_id}`);
    const { period_start, period_end, template_id, template_version } = raw.bill;
    assertFields(bill, raw.bill, {
      svc_object_type: "UtilityBill",
      period: { start_date: wired(period_start), end_date: wired(period_end) },
      template: { id: template_id, version: template_version },
    });
    assert.equal((source as Fields)["format"], raw.bill["source_format"]);
    const placeOf = ({ page, box }: Fields) => ({ page, box });
    const lineOthers = (type: string, row: Fields) => ({ svc_object_type: type, place: placeOf(row) });
    assertFields(first(charges), raw.charge, lineOthers("UtilityCharge", raw.charge));
    assertFields(first(usages), raw.usage, lineOthers("UtilityUsage", raw.usage));
  });

  for (const [path, list, row, others] of [
    [`/v1/meters/${ids.meter_id}/monthly`, "monthly_meter_data", raw.month, { ...monthOthers, ...meterUsage }],
    [`/v1/properties/${ids.property_id}/monthly`, "property_aggregated_monthly_data", raw.whole, propertyMonth],
    [
      `/v1/properties/${ids.property_id}/monthly/energytype`,
      "energy_type_aggregated_monthly_data",
      raw.typed,
      { ...propertyMonth, ...usageOf(raw.typed["kbtus"]) },
    ],
    [
      `/v1/properties/${ids.property_id}/snapshots`,
      "snapshot_data",
      raw.snapshot,
      { svc_object_type: "SnapshotInfo", STAR_rating: 71 },
    ],
    [
      `/v1/properties/${ids.property_id}/degreedays`,
      "degree_days",
      raw.degreeDay,
      { svc_object_type: "DegreeDay", property_id: ids.property_id },
    ],
  ] as const)
    test(`of ${list}`, async () => {
      const answer = await get(path);
      assertFields(first(answer[list]), row, others);
    });
});

describe("a column of a file has the value of its field", () => {
  const joined = {
    utility_account_id: ids.utility_account_id,
    acct_num: raw.account["acct_num"],
    utility_company_name: UTILITY,
    property_id: ids.property_id,
    property_name: raw.property["name"],
    utility_meter_id: ids.meter_id,
    meter_num: raw.meter["meter_num"],
    energy_type: raw.meter["energy_type"],
  };
  const billed = {
    ...joined,
    invoice_date: raw.bill["invoice_date"],
    archived: false,
    archive_reason: null,
    counted_days: null,
  };
  const months = { ...joined, effective_month: "2026-01" };
  const OF: Record<DeliveredRecords, [Fields, Fields]> = {
    bills: [raw.bill, billed],
    charges: [raw.charge, billed],
    usages: [raw.usage, billed],
    meter_months: [raw.month, months],
    property_months: [raw.whole, months],
    energy_type_months: [raw.typed, { ...months, energy_type: "GAS" }],
    snapshots: [raw.snapshot, { ...months, STAR_rating: 71 }],
    properties: [raw.property, { data_current_through: String(raw.property["data_current_through"]).slice(0, 7) }],
    meters: [
      raw.meter,
      {
        ...joined,
        supply_only: true,
        eligibility_start_month: String(raw.meter["eligibility_start_month"]).slice(0, 7),
        eligibility_end_month: String(raw.meter["eligibility_end_month"]).slice(0, 7),
      },
    ],
    accounts: [raw.account, { utility_company_name: UTILITY }],
  };
  for (const records of DELIVERED_RECORDS)
    test(`of ${records}`, async () => {
      const [row, others] = OF[records];
      const table = openRecords(app, company_id, { records, property_ids: null, months: null, news: null });
      const parts = await Array.fromAsync(table.parts);
      const found: Fields = { ...parts[0]?.[0] };
      for (const { key } of table.head.columns)
        assert.deepEqual([key, found[key]], [key, Object.hasOwn(others, key) ? others[key] : row[key]]);
    });
});

test("an edit is written to the column of its field", async () => {
  const EDITS = [
    {
      table: "utility_accounts",
      url: `/v1/utility_accounts/${ids.utility_account_id}`,
      schema: AccountEdit,
      edit: { delivery_name: "A name", delivery_email: "to@example.com", master_acct_num: "900-1" },
    },
    {
      table: "properties",
      url: `/v1/properties/${ids.property_id}`,
      schema: PropertyEdit,
      edit: {
        name: "A house",
        sq_ft: 501,
        status: "Inactive",
        street1: "One",
        street2: "Two",
        city: "Town",
        state: "IL",
        country: "MX",
        zip_code: "62701",
        longitude: -88.5,
        latitude: 40.5,
        year_built: 1978,
        construction_type: "STUCCO",
        primary_use: "OFFICE",
        story_type: "SINGLE",
        cooling_energy_type: "STEAM",
        heating_energy_type: "PROPANE",
        star_certified: false,
        weather_station_alpha_id: null,
      },
    },
    {
      table: "utility_meters",
      url: `/v1/meters/${ids.meter_id}`,
      schema: MeterEdit,
      edit: {
        property_id: null,
        association_type: "DISTRIBUTION",
        status: "Active",
        billing_frequency: "YEARLY",
        service_address: "An address",
        service_name: "A service",
        premise_num: "P-7",
        deactivation_date: "2025-01-31",
        meter_wrapper_id: raw.meter["meter_wrapper_id"],
      },
    },
  ];
  for (const { table, url, schema, edit: own } of EDITS) {
    const edit = { ...own, cost_center: "4100", gl_account: "6210" };
    const names = Object.keys(schema.shape).filter((name) => name !== "metadata");
    assert.deepEqual(Object.keys(edit).toSorted(), names.toSorted(), "a value for each field");
    const answer = await member.send("PATCH", url, edit);
    assert.equal(answer.statusCode, 200, answer.body);
    const row = await rawOf(table);
    assert.deepEqual(
      Object.fromEntries(names.map((name) => [name, row[name]])),
      Object.fromEntries(names.map((name) => [name, edit[name as never]])),
    );
  }
});

test("an edit of a bill is written to the fields of the bill that takes its place", async () => {
  const edit = { account_holder_name: "Holder", amount_due: 11.5, previous_balance: 12.5, amount_paid: 13.5 };
  const days = { invoice_date: "2026-02-20", due_date: "2026-03-20", late_fee_date: "2026-03-25", estimated: false };
  const answer = await member.send("PATCH", `/v1/utility_bills/${ids.bill_id}`, {
    ...edit,
    ...days,
    accept: BILL_FAULTS,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const row = await rawOf("utility_bills", sql`company_id = ${company_id} and not archived`);
  assert.deepEqual({ ...row, ...edit, ...days }, row);
});

test("what a bill says is written to the columns of its fields", async () => {
  const { account } = await newFetchedAccount(running, "Statements");
  const good = goodStatement();
  const [meter] = good.meters;
  assert.ok(meter);
  const texts = {
    service_name: "A service",
    service_address: "9 Elm Street Apt 4, Springfield, IL 62701",
    premise_num: "P-1",
  };
  const priced = meter.charges.find(({ rate }) => rate !== null);
  assert.ok(priced);
  const units = { measurement_unit: "kWh", demand_measurement_unit: "kW" };
  const statement = { ...good, meters: [{ ...meter, ...texts, ...units, charges: [priced] }] };
  await saveRead(app, account, await insertFetched(app, account, { name: "values" }), statement);
  const own = (more: ReturnType<typeof sql>) => sql<boolean>`company_id = ${account.company_id} and ${more}`;
  const bill = await rawOf("utility_bills", own(sql`invoice_number = ${good.invoice_number}`));
  const firstLine = own(sql`utility_bill_id = ${bill["id"]} and position = 0`);
  const pairs: [object, Fields][] = [
    [statement, bill],
    [statement.meters[0] ?? {}, await rawOf("utility_meters", own(sql`premise_num = ${texts.premise_num}`))],
    [priced, await rawOf("utility_charges", firstLine)],
    [meter.usages[0] ?? {}, await rawOf("utility_usages", firstLine)],
  ];
  for (const [said, row] of pairs) {
    const shared = Object.entries(said).filter(([name]) => Object.hasOwn(row, name));
    assert.ok(shared.length >= 6, "fields of the same name");
    // Figures of a statement are decimals as texts.
    for (const [name, value] of shared)
      assert.equal(String(typeof row[name] === "number" ? Number(value) : value), String(row[name]), name);
  }
  const property = await rawOf("properties", own(sql`street1 like '9%'`));
  const place = { street1: "9 Elm Street", street2: "Apt 4", city: "Springfield", state: "IL", zip_code: "62701" };
  assert.deepEqual({ ...property, ...place }, property);
  const { kbtus, lbs_co2, amount } = await rawOf("utility_usages", firstLine);
  assert.deepEqual([kbtus, lbs_co2 === kbtus], [Number((Number(amount) * 3.412).toFixed(6)), false]);
});
