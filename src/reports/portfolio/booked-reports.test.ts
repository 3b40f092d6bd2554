/** Bills to pay and bookings, from bills in a real database to rows, and what is exported when bills are written between two exports. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertMeter, insertMeterBills, insertPlace } from "../../../test/derived.ts";
import type { DaysOfMeter } from "../../records/bill.ts";
import type { Row } from "../../records/table.ts";
import { readBookedIds } from "../../store/bills/booked-bills.ts";
import { bookedUntil } from "../../store/bills/bookings.ts";
import { setCountedDays } from "../../store/bills/counted-days.ts";
import { insertProperty, months, patch, pick, readReport, type Options } from "../../../test/portfolio-reports.ts";

const opened = await sharedApp();
const { app } = opened;

describe("bills to pay", async () => {
  const member = await newMember(opened, { name: "Payable" });
  const office = await insertProperty(
    app,
    member,
    months("2025-10-01", 3, (index) => ({ amount: 100, costs: { usage_cost: 100 + index, tax_cost: 7.01 } })),
  );
  const shop = await insertProperty(
    app,
    member,
    months("2025-11-01", 1, () => ({ amount: 10, costs: { usage_cost: 20 } })),
  );
  await patch(member, `/v1/properties/${office.property_id}`, {
    name: "Office",
    cost_center: "100",
    gl_account: "6000",
  });
  await patch(member, `/v1/properties/${shop.property_id}`, { name: "Shop" });
  const accept = ["balance_does_not_add_up", "charges_do_not_add_up"];
  const dated = async (id: number | undefined, body: object) =>
    (await patch(member, `/v1/utility_bills/${id}`, { ...body, accept })).id;
  // Each edit makes another version of the bill.
  const october = await dated(office.bills[0], { due_date: "2025-11-20" });
  const december = await dated(office.bills[2], {
    due_date: "2026-01-25",
    previous_balance: 0,
    late_fee_date: "2026-02-01",
  });
  const november = await dated(shop.bills[0], { due_date: "2026-01-10" });

  test("are listed by due date, those without one last, each with the days that are left", async () => {
    const { rows } = await readReport(app, member, "accounts_payable");
    assert.deepEqual(pick(rows, "bills", "due_date", "days_to_due"), [
      [[october], "2025-11-20", -61],
      [[november], "2026-01-10", -10],
      [[december], "2026-01-25", 5],
      [[office.bills[1]], null, null],
    ]);
  });

  test("are put in order in pieces of any size", async () => {
    const window = { since: null, until: null, until_xid: await bookedUntil(app.db) };
    const filter = { window, invoiced: {}, due: {}, property_id: null, utility: null };
    const read = async (pieces: { ordered: number; batch: number }) =>
      (await Array.fromAsync(readBookedIds(app.db, member.company_id, filter, "due_date", pieces))).flat();
    const whole = await read({ ordered: 100, batch: 100 });
    assert.deepEqual(whole.slice(0, 3), [october, november, december]);
    // Those without a due date: one, and the first versions of the edited ones.
    assert.deepEqual([whole.length, new Set(whole).size, whole.includes(office.bills[1] ?? 0)], [7, 7, true]);
    for (const ordered of [1, 2, 7]) assert.deepEqual(await read({ ordered, batch: 2 }), whole);
  });

  test("are those that no later bill of the account carries, and only they have an amount to pay", async () => {
    const { rows, totals } = await readReport(app, member, "accounts_payable");
    assert.deepEqual(pick(rows, "state", "to_pay", "current_charges"), [
      ["carried", null, 107.01],
      ["to_pay", 20, 20],
      ["to_pay", 109.01, 109.01],
      ["carried", null, 108.01],
    ]);
    assert.deepEqual([totals["to_pay"], totals["current_charges"]], [129.01, 344.03]);
  });

  test("say where they are booked: of the meter, else the account, else the property", async () => {
    const costing = async () =>
      pick((await readReport(app, member, "accounts_payable")).rows, "property", "cost_center", "gl_account").slice(
        1,
        3,
      );
    assert.deepEqual(await costing(), [
      ["Shop", null, null],
      ["Office", "100", "6000"],
    ]);
    await patch(member, `/v1/utility_accounts/${office.utility_account_id}`, { cost_center: "200" });
    await patch(member, `/v1/meters/${office.meter.id}`, { gl_account: "6300" });
    assert.deepEqual((await costing())[1], ["Office", "200", "6300"]);
  });

  test("can be limited to due dates, bill dates, a property or a utility", async () => {
    const bills = async (options: Options) =>
      pick((await readReport(app, member, "accounts_payable", options)).rows, "bills").flat(2);
    assert.deepEqual(await bills({ due: { from: "2026-01-01", to: "2026-01-25" } }), [november]);
    assert.deepEqual(await bills({ range: { from: "2026-01-01" } }), [december]);
    assert.deepEqual(await bills({ property_id: shop.property_id }), [november]);
    assert.equal((await bills({ utility: "example" })).length, 4);
    assert.deepEqual(await bills({ utility: "another" }), []);
  });

  test("open with what is due soon and what is past its date", async () => {
    const { opening, notes } = await readReport(app, member, "accounts_payable");
    assert.equal(opening?.answer, "1 bill, $109, is due within 14 days; the due date of 1 ($20) has passed.");
    assert.match(notes.join(" "), /Whether a bill has been paid is not known/);
  });
});

describe("an export of what is new", async () => {
  const member = await newMember(opened, { name: "Exports" });
  const place = await insertProperty(
    app,
    member,
    months("2025-01-01", 3, () => ({ amount: 10, costs: { usage_cost: 10 } })),
  );
  const [first = 0, second = 0, third = 0] = place.bills;
  const bill = (start: string) => months(start, 1, () => ({ amount: 10, costs: { usage_cost: 10 } }));
  const exported = async (since: string, isWaiting = true) => {
    const { rows, nextSince } = await readReport(app, member, "accounts_payable", { since }, isWaiting);
    return {
      bills: pick(rows, "bills", "state").map(([ids, state]) => [...(Array.isArray(ids) ? ids : []), state]),
      nextSince,
    };
  };

  test("has each bill once, whatever happens between two exports", async () => {
    const { rows, nextSince } = await readReport(app, member, "accounts_payable");
    assert.deepEqual(pick(rows, "bills").flat(2), [first, second, third]);
    assert.deepEqual((await exported(nextSince)).bills, []);

    const [fourth] = await place.insert(bill("2025-04-01"));
    const corrected = (await patch(member, `/v1/utility_bills/${first}`, { due_date: "2025-02-20" })).id;
    assert.equal((await member.send("POST", `/v1/utility_bills/${second}/void`)).statusCode, 200);
    const news = await exported(nextSince);
    assert.deepEqual(
      news.bills.toSorted((a, b) => Number(a[0]) - Number(b[0])),
      [
        [first, "replaced"],
        [second, "withdrawn"],
        [fourth, "to_pay"],
        [corrected, "to_pay"],
      ],
    );
    assert.deepEqual((await exported(news.nextSince)).bills, []);
    // The same part again, after more has happened.
    await place.insert(bill("2025-05-01"));
    const again = await readReport(app, member, "accounts_payable", { since: nextSince, until: news.nextSince });
    assert.equal(again.rows.length, 4);
    assert.equal(again.nextSince, news.nextSince);
  });

  test("has a bill whose transaction began before the export and ended after it: in the next one", async () => {
    const { nextSince: before } = await exported((await readReport(app, member, "accounts_payable")).nextSince);
    const { promise: isRead, resolve: go } = Promise.withResolvers<void>();
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
    const writing = app.db.transaction().execute(async (trx) => {
      // Takes its transaction id before the export.
      await trx.updateTable("properties").set({ name: "Late" }).where("id", "=", place.property_id).execute();
      begun();
      await isRead;
      await trx
        .insertInto("bill_bookings")
        .values([{ company_id: member.company_id, utility_bill_id: third, sign: -1 }])
        .execute();
    });
    await hasBegun;
    const during = await exported(before, false);
    assert.deepEqual(during.bills, []);
    go();
    await writing;
    assert.deepEqual(
      (await exported(during.nextSince)).bills.map(([id]) => id),
      [third],
    );
  });

  test("may begin with a day: that on which bills were saved", async () => {
    const saved = (await readReport(app, member, "accounts_payable")).rows[0]?.["saved_on"];
    assert.equal(typeof saved, "string");
    assert.ok((await exported(String(saved))).bills.length > 0);
    assert.deepEqual((await exported("2999-01-01")).bills, []);
  });

  test("from a place of another database is refused", async () => {
    await assert.rejects(
      readReport(app, member, "accounts_payable", { since: "booking-18446744073709551615" }),
      /another database/,
    );
  });
});

describe("the general ledger", async () => {
  const member = await newMember(opened, { name: "Ledger" });
  const place = await insertProperty(
    app,
    member,
    months("2025-01-01", 2, (index) => ({
      amount: 10,
      costs: { usage_cost: 10.11 + index, demand_cost: 0.1, tax_cost: 0.2, other_applied_cost: -3.33 },
    })),
  );
  const [january = 0, february = 0] = place.bills;
  await patch(member, `/v1/properties/${place.property_id}`, { name: "Mill", cost_center: "300" });
  const cents = (rows: readonly Row[]) => rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);

  test("has a row for each class of charge of a bill, which together are its charges to the cent", async () => {
    const { rows, totals } = await readReport(app, member, "general_ledger");
    const ofJanuary = rows.filter(({ bills }) => Array.isArray(bills) && bills.includes(january));
    assert.deepEqual(
      pick(ofJanuary, "posting_date", "entry", "property", "energy_type", "charge_type", "cost_center", "amount"),
      [
        ["2025-02-01", "bill", "Mill", "ELECTRIC", "usage_cost", "300", 10.11],
        ["2025-02-01", "bill", "Mill", "ELECTRIC", "demand_cost", "300", 0.1],
        ["2025-02-01", "bill", "Mill", "ELECTRIC", "tax_cost", "300", 0.2],
        ["2025-02-01", "bill", "Mill", "ELECTRIC", "other_applied_cost", "300", -3.33],
      ],
    );
    const { total_charges, charges } = (await member.send("GET", `/v1/utility_bills/${january}`)).json<{
      total_charges: number | null;
      charges: { amount: number }[];
    }>();
    assert.equal(total_charges, null);
    assert.equal(cents(ofJanuary), cents(charges));
    assert.equal(totals["amount"], 15.16);
  });

  test("takes back a bill that was corrected, row by row, and books the corrected one", async () => {
    const { nextSince } = await readReport(app, member, "general_ledger");
    const { charges } = (await member.send("GET", `/v1/utility_bills/${january}`)).json<{
      charges: { id: number }[];
    }>();
    const edited = charges.map(({ id }, at) => (at === 0 ? { id, amount: 20 } : { id }));
    const corrected = await patch(member, `/v1/utility_bills/${january}`, {
      charges: edited,
      accept: ["charges_do_not_add_up", "balance_does_not_add_up"],
    });
    const { rows, opening } = await readReport(app, member, "general_ledger", { since: nextSince });
    const of = (id: number) => rows.filter(({ bills }) => Array.isArray(bills) && bills.includes(id));
    assert.deepEqual(pick(of(january), "entry", "amount"), [
      ["reversal", -10.11],
      ["reversal", -0.1],
      ["reversal", -0.2],
      ["reversal", 3.33],
    ]);
    assert.deepEqual([cents(of(january)), cents(of(corrected.id)), rows.length], [-708, 1697, 8]);
    assert.equal(opening?.answer, "1 bill adds up to $9.89; 1 earlier bill is taken back.");
    const all = await readReport(app, member, "general_ledger");
    assert.equal(cents(all.rows), 1697 + 808);
  });

  test("takes back a bill when another one covers all of its days, and books it again when that is gone", async () => {
    const setDays = (counted_days: DaysOfMeter[] | null) =>
      app.db.transaction().execute((trx) => setCountedDays(trx, member.company_id, [{ id: february, counted_days }]));
    const { nextSince } = await readReport(app, member, "general_ledger");
    await setDays([]);
    // Saying it again books nothing.
    await setDays([]);
    const covered = await readReport(app, member, "general_ledger", { since: nextSince });
    assert.deepEqual([covered.rows.length, cents(covered.rows)], [4, -808]);
    await setDays(null);
    const again = await readReport(app, member, "general_ledger", { since: covered.nextSince });
    assert.deepEqual([again.rows.length, cents(again.rows)], [4, 808]);
  });

  test("splits a bill by the cost centers of its meters, and of one property has only its part", async () => {
    const other = await insertPlace(app, member.company_id);
    await patch(member, `/v1/properties/${other.property_id}`, { name: "Barn", cost_center: "400" });
    const id = await insertMeter(app, place, { energy_type: "GAS", unit: "therms" });
    await patch(member, `/v1/meters/${id}`, { property_id: other.property_id });
    const gas = { id, energy_type: "GAS" as const, unit: "therms" };
    await insertMeterBills(app, place, gas, [
      { start: "2025-06-01", end: "2025-07-01", amount: 1, costs: { usage_cost: 5 } },
    ]);
    const { rows, notes } = await readReport(app, member, "general_ledger", { property_id: other.property_id });
    assert.deepEqual(pick(rows, "property", "energy_type", "cost_center", "amount"), [["Barn", "GAS", "400", 5]]);
    assert.match(notes.join(" "), /1 row has no cost center or no general ledger account/);
  });
});
