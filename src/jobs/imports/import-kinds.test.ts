/** Spreadsheets of other shapes through the API: reads, several services, several sheets. Each is checked, confirmed and sent again. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { run, upload, type Bill, type Import } from "../../../test/imports.ts";

const running = await sharedApp();
const { app } = running;

const XLSX = { "content-type": "application/octet-stream" };

async function check(member: Member, body: string | Buffer, more = ""): Promise<Import> {
  const isBook = typeof body !== "string";
  const answer = await upload(member, body, `name=bills.${isBook ? "xlsx" : "csv"}${more}`, isBook ? XLSX : {});
  assert.equal(answer.statusCode, 201, answer.body);
  return run(app, member, answer.json<Import>().id);
}

/** Confirms a dry run, and sends the same file again, which gives nothing new. */
async function confirm(member: Member, checked: Import, body: string | Buffer, more = ""): Promise<Bill[]> {
  assert.equal(checked.state, "checked", checked.errors ?? "");
  assert.equal((await member.send("POST", `/v1/imports/${checked.id}/confirm`)).statusCode, 202);
  const done = await run(app, member, checked.id);
  assert.deepEqual([done.state, done.bills_created], ["done", checked.bills_created], done.errors ?? "");
  const again = await check(member, body, more);
  assert.deepEqual(
    [again.bills_created, again.bills_edited, again.bills_known],
    [0, 0, checked.bills_found],
    "the same file gives nothing new",
  );
  return (await member.send("GET", "/v1/utility_bills")).json<Bill[]>();
}

const PROFILE = {
  title: "Reads",
  recognised_by: ["start", "value"],
  fields: {
    utility_company: { value: "Hillside Power" },
    acct_num: { value: "A-1" },
    energy_type: { value: "ELECTRIC" },
  },
  usages: [{ amount: "value", unit: { value: "kWh" } }],
  empty_words: ["nan"],
};

const put = (member: Member, fields: object, over: object = {}) =>
  member.send("PUT", "/v1/import_profiles/reads", {
    ...PROFILE,
    ...over,
    fields: { ...PROFILE.fields, ...fields },
  });

const refusalsOf = async (member: Member, { id }: Import) =>
  (await member.send("GET", `/v1/imports/${id}/refusals`)).json<
    { sheet: string | null; row: number; column: string | null; reason: string; detail: string }[]
  >();

const periodsOf = (bills: readonly Bill[]) =>
  bills
    .flatMap(({ usages }) => usages)
    .map((usage) => [usage.start_date.slice(0, 10), usage.end_date.slice(0, 10), usage.amount])
    .toSorted();

describe("reads that state only the day on which their period begins", () => {
  // As published with CalTRACK samples: midnight at the meter, and a last line that only ends the period before it.
  const csv = "start,value\n2023-01-20T00:00:00-06:00,1880.26\n2023-03-21T00:00:00-05:00,1764.88\n2023-05-20,nan\n";

  test("end where the next one begins", async () => {
    const member = await newMember(running, { name: "Begins" });
    assert.equal((await put(member, { period_start: "start" })).statusCode, 200);
    const checked = await check(member, csv);
    assert.deepEqual([checked.bills_found, checked.rows_refused, checked.rows_skipped], [2, 0, 1]);
    assert.deepEqual(checked.read_periods, {
      read_date_is: "period_start",
      rows: 2,
      periods: [
        { sheet: null, row: 2, first_day: "2023-01-20", last_day: "2023-03-20" },
        { sheet: null, row: 3, first_day: "2023-03-21", last_day: "2023-05-19" },
      ],
    });
    assert.deepEqual(periodsOf(await confirm(member, checked, csv)), [
      ["2023-01-20", "2023-03-21", 1880.26],
      ["2023-03-21", "2023-05-20", 1764.88],
    ]);
  });

  test("are refused with a reason where no later read ends them", async () => {
    const member = await newMember(running, { name: "No end" });
    await put(member, { period_start: "start" });
    const checked = await check(member, csv.replace("nan", "12"));
    assert.deepEqual([checked.bills_found, checked.rows_refused], [2, 1]);
    const [refusal] = await refusalsOf(member, checked);
    assert.deepEqual([refusal?.row, refusal?.column, refusal?.reason], [4, "start", "no_read_after"]);
  });
});

