/** A customer with separate distribution and supply companies: from the bills of the sandbox to months, roll-ups and snapshots. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { truthOf } from "../../../sandbox/world/truth.ts";
import { createWorld } from "../../../sandbox/world/world.ts";
import { createDocuments } from "../../../sandbox/web/documents.ts";
import { newMember, sharedApp } from "../../../test/app.ts";
import { deriveAll } from "../../../test/derived.ts";
import { insertFetched } from "../../../test/fetched.ts";
import { listBillsOfMeter } from "../../store/derived/meter-bills.ts";
import { ensureUtilityCompany, saveInventory } from "../../store/records/accounts.ts";
import { insertAuthorization } from "../../store/authorizations/authorizations.ts";
import { runParse } from "../bills/parse.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Split" });
const { company_id, company_uuid } = member;
const UTILITY = "northgate-electric";
const accounts = createWorld().accountsOf(UTILITY, "demo_supply_split") ?? [];
/** More than a year, so that there is a snapshot. */
const BILLS = 14;

/** Both accounts with their newest bills, as a visit to the portal leaves them; the documents wait to be read. */
async function fetchAll(): Promise<number[]> {
  const url = "https://northgate.example.com/";
  const drawn = createDocuments();
  const ids = await app.db.transaction().execute(async (trx) => {
    const authorization = await insertAuthorization(trx, { company_id, online_access_url: url });
    const utility_company_id = await ensureUtilityCompany(trx, {
      key: UTILITY,
      name: "Northgate Electric",
      energy_types: ["ELECTRIC"],
      time_zone: "America/Chicago",
    });
    const authorization_id = authorization?.id ?? 0;
    const found = accounts.map(({ number, serviceAddress }) => ({
      external_id: number,
      acct_num: number,
      service_address: serviceAddress,
    }));
    const accountIds = await saveInventory(trx, {
      company_id,
      authorization_id,
      utility_company_id,
      online_access_url: url,
      accounts: found,
    });
    return accountIds.map((utility_account_id) => ({ utility_account_id, authorization_id }));
  });
  const documents: number[] = [];
  for (const [at, account] of accounts.entries()) {
    for (const bill of account.bills.slice(-BILLS)) {
      const id = await insertFetched(
        app,
        { company_id, company_uuid, ...(ids[at] ?? assert.fail()) },
        {
          name: `${bill.billNumber}.pdf`,
          external_id: bill.documentId,
          listed_date: bill.billDay,
          bytes: Buffer.from(await drawn.fetch(UTILITY, account, bill)),
        },
      );
      documents.push(id);
    }
  }
  return documents;
}

interface Meter {
  id: number;
  association_type: string;
  meter_wrapper_id: number;
  meter_num: string;
  property_id: number;
  supply_only: boolean;
  utility_account: { acct_num: string };
}
interface Month {
  effective_month: string;
  distribution_kbtus: number | null;
  supply_kbtus: number | null;
  distribution_lbs_co2: number | null;
  supply_lbs_co2: number | null;
  total_cost: number | null;
  month_complete: boolean;
}

const signal = new AbortController().signal;
const documents = await fetchAll();
// Two workers, each with the bills of one account.
await Promise.all(
  [documents.slice(0, BILLS), documents.slice(BILLS)].map(async (list) => {
    for (const document_id of list) await runParse(app, { company_id, document_id }, signal);
  }),
);
await deriveAll(app);
const get = async <Answer>(url: string) => (await member.send("GET", url)).json<Answer>();
const meters = await get<Meter[]>("/v1/meters");

test("the meter is two meters of one wrapper at one property, one for each company", () => {
  assert.equal(meters.length, 2);
  assert.deepEqual(
    new Set(meters.map(({ association_type }) => association_type)),
    new Set(["DISTRIBUTION", "SUPPLY"]),
  );
  for (const name of ["meter_wrapper_id", "meter_num", "property_id"] as const)
    assert.equal(new Set(meters.map((meter) => meter[name])).size, 1, name);
  for (const { association_type, supply_only } of meters) assert.equal(supply_only, association_type === "SUPPLY");
});

test("supplied energy is under supply in the bill and the month of its meter, and nowhere else", async () => {
  for (const { id, association_type, utility_account } of meters) {
    const { monthly_meter_data: months } = await get<{ monthly_meter_data: Month[] }>(`/v1/meters/${id}/monthly`);
    assert.ok(months.length > BILLS - 1);
    for (const month of months) {
      const [own, other] =
        association_type === "SUPPLY"
          ? [month.supply_kbtus, month.distribution_kbtus]
          : [month.distribution_kbtus, month.supply_kbtus];
      assert.ok(own !== null && own > 0 && other === null, month.effective_month);
    }
    const truth =
      truthOf(accounts.filter(({ number }) => number === utility_account.acct_num)).accounts[0]?.bills ?? [];
    const used = truth
      .slice(-BILLS)
      .flatMap((bill) => bill.meters.flatMap(({ usages }) => usages))
      .reduce((sum, { amount }) => sum + amount, 0);
    const bills = await listBillsOfMeter(app.db, company_id, id);
    assert.equal(
      bills.flatMap(({ usages }) => usages).reduce((sum, { amount }) => sum + amount, 0),
      used,
    );
    assert.deepEqual(
      new Set(bills.flatMap(({ usages }) => usages).map(({ supply }) => supply)),
      new Set([association_type === "SUPPLY"]),
    );
  }
});

test("the property shows both, adds up the money, and counts the energy once", async () => {
  const [meter] = meters;
  const url = `/v1/properties/${meter?.property_id}`;
  await member.send("PATCH", url, { sq_ft: 1000 });
  await deriveAll(app);
  const { property_aggregated_monthly_data: months } = await get<{ property_aggregated_monthly_data: Month[] }>(
    `${url}/monthly`,
  );
  const ofMeters = await Promise.all(
    meters.map(
      async ({ id }) => (await get<{ monthly_meter_data: Month[] }>(`/v1/meters/${id}/monthly`)).monthly_meter_data,
    ),
  );
  const whole = months.filter(({ month_complete }) => month_complete);
  assert.ok(whole.length >= 12);
  for (const month of months) {
    assert.equal(month.supply_kbtus, month.distribution_kbtus, month.effective_month);
    assert.equal(month.supply_lbs_co2, month.distribution_lbs_co2);
    const parts = ofMeters.flat().filter(({ effective_month }) => effective_month === month.effective_month);
    const cents = parts.reduce((sum, { total_cost }) => sum + Math.round((total_cost ?? Number.NaN) * 100), 0);
    assert.equal(Math.round((month.total_cost ?? Number.NaN) * 100), cents);
  }
  const { snapshot_data } = await get<{
    snapshot_data: { effective_month: string; current_kbtus_per_sq_ft: number }[];
  }>(`${url}/snapshots`);
  const [first] = snapshot_data;
  assert.ok(first);
  const year = whole.filter(({ effective_month }) => effective_month < first.effective_month).slice(-12);
  const energy = year.reduce((sum, { distribution_kbtus }) => sum + (distribution_kbtus ?? Number.NaN), 0);
  assert.ok(Math.abs(first.current_kbtus_per_sq_ft - energy / 1000) < 1e-5);
});
