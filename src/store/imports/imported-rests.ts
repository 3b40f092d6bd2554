/** What imported bills have given up to bills of portals, and the bills that say the rest of them. */
import { sql } from "kysely";
import type { ArchiveReason } from "../../records/codes.ts";
import type { Period } from "../../records/scalars.ts";
import type { Trx } from "../db.ts";

export interface ChangedBill {
  id: number;
  archived: boolean;
  archive_reason: ArchiveReason | null;
  imported: boolean;
  /** Of all its lines; null of a bill whose lines have no days. */
  start_date: string | null;
  end_date: string | null;
}

export async function listChangedBills(trx: Trx, companyId: number, ids: readonly number[]): Promise<ChangedBill[]> {
  const { rows } = await sql<ChangedBill>`
    select bill.id, bill.archived, bill.archive_reason, document.import_id is not null as imported, days.start_date, days.end_date
    from utility_bills bill
    left join documents document on document.company_id = bill.company_id and document.id = bill.document_id
    cross join lateral (
      select min(line.start_date) as start_date, max(line.end_date) as end_date
      from (
        select usage.start_date, usage.end_date from utility_usages usage
        where usage.company_id = bill.company_id and usage.utility_bill_id = bill.id
        union all
        select charge.start_date, charge.end_date from utility_charges charge
        where charge.company_id = bill.company_id and charge.utility_bill_id = bill.id) line) days
    where bill.company_id = ${companyId} and bill.id = any(${ids}::bigint[])
    order by bill.id`.execute(trx);
  return rows;
}

/** The imported bills of which these are the rests; one that is no rest is meant itself. */
export async function listWholes(trx: Trx, companyId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct coalesce(rest_of_bill_id, id) as id from utility_bills
    where company_id = ${companyId} and id = any(${ids}::bigint[]) order by 1`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Imported bills of an account that gave way to a portal's, and know something of these days. */
export async function listGivenUp(
  trx: Trx,
  companyId: number,
  accountId: number,
  { start_date, end_date }: Period,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select bill.id
    from utility_bills bill
    join documents document on document.company_id = bill.company_id and document.id = bill.document_id
      and document.import_id is not null
    where bill.company_id = ${companyId} and bill.utility_account_id = ${accountId}
      and bill.archive_reason = 'duplicate' and bill.rest_of_bill_id is null
      and ((bill.period_start <= ${end_date}::date and bill.period_end >= ${start_date}::date) or exists (
        select 1 from utility_charges charge
        where charge.company_id = bill.company_id and charge.utility_bill_id = bill.id
          and charge.start_date <= ${end_date}::date and charge.end_date >= ${start_date}::date))
    order by bill.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export interface Telling {
  id: number;
  rest_of_bill_id: number | null;
  identity_key: string;
  archived: boolean;
  archive_reason: ArchiveReason | null;
  content_sha256: Buffer;
}

/** Imported bills and all that was ever made of what was left of them. */
export async function listRests(trx: Trx, companyId: number, wholeIds: readonly number[]): Promise<Telling[]> {
  const { rows } = await sql<Telling>`
    select id, rest_of_bill_id, identity_key, archived, archive_reason, content_sha256 from utility_bills
    where company_id = ${companyId} and (id = any(${wholeIds}::bigint[]) or rest_of_bill_id = any(${wholeIds}::bigint[]))
    order by id`.execute(trx);
  return rows;
}
