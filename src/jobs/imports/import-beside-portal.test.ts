/** Imported bills together with portal bills: nothing counts twice, and nothing is lost silently. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { importWhole } from "../../../test/imports.ts";
import { openPortalAccount } from "../../../test/portal-account.ts";

const running = await sharedApp();
const { app } = running;

const HEADER =
  "utility_company,account_number,meter_number,energy_type,start_date,end_date,usage,usage_unit,usage_cost,invoice_number";
const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;
/** The month of the portal's statement in these tests. */
const MARCH = "Sample Power,5512 004,E100,Electric,2026-03-04,2026-04-01,81080,kWh,8000.00,";

const importAll = (member: Member, body: string) => importWhole(app, member, body);
const withPortal = (name: string) => openPortalAccount(running, name);

describe("together with a portal", () => {
  test("an imported row never replaces the portal's bill, whatever its meter fields say", async () => {
    const { member, take, fetchMarch, accountId, live } = await withPortal("Portal first");
    await take();
    await fetchMarch(await accountId());
    const same = await importAll(member, csv(MARCH));
    assert.deepEqual([same.bills_created, same.bills_known], [0, 1]);
    const unmetered = await importAll(member, csv(MARCH.replace("E100", "").replace("8000.00", "8001.00")));
    assert.deepEqual([unmetered.bills_created, unmetered.bills_known], [0, 1]);
    const costAlone = await importAll(member, csv(MARCH.replace("81080,kWh", ",")));
    assert.deepEqual([costAlone.bills_created, costAlone.bills_known], [0, 1]);
    assert.deepEqual(await live(), [["pdf", 8706.98, null]]);
  });

  test("a portal bill counts instead of an imported bill with costs only", async () => {
    const { member, take, fetchMarch, accountId, live } = await withPortal("Cost first");
    await importAll(member, csv(MARCH.replace("81080,kWh", ",")));
    await take();
    await fetchMarch(await accountId());
    assert.deepEqual(await live(), [
      ["csv", 8000, []],
      ["pdf", 8706.98, null],
    ]);
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

  test("an inventory takes over the imported account, and its bills count for their days", async () => {
    const { member, take, fetchMarch, accountId, live } = await withPortal("Import first");
    await importAll(member, csv(MARCH, MARCH.replace("2026-03-04,2026-04-01", "2026-02-04,2026-03-03")));
    const imported = await accountId();
    assert.deepEqual(await take(), { taken: [imported], created: [] });
    assert.equal(await accountId(), imported);
    const { rows } = await sql<{ delivery_method: string; acct_num: string }>`
      select delivery_method, acct_num from utility_accounts where id = ${imported}`.execute(app.db);
    assert.deepEqual(rows, [{ delivery_method: "Automated", acct_num: "5512-004" }]);
    await fetchMarch(imported);
    assert.deepEqual(await live(), [
      ["csv", 8000, null],
      ["csv", 8000, []],
      ["pdf", 8706.98, null],
    ]);
    // The same inventory again finds nothing to take.
    assert.deepEqual(await take(), { taken: [], created: [] });
  });

  test("a utility that one company names is not visible to another", async () => {
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
});
