/** The bill that each account waits for: kept up to date with the account's bills, and found when it is late. */
import { sql } from "kysely";
import { BILLS_LOOKED_AT, expectedBill, type ArrivedBill } from "../../domain/coverage/rhythm.ts";
import type { Day } from "../../records/scalars.ts";
import type { Sql, Trx } from "../db.ts";
import { readOne } from "../list-window.ts";

/** Several bills can share a period: those of a supplier, of another meter, of an import beside the portal. */
const BILLS_READ = 4 * BILLS_LOOKED_AT;

/**
 * Calculates the expected bills of these accounts from their live bills. Call it after the bills are committed, with no lock of
 * an account: the rows are locked here, in id order, so that a slower caller with older bills does not write last.
 */
export async function refreshExpectedBills(trx: Trx, companyId: number, accountIds: readonly number[]): Promise<void> {
  const ids = [...new Set(accountIds)].sort((a, b) => a - b);
  await sql`
    insert into expected_bills (company_id, utility_account_id, billed_until)
    select ${companyId}, id, '-infinity' from unnest(${ids}::bigint[]) as account (id) order by id
    on conflict do nothing`.execute(trx);
  await sql`
    select 1 from expected_bills where company_id = ${companyId} and utility_account_id = any(${ids}::bigint[])
    order by utility_account_id for no key update`.execute(trx);
  const { rows } = await sql<ArrivedBill & { utility_account_id: number }>`
    select account.id as utility_account_id, bill.*
    from unnest(${ids}::bigint[]) as account (id), lateral (
      select period_start as start_date, period_end as end_date, invoice_date,
        (created_at at time zone 'UTC')::date as received_on
      from utility_bills
      where company_id = ${companyId} and utility_account_id = account.id and not archived and period_end is not null
      order by period_end desc, period_start desc limit ${BILLS_READ}) bill`.execute(trx);
  const bills = Map.groupBy(rows, ({ utility_account_id }) => utility_account_id);
  const without = ids.filter((id) => !bills.has(id));
  if (without.length > 0)
    await sql`
      delete from expected_bills
      where company_id = ${companyId} and utility_account_id = any(${without}::bigint[])`.execute(trx);
  const expected = [...bills].map(([id, own]) => ({
    id,
    billed_until: own.reduce((end, { end_date }) => (end_date > end ? end_date : end), ""),
    bill: expectedBill(own),
  }));
  const arrayOf = (of: (one: (typeof expected)[number]) => string | number | null) => expected.map(of);
  await sql`
    update expected_bills expected set
      notified_at = case when expected.billed_until = given.billed_until then expected.notified_at end,
      billed_until = given.billed_until, period_days = given.period_days, arrival_days = given.arrival_days,
      late_days = given.late_days, expected_on = given.expected_on, late_on = given.late_on
    from unnest(
      ${arrayOf(({ id }) => id)}::bigint[], ${arrayOf(({ billed_until }) => billed_until)}::date[],
      ${arrayOf(({ bill }) => bill?.period_days ?? null)}::integer[],
      ${arrayOf(({ bill }) => bill?.arrival_days ?? null)}::integer[],
      ${arrayOf(({ bill }) => bill?.late_days ?? null)}::integer[],
      ${arrayOf(({ bill }) => bill?.expected_on ?? null)}::date[],
      ${arrayOf(({ bill }) => bill?.late_on ?? null)}::date[])
      as given (id, billed_until, period_days, arrival_days, late_days, expected_on, late_on)
    where expected.company_id = ${companyId} and expected.utility_account_id = given.id
      and (expected.billed_until, expected.period_days, expected.arrival_days, expected.late_days, expected.late_on)
        is distinct from (given.billed_until, given.period_days, given.arrival_days, given.late_days, given.late_on)`.execute(
    trx,
  );
}

/** Up to when an account is billed, and its rhythm, null where it is unknown; undefined for an account without bills. */
export const findExpectedBill = (db: Sql, companyId: number, accountId: number) =>
  readOne(
    db,
    db
      .selectFrom("expected_bills")
      .select(["billed_until", "period_days", "arrival_days", "late_days"])
      .where("company_id", "=", companyId)
      .where("utility_account_id", "=", accountId),
  );

/**
 * True for an account whose next bill is due: its bills are collected, all documents of its first fetch are read, and one of its
 * meters is in service.
 */
const IS_AWAITED = sql`
  account.status = 'Active' and account.last_fetched_at >= account.activated_at
  and exists (
    select from utility_meters meter
    where meter.company_id = account.company_id and meter.utility_account_id = account.id
      and meter.status = 'Active' and meter.deactivation_date is null)
  and not exists (
    select from documents
    where documents.company_id = account.company_id and documents.utility_account_id = account.id
      and documents.state = 'waiting')`;

/** Expected bills with the accounts that wait for them. The caller compares `late_on`. */
export const LATE_BILLS = sql`
  expected_bills expected
  join utility_accounts account on account.company_id = expected.company_id and account.id = expected.utility_account_id
    and ${IS_AWAITED}`;

/** Accounts of all companies whose bill is late on this day and of which no webhook was notified. */
export async function listUnnotifiedLateBills(
  db: Sql,
  today: Day,
  limit: number,
): Promise<{ company_id: number; utility_account_id: number }[]> {
  const { rows } = await sql<{ company_id: number; utility_account_id: number }>`
    select expected.company_id, expected.utility_account_id from ${LATE_BILLS}
    where expected.notified_at is null and expected.late_on <= ${today}::date
    order by expected.company_id, expected.utility_account_id limit ${limit}`.execute(db);
  return rows;
}

/** Marks them as notified and returns those that were still late and not notified. */
export async function takeLateBills(
  trx: Trx,
  companyId: number,
  accountIds: readonly number[],
  today: Day,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update expected_bills set notified_at = now()
    where company_id = ${companyId} and notified_at is null and late_on <= ${today}::date and utility_account_id in (
      select utility_account_id from expected_bills
      where company_id = ${companyId} and utility_account_id = any(${accountIds}::bigint[])
      -- In the order in which refreshing locks them.
      order by utility_account_id for no key update)
    returning utility_account_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}
