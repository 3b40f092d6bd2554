/** The records of a company at utilities for trying the service: how many there are, and their removal, account by account. */
import { sql } from "kysely";
import type { Sql, Trx } from "../db.ts";

/** Authorizations that are at one of these utilities, or at none that is known yet; the caller knows which of these are. */
export function listPossibleDemoAuthorizations(db: Sql, companyId: number, utilityKeys: readonly string[]) {
  return db
    .selectFrom("authorizations as a")
    .leftJoin("utility_companies as utility", "utility.id", "a.utility_company_id")
    .select(["a.id", "a.online_access_url", "a.revoked_at", "utility.key as utility_key"])
    .where("a.company_id", "=", companyId)
    .where((eb) => eb.or([eb("utility.key", "in", utilityKeys), eb("utility.key", "is", null)]))
    .orderBy("a.id")
    .execute();
}

export async function listDemoAccounts(db: Sql, companyId: number, utilityKeys: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom("utility_accounts as account")
    .innerJoin("utility_companies as utility", "utility.id", "account.utility_company_id")
    .select("account.id")
    .where("account.company_id", "=", companyId)
    .where("utility.key", "in", utilityKeys)
    .orderBy("account.id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function countLiveBills(db: Sql, companyId: number, accountIds: number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from utility_bills
    where company_id = ${companyId} and not archived and utility_account_id = any (${accountIds})`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Deletes an account with everything that follows from it, and the properties that had meters of it alone. Returns the ids of
 * the files that nothing may refer to any more.
 */
export async function deleteAccount(trx: Trx, companyId: number, id: number): Promise<number[]> {
  const own = sql`company_id = ${companyId} and utility_account_id = ${id}`;
  await sql`select 1 from utility_accounts where company_id = ${companyId} and id = ${id} for update`.execute(trx);
  const files = await sql<{ id: number }>`select distinct file_id as id from documents where ${own}`.execute(trx);
  const meters = await sql<{ property_id: number | null; meter_wrapper_id: number }>`
    select property_id, meter_wrapper_id from utility_meters where ${own}`.execute(trx);
  await sql`delete from utility_accounts where company_id = ${companyId} and id = ${id}`.execute(trx);
  const wrappers = meters.rows.map((meter) => meter.meter_wrapper_id);
  await sql`
    delete from meter_wrappers wrapper where company_id = ${companyId} and id = any (${wrappers}) and not exists (
      select 1 from utility_meters m where m.company_id = wrapper.company_id and m.meter_wrapper_id = wrapper.id)`.execute(
    trx,
  );
  const properties = meters.rows.flatMap(({ property_id }) => property_id ?? []);
  await sql`
    delete from properties property where company_id = ${companyId} and id = any (${properties})
      and not exists (
        select 1 from utility_meters m where m.company_id = property.company_id and m.property_id = property.id)
      and not exists (
        select 1 from documents d where d.company_id = property.company_id and d.property_id = property.id)`.execute(
    trx,
  );
  return files.rows.flatMap((file) => file.id ?? []);
}

/** Deletes stopped authorizations that no document or account refers to. */
export async function deleteAuthorizations(trx: Trx, companyId: number, ids: number[]): Promise<void> {
  await sql`
    delete from authorizations a where company_id = ${companyId} and id = any (${ids}) and revoked_at is not null
      and not exists (
        select 1 from utility_accounts own where own.company_id = a.company_id and own.authorization_id = a.id)
      and not exists (select 1 from documents d where d.company_id = a.company_id and d.authorization_id = a.id)`.execute(
    trx,
  );
}
