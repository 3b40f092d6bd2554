/** An account as a portal gave it, for tests that import bills beside those of a portal. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { goodStatement } from "../src/domain/bills/statement.fixtures.ts";
import { ensureUtilityCompany, saveInventory } from "../src/store/records/accounts.ts";
import { takeOverImported } from "../src/store/imports/imported-accounts.ts";
import { billsOf } from "../src/store/store.fixtures.ts";
import { newMember, type TestApp } from "./app.ts";
import { insertFetched, saveRead } from "./fetched.ts";
import { insertRecords } from "./records.ts";

/** A company with the account 5512-004 of Sample Power, as a portal gave it. */
export async function openPortalAccount(running: Pick<TestApp, "app" | "server">, name: string) {
  const { app } = running;
  const member = await newMember(running, { name });
  const company_id = member.company_id;
  const { authorization_id } = await insertRecords(app, { id: company_id, uuid: member.company_uuid });
  const utility = {
    key: "sample-power",
    name: "Sample Power",
    energy_types: ["ELECTRIC"],
    time_zone: "America/Chicago",
  };
  const take = () =>
    app.db.transaction().execute(async (trx) => {
      const utility_company_id = await ensureUtilityCompany(trx, utility);
      const accounts = [{ external_id: "portal-7", acct_num: "5512-004", service_address: null }];
      const inventory = {
        company_id,
        authorization_id,
        utility_company_id,
        online_access_url: "https://portal.example.com",
        accounts,
      };
      const taken = await takeOverImported(trx, inventory);
      return { taken, created: await saveInventory(trx, inventory) };
    });
  /** The portal's own bill, of March if nothing else is said, read and saved. */
  const fetchMarch = async (utility_account_id: number, statement = goodStatement()) => {
    const bytes = Buffer.from(`%PDF the bill ${statement.invoice_number}`);
    const account = { company_id, company_uuid: member.company_uuid, utility_account_id, authorization_id };
    const document = { name: "march.pdf", external_id: statement.invoice_number ?? "march", bytes };
    await saveRead(app, account, await insertFetched(app, account, document), statement);
  };
  const accountId = async () => {
    const { rows } = await sql<{ id: number }>`
      select id from utility_accounts where company_id = ${company_id} and acct_num like '5512%'`.execute(app.db);
    assert.equal(rows.length, 1);
    return rows[0]?.id ?? 0;
  };
  const live = async () =>
    (await billsOf(app.db, company_id, { utility_account_id: await accountId() }))
      .filter(({ archived }) => !archived)
      .map(({ source_format, amount_due, counted_days }) => [source_format, amount_due, counted_days]);
  return { member, company_id, take, fetchMarch, accountId, live };
}
