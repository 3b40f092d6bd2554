/** Imported history gives way to a bill of a portal, and counts again when that bill is taken back or loses days. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp, type Member } from "../../test/app.ts";
import { importWhole, type Bill } from "../../test/imports.ts";
import { openPortalAccount } from "../../test/portal-account.ts";
import { goodStatement } from "../domain/bills/statement.fixtures.ts";
import type { Statement } from "../records/statement.ts";
import { runDerive } from "./derive.ts";

const running = await openTestApp({ after });
const { app } = running;

const HEADER =
  "utility_company,account_number,meter_number,energy_type,start_date,end_date,usage,usage_unit,usage_cost,invoice_number";
const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;
const row = (meter: string, days: string, use: string, cost: string, invoice = "") =>
  `Sample Power,5512 004,${meter},${days},${use},${cost},${invoice}`;

/** Two months of two meters, of which the portal gives one meter's March. */
const POWER = row("E100,Electric", "2026-03-04,2026-05-03", "81080,kWh", "6100.00", "9");
const WATER = row("W1,Water", "2026-03-04,2026-05-03", "5,kgal", "61.00", "9");
const MARCH = row("E100,Electric", "2026-03-04,2026-04-01", "81080,kWh", "8000.00");

/** The portal's bill with the electric meter alone, of March or of other days. */
function powerBill(number: string, days?: { start_date: string; end_date: string }): Statement {
  const statement = goodStatement();
  const meters = statement.meters.slice(0, 1).map((meter) => ({
    ...meter,
    charges: meter.charges.map((charge) => ({ ...charge, ...days })),
    usages: meter.usages.map((usage) => ({ ...usage, ...days })),
  }));
  return { ...statement, invoice_number: number, meters };
}
const APRIL = { start_date: "2026-04-02", end_date: "2026-05-04" };

/** A company whose history was imported before the portal gave its bills. */
async function beside(name: string, file: string, ...given: Statement[]) {
  const { member, company_id, take, fetchMarch, accountId } = await openPortalAccount(running, name);
  const importAll = (body: string) => importWhole(app, member, body);
  await importAll(file);
  await take();
  const give = async (statement: Statement) => fetchMarch(await accountId(), statement);
  for (const statement of given) await give(statement);
  const bills = async () =>
    (await member.send("GET", `/v1/utility_bills?utility_account_id=${await accountId()}`)).json<Bill[]>();
  const ofPortal = async () =>
    (await bills()).filter(({ source, archived }) => source?.format === "pdf" && !archived).map(({ id }) => id);
  /** Those that came out of the spreadsheet, in the order in which they were written. */
  const imported = async () =>
    (await bills()).filter(({ source }) => source?.format === "csv").toSorted((a, b) => a.id - b.id);
  const changes = async () => {
    const { rows } = await sql<{ said: string }>`
      select event_type || ' ' || record_id as said from changes
      where company_id = ${company_id} and event_type like 'bill.%' order by id`.execute(app.db);
    return rows.map(({ said }) => said);
  };
  return { member, importAll, accountId, give, ofPortal, imported, changes };
}

const said = (bill: Bill): string => {
  const [days, water] = [usesOf(bill, "kWh"), usesOf(bill, "kgal")];
  const state = bill.archived ? bill.archive_reason : bill.estimated ? "estimated" : "live";
  return [state, bill.amount_due, ...days, ...water].join(" ");
};
const usesOf = ({ usages }: Bill, unit: string): string[] =>
  usages
    .filter(({ measurement_unit }) => measurement_unit === unit)
    .map(({ start_date, end_date, amount }) => `${start_date.slice(0, 10)}..${end_date.slice(0, 10)} ${amount}`);

const liveOf = (bills: readonly Bill[]): string[] => bills.filter(({ archived }) => !archived).map(said);

