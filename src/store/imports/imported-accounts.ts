/** Accounts by utility name and number: found among portal accounts, or created as imported ones. */
import { sql, type RawBuilder } from "kysely";
import { bareNumber } from "../../domain/bills/bill-identity.ts";
import { bareName } from "../../domain/imports/row.ts";
import { bareNumberOf } from "../bare-number.ts";
import type { Inventory } from "../records/accounts.ts";
import { lockAccounts } from "../records/account-locks.ts";
import type { Sql, Trx } from "../db.ts";

/** Utilities named by an import are visible to its company only; the table is shared, so their key contains the company. */
const ownKey = (companyId: number, utilityKey: string) => `imported:${companyId}:${utilityKey}`;

/** Normalizes the spelling of names, by the same database expression on both sides of a comparison. */
const bareNameOf = (text: RawBuilder<unknown>) => sql`lower(regexp_replace(${text}, '[[:space:][:punct:]]', '', 'g'))`;
const asText = (text: string) => sql`${text}::text`;

export interface NamedAccount {
  utility_company: string;
  acct_num: string;
}

/** Finds or creates the account of the company. */
export async function ensureNamedAccount(
  trx: Trx,
  companyId: number,
  account: NamedAccount,
): Promise<{ id: number; created: boolean }> {
  const known = await findNamedAccount(trx, companyId, account);
  if (known !== undefined) return { id: known.id, created: false };
  const inserted = await trx
    .insertInto("utility_accounts")
    .values({
      company_id: companyId,
      utility_company_id: await ensureNamedUtility(trx, companyId, account),
      authorization_id: null,
      external_id: `imported ${bareNumber(account.acct_num)}`,
      acct_num: account.acct_num,
      delivery_method: "Imported",
    })
    .onConflict((conflict) => conflict.constraint("utility_account_unique").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted !== undefined) return { id: inserted.id, created: true };
  // Another import has just created it.
  const made = await findNamedAccount(trx, companyId, account);
  if (made === undefined) throw new Error("an existing account was not found");
  return { id: made.id, created: false };
}

/** A portal account takes precedence over an imported one. */
export function findNamedAccount(db: Sql, companyId: number, { utility_company, acct_num }: NamedAccount) {
  return db
    .selectFrom("utility_accounts as account")
    .innerJoin("utility_companies as utility", "utility.id", "account.utility_company_id")
    .select(["account.id", "account.status"])
    .where("account.company_id", "=", companyId)
    .where(sql<boolean>`${bareNumberOf(sql.ref("account.acct_num"))} = ${bareNumberOf(asText(acct_num))}`)
    .where(sql<boolean>`${bareNameOf(sql.ref("utility.name"))} = ${bareNameOf(asText(utility_company))}`)
    .orderBy(sql`account.authorization_id is null`)
    .orderBy("account.id")
    .executeTakeFirst();
}

/** The accounts of a company with this number, at whatever utility; two at most, since more make no difference. */
export async function listAccountsWithNumber(db: Sql, companyId: number, acctNum: string): Promise<number[]> {
  const rows = await db
    .selectFrom("utility_accounts as account")
    .select("account.id")
    .where("account.company_id", "=", companyId)
    .where(sql<boolean>`${bareNumberOf(sql.ref("account.acct_num"))} = ${bareNumberOf(asText(acctNum))}`)
    .orderBy("account.id")
    .limit(2)
    .execute();
  return rows.map(({ id }) => id);
}

/** An account of the named utility with a live bill of a meter of one of these numbers. */
export async function findBilledUnder(
  db: Sql,
  companyId: number,
  utilityCompany: string,
  meterNums: readonly string[],
): Promise<{ acct_num: string; meter_num: string } | undefined> {
  const { rows } = await sql<{ acct_num: string; meter_num: string }>`
    select account.acct_num, meter.meter_num
    from utility_meters meter
    join utility_accounts account on account.company_id = meter.company_id and account.id = meter.utility_account_id
    join utility_companies utility on utility.id = account.utility_company_id
    where meter.company_id = ${companyId}
      and ${bareNumberOf(sql.ref("meter.meter_num"))} in (
        select ${bareNumberOf(sql.ref("printed"))} from unnest(${meterNums}::text[]) printed)
      and ${bareNameOf(sql.ref("utility.name"))} = ${bareNameOf(asText(utilityCompany))}
      and exists (
        select from bill_meters link
        join utility_bills bill on bill.company_id = link.company_id and bill.id = link.utility_bill_id
        where link.company_id = meter.company_id and link.utility_meter_id = meter.id and not bill.archived)
    order by account.id, meter.id limit 1`.execute(db);
  return rows[0];
}

/** The portal utility with this name, otherwise the company's own. Never one named by another company. */
async function ensureNamedUtility(trx: Trx, companyId: number, { utility_company }: NamedAccount): Promise<number> {
  const known = await trx
    .selectFrom("utility_companies")
    .select("id")
    .where("key", "not like", "imported:%")
    .where(sql<boolean>`${bareNameOf(sql.ref("name"))} = ${bareNameOf(asText(utility_company))}`)
    .orderBy("id")
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  const { id } = await trx
    .insertInto("utility_companies")
    // Only the name is known; such a utility has no portal to visit.
    .values({
      key: ownKey(companyId, bareName(utility_company)),
      name: utility_company,
      energy_types: [],
      time_zone: "UTC",
    })
    .onConflict((conflict) => conflict.column("key").doUpdateSet((eb) => ({ name: eb.ref("utility_companies.name") })))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Turns imported accounts that an inventory finds into portal accounts, with all their bills. Returns the ids of these accounts.
 * Existing portal accounts are not changed.
 */
export async function takeOverImported(trx: Trx, inventory: Inventory): Promise<number[]> {
  const { company_id, authorization_id, utility_company_id, online_access_url } = inventory;
  const taken: number[] = [];
  const numbers = inventory.accounts.map(({ acct_num }) => acct_num);
  // All are locked in id order first, because the portal lists them in another order.
  await lockAccounts(
    trx,
    company_id,
    sql`authorization_id is null and ${bareNumberOf(sql.ref("acct_num"))} in (
      select ${bareNumberOf(sql.ref("listed"))} from unnest(${numbers}::text[]) listed)`,
  );
  for (const { external_id, acct_num, service_address } of inventory.accounts) {
    const { rows } = await sql<{ id: number }>`
      update utility_accounts set
        authorization_id = ${authorization_id}, utility_company_id = ${utility_company_id},
        external_id = ${external_id}, acct_num = ${acct_num},
        service_address = coalesce(${service_address}, service_address),
        online_access_url = ${online_access_url}, delivery_method = 'Automated', updated_at = now()
      where company_id = ${company_id} and id = (
        select imported.id from utility_accounts imported
        join utility_companies named on named.id = imported.utility_company_id
        join utility_companies found on found.id = ${utility_company_id}
        where imported.company_id = ${company_id} and imported.authorization_id is null
          and ${bareNumberOf(sql.ref("imported.acct_num"))} = ${bareNumberOf(asText(acct_num))}
          and ${bareNameOf(sql.ref("named.name"))} = ${bareNameOf(sql.ref("found.name"))}
          and not exists (
            select 1 from utility_accounts other
            where other.company_id = ${company_id} and other.utility_company_id = ${utility_company_id}
              and other.external_id = ${external_id})
        order by imported.id limit 1)
      returning id`.execute(trx);
    taken.push(...rows.map(({ id }) => id));
  }
  return taken;
}
