/** Imported bills with overlapping portal bills: each bill stays complete, and each day of a meter counts once. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { importWhole, type Bill } from "../../../test/imports.ts";
import { openPortalAccount } from "../../../test/portal-account.ts";
import { goodStatement } from "../../domain/bills/statement.fixtures.ts";
import type { Statement } from "../../records/statement.ts";
import { isJobThere } from "../../store/jobs.ts";
import { runDerive } from "../derived/derive.ts";

const running = await sharedApp();
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
  /** The imported bills, in the order in which they were written. */
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

/** The stored lines of a bill and its counted days, by the unit of the meter. */
const said = (bill: Bill): string => {
  const unitOf = (meter: number) => bill.usages.find((usage) => usage.utility_meter_id === meter)?.measurement_unit;
  const days = bill.counted_days?.map(
    (each) =>
      `${unitOf(each.utility_meter_id) ?? "cost"} ${each.start_date.slice(0, 10)}..${each.end_date.slice(0, 10)}`,
  );
  return [bill.archive_reason ?? "live", bill.amount_due, days === undefined ? "all" : days.join(", ") || "none"].join(
    " ",
  );
};

const liveOf = (bills: readonly Bill[]): string[] => bills.filter(({ archived }) => !archived).map(said);

async function voidBill(member: Member, id: number | undefined): Promise<void> {
  const answer = await member.send("POST", `/v1/utility_bills/${id}/void`);
  assert.equal(answer.statusCode, 200, answer.body);
}

const WHOLE = "live 6161 all";
const PART = "live 6161 kWh 2026-04-02..2026-05-04, kgal 2026-03-04..2026-05-04";

