/** A spreadsheet of bill history from its upload to bills, over the API: read without effect, confirmed, and never doubled. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { runDerive } from "../../jobs/derived/derive.ts";
import { csv, row, run, upload, type Bill, type Import } from "../../../test/imports.ts";

const running = await sharedApp();
const { app, server } = running;

describe("an import", () => {
  test("is read without effect, and becomes bills when it is confirmed", async () => {
    const member = await newMember(running, { name: "One" });
    const answer = await upload(member, csv(row(1), row(2), row(3)));
    assert.equal(answer.statusCode, 201, answer.body);
    const { id, state, profile } = answer.json<Import>();
    assert.equal(answer.headers["location"], `/v1/imports/${id}`);
    assert.deepEqual([state, profile], ["waiting", null]);

    const checked = await run(app, member, id);
    assert.equal(checked.state, "checked", checked.errors ?? "");
    assert.deepEqual([checked.profile, checked.rows_total, checked.bills_found], ["meterbook", 3, 3]);
    assert.deepEqual((await member.send("GET", "/v1/utility_bills")).json(), []);
    assert.deepEqual((await member.send("GET", "/v1/utility_accounts")).json(), []);

    const confirmed = await member.send("POST", `/v1/imports/${id}/confirm`);
    assert.equal(confirmed.statusCode, 202, confirmed.body);
    const done = await run(app, member, id);
    assert.deepEqual([done.state, done.bills_created, done.bills_known], ["done", 3, 0]);

    const [account] = (await member.send("GET", "/v1/utility_accounts")).json<Record<string, unknown>[]>();
    assert.equal(account?.["utility_company_name"], "Hillside Power");
    assert.equal(account["acct_num"], "A-1 00");
    assert.deepEqual([account["status"], account["delivery_method"]], ["Inactive", "Imported"]);
    const [property] = (await member.send("GET", "/v1/properties")).json<Record<string, unknown>[]>();
    assert.equal(property?.["name"], "North Hall");
    const bills = (await member.send("GET", "/v1/utility_bills")).json<Bill[]>();
    assert.deepEqual(
      bills.map(({ amount_due, usages }) => [amount_due, usages[0]?.start_date, usages[0]?.end_date, usages[0]?.kbtus]),
      [
        [21.5, "2023-01-01T00:00:00.000Z", "2023-02-01T00:00:00.000Z", 341.2],
        [21.5, "2023-02-01T00:00:00.000Z", "2023-03-01T00:00:00.000Z", 341.2],
        [21.5, "2023-03-01T00:00:00.000Z", "2023-04-01T00:00:00.000Z", 341.2],
      ],
    );
    assert.deepEqual(
      bills[0]?.charges.map(({ utility_charge_type, amount }) => [utility_charge_type, amount]),
      [
        ["usage_cost", 20],
        ["tax_cost", 1.5],
      ],
    );
    const file = await server.inject(new URL(bills[0].source?.expiring_link ?? "").pathname);
    assert.equal(file.body, csv(row(1), row(2), row(3)));
    assert.match(String(file.headers["content-disposition"]), /filename="bills \(row 2\)\.csv"/);
  });

  test("of the same file again makes nothing new", async () => {
    const member = await newMember(running, { name: "Twice" });
    const file = csv(row(1), row(2));
    for (const [created, known] of [
      [2, 0],
      [0, 2],
    ]) {
      const { id } = (await upload(member, file, "name=bills.csv&dry_run=false")).json<Import>();
      const done = await run(app, member, id);
      assert.deepEqual([done.state, done.bills_created, done.bills_known], ["done", created, known]);
    }
    assert.equal((await member.send("GET", "/v1/utility_bills")).json<unknown[]>().length, 2);
    // Not by the feed, which waits for every write on the server that began before.
    const changes = await app.db
      .selectFrom("changes")
      .select("event_type")
      .where("company_id", "=", member.company_id)
      .execute();
    assert.equal(changes.filter(({ event_type }) => event_type === "bill.created").length, 2);
    assert.equal(changes.filter(({ event_type }) => event_type === "utility_account.created").length, 1);
  });

  test("says of each refused row which cell is wrong and why, and imports the others", async () => {
    const member = await newMember(running, { name: "Refused" });
    const rows = [
      row(1),
      row(2, "many,kWh,20.00,1.50,21.50"),
      row(3, "5,units,20.00,1.50,21.50"),
      row(4, "5,kWh,20.00,1.50,99.00"),
    ];
    const { id } = (await upload(member, csv(...rows), "name=bills.csv&dry_run=false")).json<Import>();
    const done = await run(app, member, id);
    assert.deepEqual([done.state, done.bills_created, done.rows_refused], ["done", 1, 3]);
    const answer = await member.send("GET", `/v1/imports/${id}/refusals?limit=2`);
    const refusals = answer.json<Record<string, unknown>[]>();
    assert.deepEqual(
      refusals.map(({ row: number, column, value, reason }) => [number, column, value, reason]),
      [
        [3, "usage", "many", "unreadable_number"],
        [4, "usage_unit", "units", "unknown_unit"],
      ],
    );
    assert.match(String(refusals[1]?.["detail"]), /Known units are kWh, MWh/);
    const next = /<([^>]+)>/.exec(String(answer.headers["link"]))?.[1] ?? "";
    const [last] = (await member.send("GET", next)).json<Record<string, unknown>[]>();
    assert.deepEqual([last?.["row"], last?.["reason"]], [5, "total_does_not_match"]);
  });
});

describe("imported bills", () => {
  test("have months and carbon as any others, and their documents name their rows", async () => {
    const member = await newMember(running, { name: "Months" });
    const address = "100 Main Street, Springfield, IL 62701";
    const file = csv(...[1, 2, 3].map((month) => row(month)))
      .replaceAll("North Hall", `"${address}"`)
      .replace("property_name", "service_address");
    const { id } = (await upload(member, file, "name=bills.csv&dry_run=false")).json<Import>();
    assert.equal((await run(app, member, id)).bills_created, 3);
    const [meter] = (await member.send("GET", "/v1/meters")).json<{ id: number; utility_account: { id: number } }[]>();
    assert.ok(meter);
    await runDerive(app, { company_id: member.company_id, utility_meter_id: meter.id });
    const { monthly_meter_data: months } = (await member.send("GET", `/v1/meters/${meter.id}/monthly`)).json<{
      monthly_meter_data: {
        effective_month: string;
        total_cost: number;
        month_complete: boolean;
        distribution_lbs_co2: number;
      }[];
    }>();
    assert.deepEqual(
      months.map(({ effective_month, total_cost, month_complete }) => [
        effective_month.slice(0, 7),
        total_cost,
        month_complete,
      ]),
      [
        ["2023-01", 21.5, true],
        ["2023-02", 21.5, true],
        ["2023-03", 21.5, true],
      ],
    );
    assert.ok((months[0]?.distribution_lbs_co2 ?? 0) > 0);
    const documents = (await member.send("GET", `/v1/utility_accounts/${meter.utility_account.id}/documents`)).json<
      { name: string }[]
    >();
    assert.deepEqual(
      documents.map(({ name }) => name),
      ["bills (row 2).csv", "bills (row 3).csv", "bills (row 4).csv"],
    );
  });

  test("of rows that were corrected in the file take the place of the old ones", async () => {
    const member = await newMember(running, { name: "Corrected" });
    for (const cells of ["100,kWh,20.00,1.50,21.50", "100,kWh,20.00,1.75,21.75"]) {
      const { id } = (await upload(member, csv(row(1, cells)), "name=bills.csv&dry_run=false")).json<Import>();
      await run(app, member, id);
    }
    const bills = (await member.send("GET", "/v1/utility_bills")).json<
      (Bill & { archived: boolean; original_utility_bill_id: number | null })[]
    >();
    assert.deepEqual(
      bills.map(({ amount_due, archived, original_utility_bill_id }) => [
        amount_due,
        archived,
        original_utility_bill_id === null,
      ]),
      [
        [21.5, true, true],
        [21.75, false, false],
      ],
    );
  });

  test("without a cost have none: unknown is null", async () => {
    const member = await newMember(running, { name: "No cost" });
    const { id } = (await upload(member, csv(row(1, "100,kWh,,,")), "name=bills.csv&dry_run=false")).json<Import>();
    assert.equal((await run(app, member, id)).bills_created, 1);
    const [bill] = (await member.send("GET", "/v1/utility_bills")).json<Bill[]>();
    assert.deepEqual([bill?.amount_due, bill?.charges], [null, []]);
  });

  test("can be put on a property that is named with the file", async () => {
    const member = await newMember(running, { name: "Property" });
    const property = (await member.send("POST", "/v1/properties", { name: "South Hall" })).json<{ id: number }>();
    const { id } = (
      await upload(member, csv(row(1)), `name=a.csv&dry_run=false&property_id=${property.id}`)
    ).json<Import>();
    await run(app, member, id);
    const meters = (await member.send("GET", "/v1/meters")).json<{ property_id: number }[]>();
    assert.deepEqual(
      meters.map(({ property_id }) => property_id),
      [property.id],
    );
    assert.equal((await member.send("GET", "/v1/properties")).json<unknown[]>().length, 1);
  });
});
