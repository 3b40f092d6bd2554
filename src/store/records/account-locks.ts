/** The locks of accounts, which the writers of their bills hold. */
import { sql, type RawBuilder } from "kysely";
import type { Trx } from "../db.ts";

/**
 * Every writer of an account's bills, lines or bill texts holds this lock, so that two workers with the same bill cannot both
 * write it, and a holder never waits for the lock of a bill.
 */
export const lockAccount = (trx: Trx, companyId: number, id: number): Promise<void> =>
  lockAccounts(trx, companyId, sql`id = ${id}`);

/** Locks the accounts of bills. */
export const lockAccountsOfBills = (trx: Trx, companyId: number, billIds: readonly number[]): Promise<void> =>
  lockAccounts(
    trx,
    companyId,
    sql`id in (
      select utility_account_id from utility_bills where company_id = ${companyId} and id = any(${billIds}::bigint[]))`,
  );

/** Locks the accounts of meters. */
export const lockAccountsOfMeters = (trx: Trx, companyId: number, meterIds: readonly number[]): Promise<void> =>
  lockAccounts(
    trx,
    companyId,
    sql`id in (
      select utility_account_id from utility_meters where company_id = ${companyId} and id = any(${meterIds}::bigint[]))`,
  );

/** Locks the accounts that an authorization fetches. */
export const lockAccountsOfAuthorization = (trx: Trx, companyId: number, authorizationId: number): Promise<void> =>
  lockAccounts(trx, companyId, sql`authorization_id = ${authorizationId}`);

/** In id order, so that two writers never deadlock. */
export async function lockAccounts(trx: Trx, companyId: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    select 1 from utility_accounts where company_id = ${companyId} and ${which}
    order by id for no key update`.execute(trx);
}