describe("reads of a profile with a read date", () => {
  const csv = "start,value\n2023-01-05,\n2023-02-06,310\n2023-03-07,290\n";

  test("are asked for their meaning, by the profile and by a file of an older profile", async () => {
    const member = await newMember(running, { name: "Asked" });
    const answer = await put(member, { read_date: "start" });
    assert.equal(answer.statusCode, 422, answer.body);
    assert.match(answer.body, /read_date_is.*period_end/s);
    await put(member, { read_date: "start" }, { read_date_is: "period_end" });
    await sql`update import_profiles set profile = profile - 'read_date_is' where company_id = ${member.company_id}`.execute(
      app.db,
    );
    const failed = await check(member, csv);
    assert.equal(failed.state, "failed");
    assert.match(String(failed.errors), /^Row 2 has the date of a read .*"read_date_is".*"period_end".*"period_start"/);
  });

  test("have the days that it says, and a first one without a value begins the second", async () => {
    const member = await newMember(running, { name: "Ends" });
    await put(member, { read_date: "start" }, { read_date_is: "period_end" });
    const checked = await check(member, csv);
    assert.deepEqual([checked.bills_found, checked.rows_refused, checked.rows_skipped], [2, 0, 1]);
    assert.equal(checked.read_periods?.read_date_is, "period_end");
    assert.deepEqual(periodsOf(await confirm(member, checked, csv)), [
      ["2023-01-05", "2023-02-06", 310],
      ["2023-02-06", "2023-03-07", 290],
    ]);
    await put(member, { read_date: "start" }, { read_date_is: "period_start" });
    const other = await check(member, csv);
    assert.deepEqual([other.bills_found, other.rows_refused], [1, 1]);
  });
});

test("two services of an account are one bill where the profile says so", async () => {
  const member = await newMember(running, { name: "Two services" });
  const template = (await member.send("GET", "/v1/import_profiles/meterbook")).json<Record<string, unknown>>();
  const { name: _, built_in, created_at, updated_at, ...mapping } = template;
  assert.deepEqual([built_in, created_at, updated_at, mapping["bill_of"]], [true, null, null, "meter"]);
  const saved = await member.send("PUT", "/v1/import_profiles/ours", { ...mapping, bill_of: "account" });
  assert.equal(saved.statusCode, 200, saved.body);
  const header =
    "utility_company,account_number,energy_type,meter_number,start_date,end_date,usage,usage_unit,usage_cost";
  const csv = [
    header,
    "Hillside Power,110159085.0,Electric,E1,2023-01-01,2023-01-31,100,kWh,20.00",
    "Hillside Power,110159085.0,Gas,G1,2023-01-01,2023-01-31,10,therms,7.50",
    "Hillside Power,110159085.0,Gas,G1,2023-02-01,2023-02-28,9,therms,6.50",
  ].join("\n");
  const apart = await check(member, csv, "&profile=meterbook");
  assert.deepEqual([apart.bills_found, apart.accounts_created, apart.meters_created], [3, 1, 2]);
  const checked = await check(member, csv, "&profile=ours");
  assert.deepEqual([checked.bills_found, checked.accounts_created, checked.meters_created], [2, 1, 2]);
  const bills = await confirm(member, checked, csv, "&profile=ours");
  assert.deepEqual(
    bills.map(({ amount_due, usages }) => [amount_due, usages.map((usage) => usage.measurement_unit)]).toSorted(),
    [
      [27.5, ["kWh", "therms"]],
      [6.5, ["therms"]],
    ],
  );
  const accounts = (await member.send("GET", "/v1/utility_accounts")).json<{ acct_num: string }[]>();
  assert.deepEqual(
    accounts.map(({ acct_num }) => acct_num),
    ["110159085"],
  );
});

