/** Documents in review that only lack what bills of their account can confirm: found by an index, however many wait. */
import { sql, type RawBuilder } from "kysely";
import { bareNumberOf } from "../bare-number.ts";
import type { Trx } from "../db.ts";

/** So many of the account, and as many without one, at once; their own bills confirm the next ones. */
const UNCONFIRMED_LIMIT = 100;

/** As in the index document_unconfirmed, to the letter: else the database would read every document in review. */
const IS_UNCONFIRMED = sql`state = 'review' and decision is null
  and findings @> '[{"name": "not_confirmed", "severity": "error"}]'
  and not findings @? '$[*] ? (@.severity == "error" && @.name != "not_confirmed" && @.name != "account_unknown")'`;
const indexedNumberOf = (text: RawBuilder<unknown>) => sql`left(${bareNumberOf(text)}, 100)`;

/**
 * Makes the documents wait that only lack what bills of this account can confirm: those of the account, and those that have none and
 * print its number. The ones that were read longest ago come first, so that every one has its turn. Returns them, the earliest bill
 * first. Documents that a writer holds are left out.
 */
export async function requeueUnconfirmed(
  trx: Trx,
  companyId: number,
  accountId: number,
): Promise<{ company_id: number; document_id: number }[]> {
  const number = sql`(
    select ${indexedNumberOf(sql.ref("account.acct_num"))} from utility_accounts account
    where account.company_id = ${companyId} and account.id = ${accountId})`;
  const unconfirmed = (where: RawBuilder<unknown>) => sql`
    select id from documents where company_id = ${companyId} and ${where} and ${IS_UNCONFIRMED}
    order by read_at limit ${UNCONFIRMED_LIMIT} for no key update skip locked`;
  const { rows } = await sql<{ company_id: number; document_id: number }>`
    with own as (${unconfirmed(sql`utility_account_id = ${accountId}`)}),
    without_account as (
      ${unconfirmed(sql`utility_account_id is null and ${indexedNumberOf(sql`statement ->> 'acct_num'`)} = ${number}`)}),
    requeued as (
      update documents set state = 'waiting', updated_at = now()
      where company_id = ${companyId} and id in (select id from own union all select id from without_account)
      returning company_id, id, statement ->> 'invoice_date' as day)
    select company_id, id as document_id from requeued order by day, id`.execute(trx);
  return rows;
}