describe("an imported bill that a portal bill covers in part", () => {
  test("stays complete, and counts for the days and meters that the portal bill does not cover", async () => {
    const { imported, changes } = await beside("Part", csv(POWER, WATER), powerBill("1"));
    const [bill, ...others] = await imported();
    assert.deepEqual([bill && said(bill), others], [PART, []]);
    const amounts = bill?.usages.map(({ amount, estimated_meter_read }) => [amount, estimated_meter_read]);
    assert.deepEqual(amounts, [
      [81_080, false],
      [5, false],
    ]);
    const news = await changes();
    assert.deepEqual(news.slice(-2), [news.at(-2), `bill.updated ${bill?.id}`]);
    assert.match(news.at(-2) ?? "", /^bill\.created/);
  });

  test("counts for all its days again when the portal's bill is voided", async () => {
    const { member, ofPortal, imported, changes } = await beside("Voided", csv(POWER, WATER), powerBill("1"));
    const [portal] = await ofPortal();
    const before = (await changes()).length;
    await voidBill(member, portal);
    const [bill, ...others] = await imported();
    assert.deepEqual([bill && said(bill), others], [WHOLE, []]);
    assert.deepEqual((await changes()).slice(before), [`bill.archived ${portal}`, `bill.updated ${bill?.id}`]);
  });

  test("is in the months with the share of the days that count, to the cent, and estimated there", async () => {
    const { member, accountId, ofPortal } = await beside("Months", csv(POWER, WATER), powerBill("1"));
    const meters = (await member.send("GET", `/v1/meters?utility_account_id=${await accountId()}`)).json<
      { id: number; energy_type: string }[]
    >();
    const id = meters.find(({ energy_type }) => energy_type === "ELECTRIC")?.id ?? 0;
    const monthsOf = async () => {
      const derivation = { company_id: member.company_id, utility_meter_id: id };
      assert.ok(await isJobThere(app.db, "derive", derivation));
      await runDerive(app, derivation);
      const answer = await member.send("GET", `/v1/meters/${id}/monthly`);
      return answer.json<{
        monthly_meter_data: { effective_month: string; total_cost: number; estimated: boolean }[];
      }>().monthly_meter_data;
    };
    const centsOf = (months: readonly { total_cost: number }[]) =>
      months.reduce((sum, { total_cost }) => sum + Math.round(total_cost * 100), 0);
    const [portal] = await ofPortal();
    const { charges } = (await member.send("GET", `/v1/utility_bills/${portal}`)).json<Bill>();
    const given = charges.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    // 6100.00 for 61 days, of which 32 count.
    const both = await monthsOf();
    assert.equal(centsOf(both), given + 320_000);
    assert.deepEqual(
      both.map(({ effective_month, estimated }) => [effective_month.slice(0, 7), estimated]),
      [
        ["2026-03", false],
        ["2026-04", true],
        ["2026-05", true],
      ],
    );
    await voidBill(member, portal);
    const alone = await monthsOf();
    assert.deepEqual([alone.length, centsOf(alone)], [3, 610_000]);
  });

  test("counts the same whether it arrives before or after the portal's bill", async () => {
    const before = await beside("Before", csv(POWER, WATER), powerBill("1"));
    const later = await beside("After", csv(), powerBill("1"));
    const added = await later.importAll(csv(POWER, WATER));
    assert.deepEqual([added.bills_created, added.rows_refused], [1, 0]);
    assert.deepEqual((await later.imported()).map(said), (await before.imported()).map(said));
  });

  test("is superseded again by the portal's next bill of these days, and is known when its rows are imported again", async () => {
    const { member, give, ofPortal, imported, importAll } = await beside("Again", csv(POWER, WATER), powerBill("1"));
    const known = async () => {
      const again = await importAll(csv(POWER, WATER));
      assert.deepEqual([again.bills_known, again.bills_created, again.rows_refused], [1, 0, 0]);
    };
    await known();
    await voidBill(member, (await ofPortal())[0]);
    await known();
    await give({ ...powerBill("2"), invoice_date: "2026-04-20" });
    assert.deepEqual(liveOf(await imported()), [PART]);
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual(liveOf(await imported()), [WHOLE]);
  });

  test("gets back the days of one of two bills of the portal, then those of the other", async () => {
    const given = [powerBill("1"), powerBill("2", APRIL)];
    const { member, ofPortal, imported } = await beside("Two", csv(POWER, WATER), ...given);
    assert.deepEqual(liveOf(await imported()), ["live 6161 kgal 2026-03-04..2026-05-04"]);
    const [march, april] = (await ofPortal()).toSorted((a, b) => a - b);
    await voidBill(member, march);
    assert.deepEqual(liveOf(await imported()), ["live 6161 kWh 2026-03-04..2026-04-02, kgal 2026-03-04..2026-05-04"]);
    await voidBill(member, april);
    assert.deepEqual(liveOf(await imported()), [WHOLE]);
  });

  test("regains the days that a user removes from the portal's bill, and loses them when they are restored", async () => {
    const { member, ofPortal, imported } = await beside("Edited", csv(POWER, WATER), powerBill("1"));
    const edit = async (end_date: string) => {
      const [portal] = await ofPortal();
      const { charges, usages } = (await member.send("GET", `/v1/utility_bills/${portal}`)).json<Bill>();
      const days = ({ id }: { id: number }) => ({ id, end_date });
      const body = { charges: charges.map(days), usages: usages.map(days) };
      assert.equal((await member.send("PATCH", `/v1/utility_bills/${portal}`, body)).statusCode, 200);
    };
    for (const end of ["2026-03-19", "2026-04-02", "2026-04-20"]) {
      await edit(end);
      assert.deepEqual(liveOf(await imported()), [PART.replace("2026-04-02", end)]);
    }
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual(liveOf(await imported()), [WHOLE]);
  });

  test("can be corrected and voided by a user as a whole, including the days that do not count", async () => {
    const { member, ofPortal, imported } = await beside("By hand", csv(POWER, WATER), powerBill("1"));
    const [bill] = await imported();
    const edited = await member.send("PATCH", `/v1/utility_bills/${bill?.id}`, { amount_due: 6200 });
    assert.equal(edited.statusCode, 200, edited.body);
    assert.deepEqual(liveOf(await imported()), [PART.replace("6161", "6200")]);
    await voidBill(member, edited.json<Bill>().id);
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual(liveOf(await imported()), []);
  });

  test("counts for its daily rows that the portal bill does not cover", async () => {
    const days = ["2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"];
    const rows = days.map((day) => row("E100,Electric", `${day},${day}`, "100,kWh", "10.00"));
    const daily = await beside("Daily", csv(...rows), powerBill("1"));
    assert.deepEqual(liveOf(await daily.imported()), ["live 10 all", "live 10 none", "live 10 none", "live 10 none"]);
    await voidBill(daily.member, (await daily.ofPortal())[0]);
    assert.deepEqual(
      liveOf(await daily.imported()),
      Array.from(days, () => "live 10 all"),
    );
  });
});

