/** What becomes of imported bills beside those of portals: nothing counts twice, and nothing is lost without a word. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp, type Member } from "../../test/app.ts";
import { importWhole, type Import } from "../../test/imports.ts";
import { openPortalAccount } from "../../test/portal-account.ts";
import { goodStatement } from "../domain/bills/statement.fixtures.ts";
import type { Statement } from "../records/statement.ts";

const running = await openTestApp({ after });
const { app } = running;

const HEADER =
  "utility_company,account_number,meter_number,energy_type,start_date,end_date,usage,usage_unit,usage_cost,invoice_number";
const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;
/** The month of the statement that a portal gives in these tests. */
const MARCH = "Sample Power,5512 004,E100,Electric,2026-03-04,2026-04-01,81080,kWh,8000.00,";

const importAll = (member: Member, body: string) => importWhole(app, member, body);
const withPortal = (name: string) => openPortalAccount(running, name);

describe("beside a portal", () => {
  test("an imported row never takes the place of the portal's bill, whatever it says of its meter", async () => {
    const { member, take, fetchMarch, accountId, live } = await withPortal("Portal first");
    await take();
    await fetchMarch(await accountId());
    const same = await importAll(member, csv(MARCH));
    assert.deepEqual([same.bills_created, same.bills_known], [0, 1]);
    const unmetered = await importAll(member, csv(MARCH.replace("E100", "").replace("8000.00", "8001.00")));
    assert.deepEqual([unmetered.bills_created, unmetered.bills_known], [0, 1]);
    const costAlone = await importAll(member, csv(MARCH.replace("81080,kWh", ",")));
    assert.deepEqual([costAlone.bills_created, costAlone.bills_known], [0, 1]);
    assert.deepEqual(await live(), [["pdf", 8706.98]]);
  });

  test("a bill of the portal takes the place of an imported one that knows the cost alone", async () => {
    const { member, take, fetchMarch, accountId, live } = await withPortal("Cost first");
    await importAll(member, csv(MARCH.replace("81080,kWh", ",")));
    await take();
    await fetchMarch(await accountId());
    assert.deepEqual(await live(), [["pdf", 8706.98]]);
  });

  test("an account is found by its number and the utility's name, however they are written, and history is added to it", async () => {
    const { member, take, fetchMarch, accountId, live } = await withPortal("History");
    await take();
    await fetchMarch(await accountId());
    const before = MARCH.replace("Sample Power", "SAMPLE-POWER").replace(
      "2026-03-04,2026-04-01",
      "2026-02-04,2026-03-03",
    );
    const row = await importAll(member, csv(before.replace("E100", "")));
    assert.equal(row.bills_created, 1);
    assert.equal((await live()).length, 2);
    const meters = (
      await member.send("GET", `/v1/meters?utility_account_id=${await accountId()}&energy_type=ELECTRIC`)
    ).json<unknown[]>();
    assert.equal(meters.length, 1, "the history is on the meter of the portal's bills");
  });

  test("an inventory takes over the account that was imported, and its bills archive those of the same days", async () => {
    const { member, take, fetchMarch, accountId, live } = await withPortal("Import first");
    await importAll(member, csv(MARCH, MARCH.replace("2026-03-04,2026-04-01", "2026-02-04,2026-03-03")));
    const imported = await accountId();
    assert.deepEqual(await take(), { taken: [imported], created: [] });
    assert.equal(await accountId(), imported);
    const { rows } = await sql<{ delivery_method: string; acct_num: string }>`
      select delivery_method, acct_num from utility_accounts where id = ${imported}`.execute(app.db);
    assert.deepEqual(rows, [{ delivery_method: "Automated", acct_num: "5512-004" }]);
    await fetchMarch(imported);
    assert.deepEqual((await live()).sort(), [
      ["csv", 8000],
      ["pdf", 8706.98],
    ]);
    // The same inventory again finds nothing to take.
    assert.deepEqual(await take(), { taken: [], created: [] });
  });

  test("a utility that one company names is not another's", async () => {
    const [one, two] = [
      await newMember(running, { name: "Names one" }),
      await newMember(running, { name: "Names two" }),
    ];
    for (const member of [one, two]) await importAll(member, csv(MARCH.replace("Sample Power", "Secret Steam Works")));
    const { rows } = await sql<{ key: string }>`
      select key from utility_companies where name = 'Secret Steam Works' order by key`.execute(app.db);
    assert.deepEqual(
      rows.map(({ key }) => key),
      [`imported:${one.company_id}:secretsteamworks`, `imported:${two.company_id}:secretsteamworks`],
    );
  });

  describe("a bill that was imported before the portal gave a part of it", () => {
    const BOTH = MARCH.replace("2026-04-01", "2026-05-03").replace("8000.00,", "6100.00,77120");
    const WATER = BOTH.replace("E100,Electric", "W1,Water").replace("81080,kWh", "5,kgal").replace("6100.00", "61.00");
    const april = (): Statement => {
      const line = { start_date: "2026-04-02", end_date: "2026-05-04" };
      const march = goodStatement();
      const meters = march.meters.map((meter) => ({
        ...meter,
        charges: meter.charges.map((charge) => ({ ...charge, ...line })),
        usages: meter.usages.map((usage) => ({ ...usage, ...line })),
      }));
      return { ...march, invoice_number: "77121", invoice_date: "2026-05-06", meters };
    };
    const billsSaid = async (company_id: number) => {
      const { rows } = await sql<{ said: string }>`
        select concat_ws(' ', period_start, period_end, amount_due, case when estimated then 'estimated' end,
          archive_reason, case when original_utility_bill_id is not null then 'leads back' end) as said
        from utility_bills where company_id = ${company_id} and source_format = 'csv' order by id`.execute(app.db);
      return rows.map(({ said: text }) => text);
    };

    test("keeps the days and meters that the portal does not know, until it gives them too", async () => {
      const { member, company_id, take, fetchMarch, accountId, live } = await withPortal("Rest");
      await importAll(member, csv(BOTH, WATER));
      await take();
      await fetchMarch(await accountId());
      assert.deepEqual(await billsSaid(company_id), [
        "2026-03-04 2026-05-04 6161.00 duplicate",
        "2026-03-04 2026-05-04 3261.00 estimated leads back",
      ]);
      assert.equal((await live()).length, 2);
      const { rows } = await sql<{ said: string }>`
        select usage.start_date || ' ' || usage.end_date || ' ' || usage.amount::real || ' ' || usage.measurement_unit as said
        from utility_bills bill
        join utility_usages usage on usage.company_id = bill.company_id and usage.utility_bill_id = bill.id
        where bill.company_id = ${company_id} and bill.source_format = 'csv' and not bill.archived
        order by usage.id`.execute(app.db);
      assert.deepEqual(
        rows.map(({ said: text }) => text),
        ["2026-04-02 2026-05-04 42533.77 kWh", "2026-03-04 2026-05-04 5 kgal"],
      );
      // Not by the feed, which waits for every write on the server that began before.
      const changes = await app.db
        .selectFrom("changes")
        .select("event_type")
        .where("company_id", "=", company_id)
        .orderBy("id")
        .execute();
      const told = changes.map(({ event_type }) => event_type).filter((type) => type.startsWith("bill."));
      assert.deepEqual(told.slice(-3).toSorted(), ["bill.archived", "bill.created", "bill.created"]);

      await fetchMarch(await accountId(), april());
      assert.deepEqual((await billsSaid(company_id)).slice(1), [
        "2026-03-04 2026-05-04 3261.00 estimated duplicate leads back",
        "2026-03-04 2026-05-04 61.00 leads back",
      ]);
    });

    test("gives way when its days are rows of one day each", async () => {
      const { member, company_id, take, fetchMarch, accountId, live } = await withPortal("Daily rows");
      const days = ["2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"];
      await importAll(member, csv(...days.map((day) => MARCH.replace("2026-03-04,2026-04-01", `${day},${day}`))));
      await take();
      await fetchMarch(await accountId());
      assert.deepEqual(await billsSaid(company_id), [
        "2026-03-03 2026-03-04 8000.00",
        "2026-03-04 2026-03-05 8000.00 duplicate",
        "2026-03-05 2026-03-06 8000.00 duplicate",
        "2026-03-06 2026-03-07 8000.00 duplicate",
      ]);
      assert.equal((await live()).length, 2);
      const again = await importAll(member, csv(MARCH.replace("2026-03-04,2026-04-01", "2026-03-20,2026-03-20")));
      assert.deepEqual([again.bills_known, again.bills_created], [1, 0]);
    });

    test("is known when its rows come again", async () => {
      const { member, take, fetchMarch, accountId, live } = await withPortal("Rest again");
      await importAll(member, csv(BOTH));
      await take();
      await fetchMarch(await accountId());
      const again = await importAll(member, csv(BOTH));
      assert.deepEqual([again.bills_known, again.rows_refused], [1, 0]);
      assert.equal((await live()).length, 2);
    });
  });

  describe("a bill of which the portal gave a part", () => {
    const said = async (member: Member, { id }: Import) =>
      (await member.send("GET", `/v1/imports/${id}/refusals`)).json<
        { row: number; reason: string; detail: string }[]
      >();

    test("is refused when the portal knows the first of its two months, and comes in without it", async () => {
      const { member, company_id, take, fetchMarch, accountId, live } = await withPortal("Two months");
      await take();
      await fetchMarch(await accountId());
      const both = MARCH.replace("2026-04-01", "2026-05-03");
      const may = MARCH.replace("2026-03-04,2026-04-01", "2026-05-04,2026-06-02");
      const refused = await importAll(member, csv(both, may));
      assert.deepEqual(
        [refused.bills_found, refused.bills_created, refused.bills_known, refused.rows_refused],
        [1, 1, 0, 1],
      );
      const [refusal, ...others] = await said(member, refused);
      assert.deepEqual([refusal?.row, refusal?.reason, others], [2, "overlaps_portal_bill", []]);
      assert.match(refusal?.detail ?? "", /The utility itself gave bill \d+ \(2026-03-04 to 2026-04-01\) for a part/);
      const { rows } = await sql<{ name: string }>`
        select name from documents where company_id = ${company_id} and import_id is not null`.execute(app.db);
      assert.deepEqual(rows, [{ name: "bills (row 3).csv" }]);

      const april = await importAll(member, csv(both.replace("2026-03-04", "2026-04-02"), may));
      assert.deepEqual([april.bills_created, april.bills_known, april.rows_refused], [1, 1, 0]);
      assert.equal((await live()).length, 3);
    });

    test("is refused in all its rows when the portal knows one of its two meters", async () => {
      const { member, take, fetchMarch, accountId, live } = await withPortal("Two meters");
      await take();
      await fetchMarch(await accountId());
      const of = (row: string) => `${row}77120`;
      const water = MARCH.replace("E100,Electric", "W1,Water").replace("81080,kWh", "5,kgal");
      const refused = await importAll(member, csv(of(MARCH), of(water)));
      assert.deepEqual([refused.bills_found, refused.bills_known, refused.rows_refused], [0, 0, 2]);
      assert.deepEqual(
        (await said(member, refused)).map(({ row, reason }) => [row, reason]),
        [
          [2, "overlaps_portal_bill"],
          [3, "overlaps_portal_bill"],
        ],
      );
      const alone = await importAll(member, csv(water));
      assert.deepEqual([alone.bills_created, alone.rows_refused], [1, 0]);
      assert.equal((await live()).length, 2);
    });

    test("that knows the cost alone is refused as well, and known when all its days are", async () => {
      const { member, take, fetchMarch, accountId } = await withPortal("Cost of two months");
      await take();
      await fetchMarch(await accountId());
      const cost = MARCH.replace("81080,kWh", ",");
      const refused = await importAll(member, csv(cost.replace("2026-04-01", "2026-05-03")));
      assert.deepEqual([refused.bills_known, refused.rows_refused], [0, 1]);
      const known = await importAll(member, csv(cost));
      assert.deepEqual([known.bills_known, known.rows_refused], [1, 0]);
    });
  });
});
