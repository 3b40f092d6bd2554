/** Documents in review that only lack what bills of their account can confirm: found by an index, however many wait. */
import { sql, type RawBuilder } from "kysely";
import { bareNumberOf } from "../bare-number.ts";
import type { Day } from "../../records/scalars.ts";
import type { Sql, Trx } from "../db.ts";

/** So many of the account, and as many without one, at once; their own bills confirm the next ones. */
const UNCONFIRMED_LIMIT = 100;
/** The same when the account had bills before: then a bill says something new about its neighbours only. */
const UNCONFIRMED_LATER = 5;
/** Documents of the account on either side of the bill, whose days its own may join. */
const NEIGHBOURS = 3;

/** As in the index document_unconfirmed, to the letter: else the database would read every document in review. */
const IS_UNCONFIRMED = sql`state = 'review' and decision is null
  and findings @> '[{"name": "not_confirmed", "severity": "error"}]'
  and not findings @? '$[*] ? (@.severity == "error" && @.name != "not_confirmed" && @.name != "account_unknown")'`;
const indexedNumberOf = (text: RawBuilder<unknown>) => sql`left(${bareNumberOf(text)}, 100)`;

/** The newest bill of an account; null without one. With it a reader knows whether the account got a bill while it read. */
export async function findNewestBill(db: Sql, companyId: number, accountId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from utility_bills
    where company_id = ${companyId} and utility_account_id = ${accountId}`.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Makes the documents wait that only lack what bills of this account can confirm: those of the account, and those that have none and
 * print its number. The ones that were read longest ago come first, so that every one has its turn; those next to `day`, the date of
 * the bill that was saved, come in any case, so that one bill after the other is confirmed however many wait. Returns them, the
 * earliest bill first. Documents that a writer holds are left out.
 */
export async function requeueUnconfirmed(
  trx: Trx,
  companyId: number,
  accountId: number,
  day: Day | null = null,
): Promise<{ company_id: number; document_id: number }[]> {
  const number = sql`(
    select ${indexedNumberOf(sql.ref("account.acct_num"))} from utility_accounts account
    where account.company_id = ${companyId} and account.id = ${accountId})`;
  const unconfirmed = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql`
    select id from documents where company_id = ${companyId} and ${where} and ${IS_UNCONFIRMED}
    order by ${order} limit ${limit} for no key update skip locked`;
  const isOwn = sql`utility_account_id = ${accountId}`;
  const date = sql`statement ->> 'invoice_date'`;
  const most = sql`(select case when ${day}::text is null or count(*) < 2 then ${UNCONFIRMED_LIMIT}::integer else ${UNCONFIRMED_LATER}::integer end from (
    select from utility_bills where company_id = ${companyId} and utility_account_id = ${accountId} and not archived limit 2) bill)`;
  const { rows } = await sql<{ company_id: number; document_id: number }>`
    with own as (${unconfirmed(isOwn, sql`read_at`, most)}),
    before as (${unconfirmed(sql`${isOwn} and ${date} <= ${day}::text`, sql`${date} desc`, sql`${NEIGHBOURS}`)}),
    after as (${unconfirmed(sql`${isOwn} and ${date} >= ${day}::text`, date, sql`${NEIGHBOURS}`)}),
    without_account as (
      ${unconfirmed(
        sql`utility_account_id is null and ${indexedNumberOf(sql`statement ->> 'acct_num'`)} = ${number}`,
        sql`read_at`,
        sql`${UNCONFIRMED_LIMIT}`,
      )}),
    requeued as (
      update documents set state = 'waiting', updated_at = now()
      where company_id = ${companyId} and id in (
        select id from own union select id from before union select id from after union select id from without_account)
      returning company_id, id, statement ->> 'invoice_date' as day)
    select company_id, id as document_id from requeued order by day, id`.execute(trx);
  return rows;
}