describe("a workbook with rows on several sheets", () => {
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  // The header of the workbook that Portfolio Manager makes for "Add Bills to Existing Meters"; its cells have two lines.
  const PRE = [
    "Meter ID",
    "Meter Consumption ID",
    "Portfolio Manager ID",
    "Property  Name",
    "Meter Name",
    "Meter Type",
  ];
  const pre = PRE.map((name) => `${name}\n(Pre-filled)`);
  const last = ["Quantity\n(Required)", "Meter Unit\n(Pre-filled)", "Cost\n(Optional)", "Estimation (Required)"];
  const PERIODS = [...pre, "Start Date\n(Required)", "End Date\n(Required)", ...last];
  const DELIVERIES = [...pre, "Delivery Date\n(Required)", ...last];
  const meter = (id: number, name: string, type: string) => [id, null, 5227, "North Hall", name, type];
  const gas = meter(129002335, "Boiler", "Natural Gas");
  const ccf = "ccf (hundred cubic feet)";
  const book = (quantity: number | string) =>
    writeXlsx({
      sheets: [
        { name: "Instructions", rows: [["Fill in the yellow columns."]] },
        { name: "Add Bills-Electricity", rows: [PERIODS, meter(1, "Main", "Electric - Grid")] },
        {
          name: "Add Bills-Non Electric",
          rows: [
            PERIODS,
            [...gas, null, null, null, ccf, null, null],
            [...gas, day("2022-01-26"), day("2022-02-24"), 8530, ccf, 4697.51, "No"],
            [...gas, day("2022-02-24"), day("2022-03-25"), quantity, ccf, null, "Yes"],
          ],
        },
        {
          name: "Add Bills-Delivery",
          rows: [
            DELIVERIES,
            [...meter(7, "Tank", "Fuel Oil (No 2)"), day("2022-02-10"), 200, "Gallons (US)", 640, "No"],
          ],
        },
        { name: "Lists", rows: [["Yes"], ["No"]] },
      ],
    });

  test("to fill in for Portfolio Manager is read whole, but for rows that were not filled in", async () => {
    const member = await newMember(running, { name: "Portfolio Manager" });
    const bytes = Buffer.from(await book(6120));
    const checked = await check(member, bytes);
    assert.equal(checked.profile, "energy-star-add-bills");
    assert.deepEqual([checked.bills_found, checked.rows_refused, checked.rows_skipped], [3, 0, 2]);
    assert.deepEqual([checked.accounts_created, checked.meters_created, checked.properties_created], [2, 2, 1]);
    assert.deepEqual(
      checked.sheets.map(({ name, rows_read }) => [name, rows_read]),
      [
        ["Instructions", null],
        ["Add Bills-Electricity", 1],
        ["Add Bills-Non Electric", 3],
        ["Add Bills-Delivery", 1],
        ["Lists", null],
      ],
    );
    const bills = await confirm(member, checked, bytes);
    assert.deepEqual(
      bills.map(({ amount_due, estimated, usages }) => [amount_due, estimated, usages[0]?.amount]).toSorted(),
      [
        [null, true, 6120],
        [4697.51, false, 8530],
        [640, false, 200],
      ],
    );
    const { rows } = await sql<{ name: string }>`
      select name from documents where company_id = ${member.company_id} order by name`.execute(app.db);
    assert.deepEqual(
      rows.map(({ name }) => name),
      ["bills (row 2 of sheet 4).xlsx", "bills (row 3 of sheet 3).xlsx", "bills (row 4 of sheet 3).xlsx"],
    );
  });

  test("names the sheet of a refused row", async () => {
    const member = await newMember(running, { name: "Refused row" });
    const checked = await check(member, Buffer.from(await book("many")));
    assert.deepEqual([checked.bills_found, checked.rows_refused], [2, 1]);
    const refusals = await refusalsOf(member, checked);
    assert.deepEqual(
      refusals.map(({ sheet, row, column, reason }) => [sheet, row, column, reason]),
      [["Add Bills-Non Electric", 4, "Quantity", "unreadable_number"]],
    );
  });

  test("has its periods across sheets, such as one for each year", async () => {
    const member = await newMember(running, { name: "Years" });
    await put(member, { read_date: "start" }, { read_date_is: "period_end" });
    const sheet = (name: string, ...rows: [string, number][]) => ({
      name,
      rows: [["start", "value"], ...rows.map(([text, value]) => [day(text), value])],
    });
    const bytes = Buffer.from(
      await writeXlsx({
        sheets: [
          sheet("2023", ["2023-11-30", 5], ["2023-12-31", 6]),
          { name: "Notes", rows: [["Read by the janitor"]] },
          sheet("2024", ["2024-01-31", 7]),
        ],
      }),
    );
    const checked = await check(member, bytes);
    assert.deepEqual(
      checked.read_periods?.periods.map((each) => [each.sheet, each.row, each.first_day, each.last_day]),
      [
        ["2023", 3, "2023-11-30", "2023-12-30"],
        ["2024", 2, "2023-12-31", "2024-01-30"],
      ],
    );
    assert.deepEqual(periodsOf(await confirm(member, checked, bytes)), [
      ["2023-11-30", "2023-12-31", 6],
      ["2023-12-31", "2024-01-31", 7],
    ]);
  });
});