describe("an imported bill that a portal bill covers fully", () => {
  test("counts for none of its days, and for all when the portal's bill is voided", async () => {
    const { member, ofPortal, imported } = await beside("Same", csv(MARCH), powerBill("1"));
    assert.deepEqual((await imported()).map(said), ["live 8000 none"]);
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual((await imported()).map(said), ["live 8000 all"]);
  });

  test("is replaced by its corrected rows after that, and does not count in addition to them", async () => {
    const { member, give, ofPortal, imported, importAll } = await beside("Corrected", csv(MARCH), powerBill("1"));
    await voidBill(member, (await ofPortal())[0]);
    assert.equal((await importAll(csv(MARCH.replace("8000.00", "8100.00")))).bills_edited, 1);
    await give({ ...powerBill("2"), invoice_date: "2026-04-20" });
    assert.deepEqual(liveOf(await imported()), ["live 8100 none"]);
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual(liveOf(await imported()), ["live 8100 all"]);
  });

  test("with costs only counts again too", async () => {
    const cost = MARCH.replace("81080,kWh", ",");
    const { member, ofPortal, imported } = await beside("Cost", csv(cost), powerBill("1"));
    assert.deepEqual(liveOf(await imported()), ["live 8000 none"]);
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual(liveOf(await imported()), ["live 8000 all"]);
  });
});

describe("costs of a meter without use", () => {
  test("are superseded by a portal bill with the use of the meter, although the imported bill has the use of another meter", async () => {
    const march = row("E100,Electric", "2026-03-04,2026-04-01", ",", "8000.00", "9");
    const { imported } = await beside("Mixed", csv(march, WATER.replace("05-03", "04-01")), powerBill("1"));
    assert.deepEqual(liveOf(await imported()), ["live 8061 kgal 2026-03-04..2026-04-02"]);
  });

  test("are superseded and count again although their days lie outside the days of use on their bill", async () => {
    const march = row("E100,Electric", "2026-03-04,2026-04-01", ",", "8000.00", "9");
    const water = row("W1,Water", "2026-01-01,2026-01-31", "5,kgal", "61.00", "9");
    const { member, ofPortal, imported } = await beside("Beyond", csv(march, water), powerBill("1"));
    assert.deepEqual(liveOf(await imported()), ["live 8061 kgal 2026-01-01..2026-02-01"]);
    await voidBill(member, (await ofPortal())[0]);
    assert.deepEqual(liveOf(await imported()), ["live 8061 all"]);
  });
});

test("a company without imports has no counted days to calculate, and the bills of another company are not changed", async () => {
  const one = await beside("One", csv(POWER, WATER), powerBill("1"));
  const stranger = await newMember(running, { name: "Stranger" });
  const [portal] = await one.ofPortal();
  assert.equal((await stranger.send("POST", `/v1/utility_bills/${portal}/void`)).statusCode, 404);
  assert.deepEqual(liveOf(await one.imported()), [PART]);
  const { rows } = await sql<{ origin: string; counted_days: unknown }>`
    select origin, counted_days from utility_bills where id = ${portal}`.execute(app.db);
  assert.deepEqual(rows, [{ origin: "portal", counted_days: null }]);
});
