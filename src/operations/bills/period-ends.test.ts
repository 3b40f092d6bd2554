/** The neighbours of a bill decide whether its printed end date counts, from statements to calendar months, in every order of arrival. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedApp } from "../../../test/app.ts";
import { insertFetched, newFetchedAccount, saveRead } from "../../../test/fetched.ts";
import { addDays } from "../../domain/calendar.ts";
import { goodStatement } from "../../domain/bills/statement.fixtures.ts";
import { runDerive } from "../../jobs/derived/derive.ts";
import type { Statement } from "../../records/statement.ts";
import { isJobThere } from "../../store/jobs.ts";
import { listMeters } from "../../store/records/meters.ts";
import { listMonths } from "../../store/derived/months.ts";
import { WHOLE_LIST } from "../../store/list-window.ts";
import { billsOf } from "../../store/store.fixtures.ts";

const opened = await sharedApp();
const { app } = opened;

interface Printed {
  start: string;
  end: string;
  kwh: number;
  cost: string;
  /** True when the template says that the last day counts; otherwise the template does not decide it. */
  declared?: "inclusive";
}

/** The statement of a bill that prints these days, read as a template reads it: the last day counts. */
function statementOf({ start, end, kwh, cost, declared }: Printed): Statement {
  const good = goodStatement();
  const [meter] = good.meters;
  const [charge] = meter?.charges ?? [];
  const [usage] = meter?.usages ?? [];
  assert.ok(meter && charge && usage);
  const period = { start_date: start, end_date: addDays(end, 1) };
  return {
    ...good,
    invoice_number: `of ${start}`,
    invoice_date: addDays(end, 3),
    ...(declared === undefined && { assumed_period_end: "inclusive" }),
    meters: [
      {
        ...meter,
        charges: [{ ...charge, ...period, amount: cost }],
        usages: [{ ...usage, ...period, amount: String(kwh) }],
      },
    ],
  };
}

async function newAccount() {
  const { member, account } = await newFetchedAccount(opened, "Neighbours");
  const { company_id, utility_account_id } = account;
  const save = async (printed: Printed) => {
    const id = await insertFetched(app, account, { name: `${printed.start} ${printed.end}` });
    await saveRead(app, account, id, statementOf(printed));
  };
  const live = async () => {
    const bills = await billsOf(app.db, company_id, { utility_account_id });
    return bills
      .filter(({ archived, invoice_number }) => !archived && invoice_number?.startsWith("of "))
      .map(({ period_start, period_end }) => `${period_start} ${period_end}`)
      .sort();
  };
  const months = async () => {
    const meters = await listMeters(app.db, company_id, { utility_account_id }, WHOLE_LIST);
    const meter = meters.find(({ meter_num }) => meter_num === "E100");
    assert.ok(meter);
    // This job alone: the queue of the shared app has those of other files too.
    const job = { company_id, utility_meter_id: meter.id };
    assert.ok(await isJobThere(app.db, "derive", job));
    await runDerive(app, job);
    const rows = await listMonths(app.db, company_id, [meter.id]);
    return rows.map(({ effective_month, distribution_kbtus, total_cost, days_covered, month_complete }) =>
      [
        effective_month.slice(0, 7),
        Number(((distribution_kbtus ?? Number.NaN) / 3.412).toFixed(6)),
        total_cost,
        `${days_covered}d`,
        month_complete ? "complete" : "open",
      ].join(" "),
    );
  };
  return { member, utility_account_id, company_id, save, live, months };
}

const SHARED_READ_DATE: Printed[] = [
  { start: "2023-01-10", end: "2023-02-09", kwh: 300, cost: "60.00" },
  { start: "2023-02-09", end: "2023-03-10", kwh: 290, cost: "58.00" },
];
const SHARED_MONTHS = ["2023-01 220 44 22d open", "2023-02 280 56 28d complete", "2023-03 90 18 9d open"];

for (const order of [
  [0, 1],
  [1, 0],
]) {
  test(`two bills that share a printed day are read so that it counts once, saved in the order ${order.join(", ")}`, async () => {
    const { save, live, months } = await newAccount();
    for (const index of order) await save(SHARED_READ_DATE[index] ?? { start: "", end: "", kwh: 0, cost: "0" });
    assert.deepEqual(await live(), ["2023-01-10 2023-02-09", "2023-02-09 2023-03-10"]);
    assert.deepEqual(await months(), SHARED_MONTHS);
  });
}

