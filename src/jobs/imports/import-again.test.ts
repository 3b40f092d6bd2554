/** Rows that are imported a second time, with another profile or with other days. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { importWhole } from "../../../test/imports.ts";

const running = await sharedApp();
const { app } = running;

const HEADER =
  "utility_company,account_number,meter_number,energy_type,start_date,end_date,usage,usage_unit,usage_cost";
const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;
const MARCH = "Sample Power,5512 004,E100,Electric,2026-03-04,2026-04-01,81080,kWh,8000.00";

const importAll = (member: Member, body: string) => importWhole(app, member, body);

describe("rows that were imported before", () => {
  const usages = async (member: Member) => {
    const { rows } = await sql<{ said: string }>`
      select usage.start_date || ' ' || usage.end_date || ' ' || usage.amount::real || ' ' || usage.measurement_unit as said
      from utility_bills bill
      join utility_usages usage on usage.company_id = bill.company_id and usage.utility_bill_id = bill.id
      where bill.company_id = ${member.company_id} and not bill.archived order by 1`.execute(app.db);
    return rows.map(({ said }) => said);
  };

  test("give a different bill with a corrected profile, which replaces the earlier bill", async () => {
    const member = await newMember(running, { name: "Other profile" });
    const profile = (unit: string, period_end_is: string) =>
      member.send("PUT", "/v1/import_profiles/own", {
        title: "Own",
        recognised_by: ["meter_number"],
        fields: {
          utility_company: "utility_company",
          acct_num: "account_number",
          energy_type: "energy_type",
          period_start: "start_date",
          period_end: "end_date",
          row_total: "usage_cost",
        },
        usages: [{ amount: "usage", unit: { value: unit } }],
        period_end_is,
      });
    // The built-in profile matches the header too.
    const importOwn = () => importWhole(app, member, csv(MARCH), "&profile=own");
    await profile("kWh", "exclusive");
    assert.equal((await importOwn()).bills_created, 1);
    assert.equal((await importOwn()).bills_known, 1);
    await profile("MWh", "exclusive");
    assert.equal((await importOwn()).bills_edited, 1);
    assert.deepEqual(await usages(member), ["2026-03-04 2026-04-01 81080 MWh"]);
    assert.equal((await importOwn()).bills_known, 1);
    await profile("MWh", "inclusive");
    assert.equal((await importOwn()).bills_edited, 1);
    assert.deepEqual(await usages(member), ["2026-03-04 2026-04-02 81080 MWh"]);
  });

  test("replace their own bill when their days change, and no other bill", async () => {
    const member = await newMember(running, { name: "Other days" });
    const april = MARCH.replace("2026-03-04,2026-04-01", "2026-04-02,2026-05-01");
    await importAll(member, csv(MARCH, april));
    const corrected = await importAll(member, csv(MARCH.replace("2026-04-01", "2026-03-30")));
    assert.deepEqual([corrected.bills_created, corrected.bills_edited], [0, 1]);
    assert.deepEqual(await usages(member), ["2026-03-04 2026-03-31 81080 kWh", "2026-04-02 2026-05-02 81080 kWh"]);
    const otherMeter = await importAll(member, csv(MARCH.replace("E100", "E200")));
    assert.deepEqual([otherMeter.bills_created, otherMeter.bills_edited], [1, 0]);
  });

  test("may be corrected by later rows of the same file: the last is live, and refers to the first", async () => {
    const member = await newMember(running, { name: "Corrected within" });
    const dated = (date: string, cost: string) => `${MARCH.replace("8000.00", cost)},${date}`;
    const april = `${MARCH.replace("2026-03-04,2026-04-01", "2026-04-02,2026-05-01")},2026-05-03`;
    const file = [`${HEADER},invoice_date`, dated("2026-04-03", "1.00"), april, dated("2026-04-09", "2.00")];
    const saved = await importAll(member, [...file, dated("2026-04-08", "3.00")].join("\n"));
    assert.deepEqual([saved.bills_created, saved.bills_edited, saved.rows_refused], [2, 2, 0]);
    const { rows } = await sql<{ said: string }>`
      select concat_ws(' ', amount_due, archive_reason, 'leads back to ' ||
        (select amount_due from utility_bills first where first.id = bill.original_utility_bill_id)) as said
      from utility_bills bill where company_id = ${member.company_id} order by id`.execute(app.db);
    assert.deepEqual(
      rows.map(({ said }) => said),
      ["1.00 rebilled", "3.00 rebilled leads back to 1.00", "2.00 leads back to 1.00", "8000.00"],
    );
    const { rows: changes } = await sql<{ said: string }>`
      select change.event_type || ' ' || bill.amount_due as said from changes change
      join utility_bills bill on bill.id = change.record_id and change.svc_object_type = 'UtilityBill'
      where change.company_id = ${member.company_id} order by change.id`.execute(app.db);
    assert.deepEqual(
      changes.map(({ said }) => said),
      [
        "bill.created 1.00",
        "bill.archived 1.00",
        "bill.created 3.00",
        "bill.archived 3.00",
        "bill.created 2.00",
        "bill.created 8000.00",
      ],
    );
  });

  test("are refused on days that another import covers, until its bill is voided", async () => {
    const member = await newMember(running, { name: "Overlap" });
    const april = MARCH.replace("2026-03-04,2026-04-01", "2026-04-02,2026-04-30");
    await importAll(member, csv(MARCH, april));
    const both = MARCH.replace("2026-03-04,2026-04-01", "2026-03-04,2026-04-30").replace("81080", "162160");
    const may = MARCH.replace("2026-03-04,2026-04-01", "2026-05-01,2026-06-01");
    const refused = await importAll(member, csv(both, may));
    assert.deepEqual(
      [refused.bills_found, refused.bills_created, refused.bills_edited, refused.bills_known, refused.rows_refused],
      [1, 1, 0, 0, 1],
    );
    const answer = await member.send("GET", `/v1/imports/${refused.id}/refusals`);
    const data = answer.json<{ row: number; reason: string; detail: string }[]>();
    assert.deepEqual(
      data.map(({ row, reason }) => [row, reason]),
      [[2, "overlaps_imported_bill"]],
    );
    assert.match(data[0]?.detail ?? "", /bill \d+ \(2026-03-04 to 2026-04-01\), bill \d+ \(2026-04-02 to 2026-04-30\)/);
    assert.equal((await usages(member)).length, 3);

    for (const [, id] of (data[0]?.detail ?? "").matchAll(/bill (\d+)/g))
      assert.equal((await member.send("POST", `/v1/utility_bills/${id}/void`)).statusCode, 200);
    const again = await importAll(member, csv(both, may));
    assert.deepEqual([again.bills_created, again.bills_known, again.rows_refused], [1, 1, 0]);
    assert.deepEqual(await usages(member), ["2026-03-04 2026-05-01 162160 kWh", "2026-05-01 2026-06-02 81080 kWh"]);
  });

  test("may contain the cost of days whose use comes from another import", async () => {
    const member = await newMember(running, { name: "Use and cost" });
    await importAll(member, csv(MARCH.replace("8000.00", "")));
    const cost = await importAll(
      member,
      csv(MARCH.replace("2026-03-04,2026-04-01,81080,kWh", "2026-03-04,2026-04-10,,")),
    );
    assert.deepEqual([cost.bills_created, cost.rows_refused], [1, 0]);
  });
});
