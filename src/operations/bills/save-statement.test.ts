import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedApp } from "../../../test/app.ts";
import { insertFetched, newFetchedAccount, saveRead } from "../../../test/fetched.ts";
import { withAccountCharges } from "../../domain/bills/account-charges.ts";
import { goodStatement } from "../../domain/bills/statement.fixtures.ts";
import type { Statement } from "../../records/statement.ts";
import { listCharges } from "../../store/bills/bill-rows.ts";
import { WHOLE_LIST } from "../../store/list-window.ts";
import { billsOf } from "../../store/store.fixtures.ts";
import { listMeters } from "../../store/records/meters.ts";
import { listProperties } from "../../store/records/properties.ts";

const opened = await sharedApp();
const { app } = opened;

/** Three versions of one bill: as first sent, corrected, and corrected once more. */
const VERSIONS: Statement[] = [
  goodStatement(),
  {
    ...goodStatement(),
    invoice_date: "2026-04-20",
    invoice_number: "77120-A",
    corrected: true,
    account_holder_name: "Second",
  },
  {
    ...goodStatement(),
    invoice_date: "2026-05-04",
    invoice_number: "77120-B",
    corrected: true,
    account_holder_name: "Third",
  },
];

async function newAccount() {
  const { member, account } = await newFetchedAccount(opened, "Versions");
  const { company_id, utility_account_id } = account;
  const fetched = (name: string) => insertFetched(app, account, { name });
  const read = (documentId: number, statement: Statement) => saveRead(app, account, documentId, statement);
  const versions = async () => {
    const bills = await billsOf(app.db, company_id, { utility_account_id });
    const own = bills.filter(({ invoice_number }) => invoice_number?.startsWith("77120"));
    const first = own.find(({ invoice_number }) => invoice_number === "77120");
    return own
      .map((bill) => ({
        invoice_number: bill.invoice_number,
        archived: bill.archived,
        leadsToFirst: bill.original_utility_bill_id === (first?.id ?? null),
      }))
      .sort((a, b) => (a.invoice_number ?? "").localeCompare(b.invoice_number ?? ""));
  };
  return { company_id, member, fetched, read, versions };
}

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];
for (const order of ORDERS) {
  test(`versions read in the order ${order.join(", ")} leave the newest live and lead to the first`, async () => {
    const { fetched, read, versions } = await newAccount();
    const fetchedVersions: { id: number; version: Statement }[] = [];
    for (const version of VERSIONS)
      fetchedVersions.push({ id: await fetched(`version ${version.invoice_number}`), version });
    for (const index of order) {
      const { id, version } = fetchedVersions[index] ?? assert.fail();
      assert.equal(await read(id, version), "accepted");
    }
    assert.deepEqual(await versions(), [
      { invoice_number: "77120", archived: true, leadsToFirst: false },
      { invoice_number: "77120-A", archived: true, leadsToFirst: true },
      { invoice_number: "77120-B", archived: false, leadsToFirst: true },
    ]);
  });
}

test("the same statement in another file is known and creates nothing", async () => {
  const { company_id, fetched, read, versions } = await newAccount();
  assert.equal(await read(await fetched("one"), goodStatement()), "accepted");
  const before = [
    await versions(),
    await listMeters(app.db, company_id, {}, WHOLE_LIST),
    await listProperties(app.db, company_id, {}, WHOLE_LIST),
  ];
  assert.equal(await read(await fetched("two"), goodStatement()), "known");
  assert.deepEqual(
    [
      await versions(),
      await listMeters(app.db, company_id, {}, WHOLE_LIST),
      await listProperties(app.db, company_id, {}, WHOLE_LIST),
    ],
    before,
  );
});

test("two workers that save the same document at the same time create one bill", async () => {
  const { fetched, read, versions } = await newAccount();
  const id = await fetched("raced");
  assert.deepEqual(await Promise.all([read(id, goodStatement()), read(id, goodStatement())]), ["accepted", "accepted"]);
  assert.equal((await versions()).length, 1);
});

test("meters of one address belong to one property", async () => {
  const { company_id, fetched, read } = await newAccount();
  await read(await fetched("one"), goodStatement());
  const meters = (await listMeters(app.db, company_id, {}, WHOLE_LIST)).filter(({ service_address }) =>
    service_address?.startsWith("1200"),
  );
  assert.equal(meters.length, goodStatement().meters.length);
  assert.equal(new Set(meters.map(({ property_id }) => property_id)).size, 1);
});

test("a meter that a user has set to supply stays a supply meter when the next bill arrives", async () => {
  const { company_id, member, fetched, read } = await newAccount();
  await read(await fetched("one"), goodStatement());
  const ofNumber = async (number: string) =>
    (await listMeters(app.db, company_id, {}, WHOLE_LIST)).find(({ meter_num }) => meter_num === number);
  const electric = await ofNumber("E100");
  await member.send("PATCH", `/v1/meters/${electric?.id}`, { association_type: "SUPPLY" });
  const next = goodStatement();
  for (const line of next.meters.flatMap(({ charges, usages }) => [...charges, ...usages])) {
    line.start_date = "2026-04-02";
    line.end_date = "2026-05-04";
  }
  await read(await fetched("two"), { ...next, invoice_number: "77121", invoice_date: "2026-05-06" });
  const bills = await member.send("GET", `/v1/meters/${electric?.id}/bills`);
  const { bills: listed } = bills.json<{ bills: { usages: { utility_meter_id: number; supply: boolean }[] }[] }>();
  assert.equal(listed.length, 2);
  for (const { utility_meter_id, supply } of listed.flatMap(({ usages }) => usages))
    assert.equal(supply, utility_meter_id === electric?.id);
});

test("the parts of a charge for the account are lines of their meters in one group", async () => {
  const { company_id, fetched, read } = await newAccount();
  const good = goodStatement();
  const [charge] = good.meters[0]?.charges ?? [];
  assert.ok(charge);
  const whole = { ...charge, description: "Paper bill", amount: "3.00" };
  const meters = withAccountCharges(good.meters, [whole]);
  const sums = { current_charges: "8198.78", amount_due: "8709.98" };
  assert.equal(await read(await fetched("one"), { ...good, ...sums, meters }), "accepted");
  const ids = (await billsOf(app.db, company_id, {})).map(({ id }) => id);
  const parts = (await listCharges(app.db, company_id, ids)).filter(({ description }) => description === "Paper bill");
  assert.deepEqual(parts.map(({ amount }) => amount).toSorted(), [0.05, 2.95]);
  assert.equal(new Set(parts.map(({ utility_meter_id }) => utility_meter_id)).size, 2);
  assert.equal(new Set(parts.map(({ line_item_group_id }) => line_item_group_id)).size, 1);
});