test("bills that follow on the day after keep their last day", async () => {
  const { save, live, months } = await newAccount();
  await save({ start: "2023-01-10", end: "2023-02-08", kwh: 300, cost: "60.00" });
  await save({ start: "2023-02-09", end: "2023-03-09", kwh: 290, cost: "58.00" });
  assert.deepEqual(await live(), ["2023-01-10 2023-02-09", "2023-02-09 2023-03-10"]);
  assert.deepEqual(await months(), SHARED_MONTHS);
});

test("where the last day is known to count, a day that two bills share belongs to the later one", async () => {
  const { save, live, months } = await newAccount();
  await save({ start: "2023-01-01", end: "2023-01-31", kwh: 300, cost: "30.00", declared: "inclusive" });
  await save({ start: "2023-01-31", end: "2023-02-28", kwh: 290, cost: "29.00", declared: "inclusive" });
  assert.deepEqual(await live(), ["2023-01-01 2023-02-01", "2023-01-31 2023-03-01"]);
  const [january, february] = await months();
  assert.match(january ?? "", /31d complete$/);
  assert.match(february ?? "", /28d complete$/);
});

test("one odd pair does not change the convention of the account: the shared day belongs to the later bill, without an overlap", async () => {
  const { save, live, months } = await newAccount();
  await save({ start: "2022-11-01", end: "2022-11-30", kwh: 300, cost: "30.00" });
  await save({ start: "2022-12-01", end: "2022-12-31", kwh: 310, cost: "31.00" });
  await save({ start: "2023-01-01", end: "2023-01-31", kwh: 310, cost: "31.00" });
  await save({ start: "2023-01-31", end: "2023-02-28", kwh: 290, cost: "29.00" });
  assert.deepEqual((await live()).slice(2), ["2023-01-01 2023-02-01", "2023-01-31 2023-03-01"]);
  assert.deepEqual(
    (await months()).map((month) => month.split(" ").at(-1)),
    ["complete", "complete", "complete", "complete"],
  );
});

test("the corrected bill refers to its predecessor, is in the change feed, and keeps its file", async () => {
  const { member, utility_account_id, company_id, save } = await newAccount();
  for (const printed of SHARED_READ_DATE) await save(printed);
  const bills = (await billsOf(app.db, company_id, { utility_account_id })).filter(
    ({ invoice_number }) => invoice_number === "of 2023-01-10",
  );
  const [first, second] = bills.toSorted((a, b) => a.id - b.id);
  assert.equal(bills.length, 2);
  assert.deepEqual([first?.archived, first?.archive_reason, first?.period_end], [true, "edited", "2023-02-10"]);
  assert.deepEqual(
    [second?.archived, second?.original_utility_bill_id, second?.period_end],
    [false, first?.id, "2023-02-09"],
  );
  assert.equal(second?.document_id, first?.document_id);
  const documents = await member.send("GET", `/v1/utility_accounts/${utility_account_id}/documents`);
  const rows = documents.json<{ utility_bill_id: number | null }[]>();
  const ids = new Set(rows.map(({ utility_bill_id }) => utility_bill_id));
  assert.ok(ids.has(second?.id ?? 0) && !ids.has(first?.id ?? 0));
});

test("a bill that a user has corrected is not changed", async () => {
  const { member, utility_account_id, company_id, save } = await newAccount();
  const [first, second] = SHARED_READ_DATE;
  assert.ok(first && second);
  await save(first);
  const saved = (await billsOf(app.db, company_id, { utility_account_id })).find(
    ({ invoice_number }) => invoice_number === "of 2023-01-10",
  );
  const edited = await member.send("PATCH", `/v1/utility_bills/${saved?.id}`, {
    amount_due: 1.5,
    accept: ["balance_does_not_add_up"],
  });
  assert.equal(edited.statusCode, 200, edited.body);
  await save(second);
  const now = await billsOf(app.db, company_id, { utility_account_id });
  const kept = now.find(({ id }) => id === edited.json<{ id: number }>().id);
  assert.deepEqual([kept?.archived, kept?.period_end, kept?.amount_due], [false, "2023-02-10", 1.5]);
});

test("many bills of an account, in any order, end with the same live bills", async () => {
  const printed = Array.from({ length: 5 }, (_, index): Printed => {
    const start = addDays("2023-01-10", index * 30);
    return { start, end: addDays(start, 30), kwh: 300, cost: "30.00" };
  });
  const orders = [
    [0, 2, 4, 1, 3],
    [4, 3, 2, 1, 0],
  ];
  for (const order of orders) {
    const { save, live } = await newAccount();
    for (const index of order) await save(printed[index] ?? { start: "", end: "", kwh: 0, cost: "0" });
    assert.deepEqual(
      await live(),
      printed.map(({ start, end }) => `${start} ${end}`),
    );
  }
});
