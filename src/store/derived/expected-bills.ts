/** The bill that each account waits for: kept up to date with the account's bills, and found when it is late. */
import { sql } from "kysely";
import { BILLS_LOOKED_AT, expectedBill, type ArrivedBill } from "../../domain/coverage/rhythm.ts";
import type { Day } from "../../records/scalars.ts";
import type { Sql, Trx } from "../db.ts";
import { readOne } from "../list-window.ts";

/**
 * Calculates the expected bills of these accounts from their live bills. Call it after the bills are committed, with no lock of
 * an account: the rows are locked here, in id order, so that a slower caller with older bills does not write last.
 */
export async function refreshExpectedBills(trx: Trx, companyId: number, accountIds: readonly number[]): Promise<void> {
  const ids = [...new Set(accountIds)].sort((a, b) => a - b);
  // Adds what is missing and locks what is there: also a row that `where` leaves as it is.
  await sql`
    insert into expected_bills (company_id, utility_account_id, billed_until)
    select ${companyId}, id, '-infinity' from unnest(${ids}::bigint[]) as account (id) order by id
    on conflict (company_id, utility_account_id) do update set billed_until = excluded.billed_until where false`.execute(
    trx,
  );
  const latest = await readLatestBills(trx, companyId, ids);
  const without = ids.filter((id) => !latest.has(id));
  if (without.length > 0)
    await sql`
      delete from expected_bills
      where company_id = ${companyId} and utility_account_id = any(${without}::bigint[])`.execute(trx);
  const expected = [...latest].map(([id, { billed_until, bills }]) => ({
    id,
    billed_until,
    bill: expectedBill(bills),
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

interface LatestBills {
  billed_until: Day;
  bills: ArrivedBill[];
}

type LatestRow = { utility_account_id: number; billed_until: Day } & (
  | ArrivedBill
  | { [column in keyof ArrivedBill]: null }
);

/**
 * Of each account with bills that have days, the latest: of several with the same end, the longest. Bills of one date, such as
 * deliveries, have no length: an account can have only such ones.
 */
async function readLatestBills(
  trx: Trx,
  companyId: number,
  accountIds: readonly number[],
): Promise<Map<number, LatestBills>> {
  const ofAccount = sql`company_id = ${companyId} and utility_account_id = account.id and not archived`;
  const { rows } = await sql<LatestRow>`
    select account.id as utility_account_id, latest.billed_until, bill.*
    from unnest(${accountIds}::bigint[]) as account (id)
    cross join lateral (select max(period_end) as billed_until from utility_bills where ${ofAccount}) latest
    left join lateral (
      select distinct on (period_end) period_start as start_date, period_end as end_date, invoice_date,
        (created_at at time zone 'UTC')::date as received_on
      from utility_bills where ${ofAccount} and period_end > period_start
      order by period_end desc, period_start limit ${BILLS_LOOKED_AT}) bill on true
    where latest.billed_until is not null`.execute(trx);
  const accounts = new Map<number, LatestBills>();
  for (const { utility_account_id, billed_until, ...bill } of rows) {
    const { bills } = accounts.getOrInsert(utility_account_id, { billed_until, bills: [] });
    if (bill.start_date !== null) bills.push(bill);
  }
  return accounts;
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
 * True for an account whose next bill is due: its bills are collected and were fetched since, none of its documents waits to be
 * read, and one of its meters is in service.
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