async function voidBill(member: Member, id: number | undefined): Promise<Bill> {
  const answer = await member.send("POST", `/v1/utility_bills/${id}/void`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<Bill>();
}

const WHOLE = "live 6161 2026-03-04..2026-05-04 81080 2026-03-04..2026-05-04 5";
const REST = "estimated 3261 2026-04-02..2026-05-04 42533.770492 2026-03-04..2026-05-04 5";

describe("an imported bill of which a portal gave a part", () => {
  test("counts as a whole again when the portal's bill is voided, and the rest of it no more", async () => {
    const { member, ofPortal, imported, changes } = await beside("Voided", csv(POWER, WATER), powerBill("1"));
    assert.deepEqual(liveOf(await imported()), [REST]);
    const [portal] = await ofPortal();
    const before = (await changes()).length;
    await voidBill(member, portal);
    const [original, rest, back, ...others] = await imported();
    assert.deepEqual(
      [original, rest, back].map((bill) => bill && said(bill)),
      [
        "duplicate 6161 2026-03-04..2026-05-04 81080 2026-03-04..2026-05-04 5",
        REST.replace("estimated", "duplicate"),
        WHOLE,
      ],
    );
    assert.deepEqual(others, []);
    assert.deepEqual(
      [rest, back].map((bill) => bill?.original_utility_bill_id),
      [original?.id, original?.id],
    );
    assert.deepEqual((await changes()).slice(before), [
      `bill.archived ${portal}`,
      `bill.archived ${rest?.id}`,
      `bill.created ${back?.id}`,
    ]);
  });

  test("is in the months again to the cent, and nothing beside it", async () => {
    const { member, accountId, ofPortal } = await beside("Months", csv(POWER, WATER), powerBill("1"));
    await voidBill(member, (await ofPortal())[0]);
    const meters = (await member.send("GET", `/v1/meters?utility_account_id=${await accountId()}`)).json<
      { id: number; energy_type: string }[]
    >();
    const meter = meters.find(({ energy_type }) => energy_type === "ELECTRIC");
    const { rows } = await sql<{ stale: boolean }>`
      select months_stale_since is not null as stale from utility_meters where id = ${meter?.id ?? 0}`.execute(app.db);
    assert.deepEqual(rows, [{ stale: true }]);
    await runDerive(app, { company_id: member.company_id, utility_meter_id: meter?.id ?? 0 });
    const answer = await member.send("GET", `/v1/meters/${meter?.id}/monthly`);
    const { monthly_meter_data: months } = answer.json<{ monthly_meter_data: { total_cost: number }[] }>();
    assert.equal(months.length, 3);
    assert.equal(Math.round(months.reduce((sum, { total_cost }) => sum + total_cost, 0) * 100), 610_000);
  });

  test("gives way again to the portal's next bill of these days, and is known when its rows come again", async () => {
    const { member, give, ofPortal, imported, importAll } = await beside("Again", csv(POWER, WATER), powerBill("1"));
    await voidBill(member, (await ofPortal())[0]);
    const again = await importAll(csv(POWER, WATER));
    assert.deepEqual([again.bills_known, again.bills_created, again.rows_refused], [1, 0, 0]);
    await give({ ...powerBill("2"), invoice_date: "2026-04-20" });
    assert.deepEqual(liveOf(await imported()), [REST]);
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual(liveOf(await imported()), [WHOLE]);
  });

  test("gets back the days of one of two bills of the portal, then those of the other", async () => {
    const given = [powerBill("1"), powerBill("2", APRIL)];
    const { member, ofPortal, imported } = await beside("Two", csv(POWER, WATER), ...given);
    assert.deepEqual(liveOf(await imported()), ["live 61 2026-03-04..2026-05-04 5"]);
    const [march, april] = (await ofPortal()).toSorted((a, b) => a - b);
    await voidBill(member, march);
    assert.deepEqual(liveOf(await imported()), [
      "estimated 2961 2026-03-04..2026-04-02 38546.229508 2026-03-04..2026-05-04 5",
    ]);
    await voidBill(member, april);
    assert.deepEqual(liveOf(await imported()), [WHOLE]);
  });

  test("gets back the days that a person takes off the portal's bill, and gives them up when they are put back", async () => {
    const { member, ofPortal, imported } = await beside("Edited", csv(POWER, WATER), powerBill("1"));
    const edit = async (end_date: string) => {
      const [portal] = await ofPortal();
      const { charges, usages } = (await member.send("GET", `/v1/utility_bills/${portal}`)).json<Bill>();
      const days = ({ id }: { id: number }) => ({ id, end_date });
      const body = { charges: charges.map(days), usages: usages.map(days) };
      assert.equal((await member.send("PATCH", `/v1/utility_bills/${portal}`, body)).statusCode, 200);
    };
    await edit("2026-03-19");
    assert.match(liveOf(await imported()).join(), /^estimated [\d.]+ 2026-03-19\.\.2026-05-04 [\d.]+ 2026-03-04/);
    await edit("2026-04-02");
    assert.deepEqual(liveOf(await imported()), [REST]);
    await edit("2026-04-20");
    assert.match(liveOf(await imported()).join(), /^estimated [\d.]+ 2026-04-20\.\.2026-05-04 /);
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual(liveOf(await imported()), [WHOLE]);
  });

  test("stays without the days that a person corrected or took back", async () => {
    const { member, ofPortal, imported } = await beside("By hand", csv(POWER, WATER), powerBill("1"));
    const rest = (await imported()).find(({ archived }) => !archived);
    const [use] = rest?.usages ?? [];
    const usages = rest?.usages.map(({ id }) => (id === use?.id ? { id, amount: 40_000 } : { id }));
    assert.equal((await member.send("PATCH", `/v1/utility_bills/${rest?.id}`, { usages })).statusCode, 200);
    const [portal] = await ofPortal();
    await voidBill(member, portal);
    assert.deepEqual(liveOf(await imported()), [
      "estimated 3261 2026-04-02..2026-05-04 40000 2026-03-04..2026-05-04 5",
      "estimated 2900 2026-03-04..2026-04-02 38546.229508",
    ]);

    const taken = await beside("Taken back", csv(POWER, WATER), powerBill("1"));
    await voidBill(taken.member, (await taken.imported()).find(({ archived }) => !archived)?.id);
    assert.deepEqual(liveOf(await taken.imported()), []);
    await voidBill(taken.member, (await taken.ofPortal())[0]);
    assert.deepEqual(liveOf(await taken.imported()), ["estimated 2900 2026-03-04..2026-04-02 38546.229508"]);
  });
});

describe("an imported bill of which a portal gave all", () => {
  test("counts again when the portal's bill is voided, whether of the same days and meters or of rows of a day each", async () => {
    const same = await beside("Same", csv(MARCH), powerBill("1"));
    assert.deepEqual((await same.imported()).map(said), ["duplicate 8000 2026-03-04..2026-04-02 81080"]);
    await voidBill(same.member, (await same.ofPortal())[0]);
    assert.deepEqual(liveOf(await same.imported()), ["live 8000 2026-03-04..2026-04-02 81080"]);

    const days = ["2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"];
    const rows = days.map((day) => row("E100,Electric", `${day},${day}`, "100,kWh", "10.00"));
    const daily = await beside("Daily", csv(...rows), powerBill("1"));
    assert.equal(liveOf(await daily.imported()).length, 1);
    await voidBill(daily.member, (await daily.ofPortal())[0]);
    assert.equal(liveOf(await daily.imported()).length, 4);
  });

  test("is replaced by its corrected rows after that, and does not come back beside them", async () => {
    const { member, give, ofPortal, imported, importAll } = await beside("Corrected", csv(MARCH), powerBill("1"));
    await voidBill(member, (await ofPortal())[0]);
    assert.equal((await importAll(csv(MARCH.replace("8000.00", "8100.00")))).bills_edited, 1);
    await give({ ...powerBill("2"), invoice_date: "2026-04-20" });
    assert.deepEqual(liveOf(await imported()), []);
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual(liveOf(await imported()), ["live 8100 2026-03-04..2026-04-02 81080"]);
  });

  test("of which the cost alone is known counts again too", async () => {
    const cost = MARCH.replace("81080,kWh", ",");
    const { member, ofPortal, imported } = await beside("Cost", csv(cost), powerBill("1"));
    assert.deepEqual(liveOf(await imported()), []);
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual(liveOf(await imported()), ["live 8000"]);
  });

  test("does not come back when another imported bill is voided", async () => {
    const { member, imported } = await beside("Imported", csv(POWER, WATER), powerBill("1"));
    await voidBill(member, (await imported()).find(({ archived }) => !archived)?.id);
    assert.deepEqual(liveOf(await imported()), []);
  });
});

describe("costs of a meter without use", () => {
  const fee = (cost: string) => row("T1,Trash", "2026-03-04,2026-04-01", ",", cost, "9");

  test("give way to a portal that tells the use of the meter, though the imported bill tells that of another", async () => {
    const march = row("E100,Electric", "2026-03-04,2026-04-01", ",", "8000.00", "9");
    const water = WATER.replace("05-03", "04-01");
    const { imported } = await beside("Mixed", csv(march, water), powerBill("1"));
    assert.deepEqual(liveOf(await imported()), ["live 61 2026-03-04..2026-04-02 5"]);
  });

  test("give way and come back though their days lie beyond those of the use on their bill", async () => {
    const march = row("E100,Electric", "2026-03-04,2026-04-01", ",", "8000.00", "9");
    const water = row("W1,Water", "2026-01-01,2026-01-31", "5,kgal", "61.00", "9");
    const { member, ofPortal, imported } = await beside("Beyond", csv(march, water), powerBill("1"));
    assert.deepEqual(liveOf(await imported()), ["live 61 2026-01-01..2026-02-01 5"]);
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual(liveOf(await imported()), ["live 8061 2026-01-01..2026-02-01 5"]);
  });

  test("stay when two bills of one invoice number keep nothing else", async () => {
    const { member, take, fetchMarch, accountId } = await openPortalAccount(running, "Two fees");
    const march = row("E100,Electric", "2026-03-04,2026-04-01", "81080,kWh", "8000.00", "9");
    const gas = row("G7,Gas", "2026-03-04,2026-04-01", "300,therms", "300.00", "9");
    await importWhole(app, member, csv(march, fee("40.00")));
    await importWhole(app, member, csv(gas, fee("50.00").replace("T1", "T2")));
    await take();
    const both = goodStatement();
    await fetchMarch(await accountId(), both);
    const bills = (await member.send("GET", "/v1/utility_bills")).json<Bill[]>();
    const left = bills.filter(({ source, archived }) => source?.format === "csv" && !archived);
    assert.deepEqual(left.map(({ amount_due }) => amount_due).toSorted(), [40, 50]);
  });
});

test("the bills of another company stay as they are", async () => {
  const one = await beside("One", csv(POWER, WATER), powerBill("1"));
  const stranger = await newMember(running, { name: "Stranger" });
  const [portal] = await one.ofPortal();
  assert.equal((await stranger.send("POST", `/v1/utility_bills/${portal}/void`)).statusCode, 404);
  assert.deepEqual(liveOf(await one.imported()), [REST]);
});
