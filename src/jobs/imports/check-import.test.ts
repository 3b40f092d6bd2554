/** The dry run predicts what saving would do given the existing bills of the account, and saves nothing. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { importWhole, run, upload, type Import } from "../../../test/imports.ts";

const running = await sharedApp();
const { app } = running;

const HEADER =
  "utility_company,account_number,meter_number,energy_type,start_date,end_date,usage,usage_unit,usage_cost,invoice_number,invoice_date";
const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;
const row = (days: string, over: { account?: string; meter?: string; cost?: string; bill?: string } = {}) => {
  const { account = "A-1", meter = "E100", cost = "80.00", bill = "," } = over;
  return `Sample Power,${account},${meter},Electric,${days},1000,kWh,${cost},${bill}`;
};
const [JANUARY, FEBRUARY, MARCH] = ["2025-01-01,2025-01-31", "2025-02-01,2025-02-28", "2025-03-01,2025-03-31"];

const counts = ({ bills_found, bills_created, bills_known, bills_edited, rows_refused }: Import) => ({
  bills_found,
  bills_created,
  bills_known,
  bills_edited,
  rows_refused,
});

async function dryRun(member: Member, body: string): Promise<Import> {
  const { id } = (await upload(member, body)).json<Import>();
  const checked = await run(app, member, id);
  assert.equal(checked.state, "checked", checked.errors ?? "");
  return checked;
}

async function confirm(member: Member, { id }: Import): Promise<Import> {
  const confirmed = await member.send("POST", `/v1/imports/${id}/confirm`);
  assert.equal(confirmed.json<Import>().bills_created, 0);
  const done = await run(app, member, id);
  assert.equal(done.state, "done", done.errors ?? "");
  return done;
}

const refusalsOf = async (member: Member, { id }: Import) =>
  (await member.send("GET", `/v1/imports/${id}/refusals`)).json<{ id: number; row: number; reason: string }[]>();

async function tablesOf({ company_id }: Member): Promise<unknown> {
  const { rows } = await sql<object>`
    select (select count(*) from utility_accounts where company_id = ${company_id}) as accounts,
      (select count(*) from utility_meters where company_id = ${company_id}) as meters,
      (select count(*) from properties where company_id = ${company_id}) as properties,
      (select count(*) from documents where company_id = ${company_id}) as documents,
      (select count(*) from utility_bills where company_id = ${company_id}) as bills,
      (select count(*) from changes where company_id = ${company_id}) as changes`.execute(app.db);
  return rows[0];
}

describe("a dry run", () => {
  test("counts new bills, known ones and corrected ones, as saving then does", async () => {
    const member = await newMember(running, { name: "Forecast" });
    await importWhole(app, member, csv(row(JANUARY), row(FEBRUARY)));
    const before = await tablesOf(member);
    const file = csv(row(JANUARY), row(FEBRUARY, { cost: "81.00" }), row(MARCH), row(MARCH, { account: "A-2" }));
    const checked = await dryRun(member, file);
    const expected = { bills_found: 4, bills_created: 2, bills_known: 1, bills_edited: 1, rows_refused: 0 };
    assert.deepEqual(counts(checked), expected);
    assert.deepEqual(await tablesOf(member), before);
    assert.deepEqual(counts(await confirm(member, checked)), expected);
    assert.deepEqual(counts(await dryRun(member, file)), {
      ...expected,
      bills_created: 0,
      bills_known: 4,
      bills_edited: 0,
    });
  });

  test("counts a corrected bill of the same file as corrected", async () => {
    const member = await newMember(running, { name: "Corrected within" });
    const [first, later] = ["77,2025-02-03", "78,2025-02-20"];
    const checked = await dryRun(member, csv(row(JANUARY, { bill: first }), row(JANUARY, { bill: later })));
    const expected = { bills_found: 2, bills_created: 1, bills_known: 0, bills_edited: 1, rows_refused: 0 };
    assert.deepEqual(counts(checked), expected);
    assert.deepEqual(counts(await confirm(member, checked)), expected);
  });

  test("refuses what overlaps bills imported before, in the order of the rows, and saving refuses no more", async () => {
    const member = await newMember(running, { name: "Overlaps" });
    await importWhole(app, member, csv(row(FEBRUARY)));
    const file = csv(
      row("2025-01-01,2025-01-40"),
      row("2025-01-15,2025-03-15"),
      row(JANUARY, { account: "A-2", cost: "x" }),
      row(MARCH, { account: "A-2" }),
    );
    const checked = await dryRun(member, file);
    const expected = { bills_found: 1, bills_created: 1, bills_known: 0, bills_edited: 0, rows_refused: 3 };
    assert.deepEqual(counts(checked), expected);
    const refusals = await refusalsOf(member, checked);
    assert.deepEqual(
      refusals.map((refusal) => [refusal.id, refusal.row, refusal.reason]),
      [
        [1, 2, "unreadable_date"],
        [2, 3, "overlaps_imported_bill"],
        [3, 4, "unreadable_number"],
      ],
    );
    assert.deepEqual(counts(await confirm(member, checked)), expected);
    assert.deepEqual(await refusalsOf(member, checked), refusals);
  });

  test("refuses rows that the account shows to be of one meter on the same days, which one import would count twice", async () => {
    const member = await newMember(running, { name: "Two spellings" });
    await importWhole(app, member, csv(row(JANUARY)));
    const file = csv(row(FEBRUARY), row("2025-02-10,2025-03-09", { meter: "" }), row("2025-03-10,2025-04-09"));
    const checked = await dryRun(member, file);
    assert.deepEqual(
      (await refusalsOf(member, checked)).map(({ row: number, reason }) => [number, reason]),
      [[3, "overlaps_other_row"]],
    );
    const whole = await importWhole(app, member, file);
    assert.deepEqual([whole.bills_created, whole.rows_refused], [2, 1]);
  });

  test("is not final: bills imported since then are found when saving", async () => {
    const member = await newMember(running, { name: "Meanwhile" });
    const checked = await dryRun(member, csv(row("2025-01-01,2025-03-31"), row("2025-04-01,2025-04-30")));
    assert.equal(checked.bills_created, 2);
    await importWhole(app, member, csv(row(JANUARY)));
    const done = await confirm(member, checked);
    assert.deepEqual([done.bills_found, done.bills_created, done.rows_refused], [1, 1, 1]);
  });

  test("that is cancelled leaves no counts behind", async () => {
    const member = await newMember(running, { name: "Cancelled" });
    const { id } = await dryRun(member, csv(row(JANUARY)));
    const cancelled = (await member.send("POST", `/v1/imports/${id}/cancel`)).json<Import>();
    assert.deepEqual([cancelled.state, cancelled.bills_created], ["cancelled", 0]);
  });
});

test("the meter of rows without a meter number does not depend on how many bills are saved at once", async () => {
  const member = await newMember(running, { name: "Batches" });
  const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index * 10)).toISOString().slice(0, 10);
  const rows = Array.from({ length: 130 }, (_, index) => `${day(index)},${day(index + 1)}`);
  const file = csv(...rows.map((days) => row(days)), row(rows[129] ?? "", { meter: "" }));
  const checked = await dryRun(member, file);
  assert.deepEqual([checked.bills_created, checked.rows_refused], [131, 0]);
  assert.equal((await confirm(member, checked)).bills_created, 131);
});
