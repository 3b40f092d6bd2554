/** The existing bills of an account that imported bills may match or overlap. */
import { sql } from "kysely";
import type { KnownMeter } from "../../domain/imports/known-meters.ts";
import type { ExistingBill } from "../../domain/imports/existing-bills.ts";
import type { Period } from "../../records/scalars.ts";
import type { Sql } from "../db.ts";

/** The account and the import, whose own bills are treated differently. */
export interface ImportAccount {
  company_id: number;
  utility_account_id: number;
  import_id: number;
}

/**
 * All versions, including archived ones, of bills with these identities; and live bills with lines on days of `span`, with all
 * their lines. A bill without usage of a meter counts by the days of its charges.
 */
export async function listExistingBills(
  db: Sql,
  { company_id, utility_account_id, import_id }: ImportAccount,
  { span, identityKeys }: { span: Period | null; identityKeys: readonly string[] },
): Promise<ExistingBill[]> {
  const [first, end] = [span?.start_date ?? null, span?.end_date ?? null];
  const { rows } = await sql<ExistingBill>`
    -- Of the many bills of an account those that may be meant, each by an index.
    with near as (
      select bill.id from utility_bills bill
      where bill.company_id = ${company_id} and bill.utility_account_id = ${utility_account_id}
        and bill.identity_key = any(${identityKeys}::text[])
      union
      select bill.id from utility_bills bill
      where bill.company_id = ${company_id} and bill.utility_account_id = ${utility_account_id} and not bill.archived
        and bill.period_end >= ${first}::date and bill.period_start <= ${end}::date
      union
      -- Usage lies within the days of its bill, charges need not.
      select charge.utility_bill_id
      from utility_meters meter
      join utility_charges charge on charge.company_id = meter.company_id and charge.utility_meter_id = meter.id
        and charge.end_date >= ${first}::date and charge.start_date <= ${end}::date
      where meter.company_id = ${company_id} and meter.utility_account_id = ${utility_account_id})
    select bill.id, bill.identity_key, bill.archived, bill.invoice_date::text as invoice_date, bill.corrected,
      coalesce(bill.document_id, 0) as fetched_order, coalesce(known.lines, '[]') as lines, source.imported_by,
      -- Within a file nothing says the same twice.
      case when source.imported_by = 'this_import' then '' else encode(bill.content_sha256, 'hex') end as content
    from utility_bills bill
    left join documents document on document.company_id = bill.company_id and document.id = bill.document_id
    cross join lateral (
      select case when bill.origin <> 'import' then 'not_imported' when document.import_id = ${import_id} then 'this_import'
        else 'earlier_import' end as imported_by) source
    left join lateral (
      select jsonb_agg(jsonb_build_object(
          'meter', meter.meter_key, 'energy_type', meter.energy_type, 'association_type', meter.association_type, 'meter_num', meter.meter_num,
          'is_use', line.is_use, 'start_date', line.start_date, 'end_date', line.end_date)
        order by line.start_date, meter.id) as lines
      from (
        select usage.utility_meter_id, usage.start_date, usage.end_date, true as is_use
        from utility_usages usage
        where usage.company_id = bill.company_id and usage.utility_bill_id = bill.id
          and usage.utility_usage_type = 'usage_amount'
        union
        select charge.utility_meter_id, charge.start_date, charge.end_date, false as is_use
        from utility_charges charge
        where charge.company_id = bill.company_id and charge.utility_bill_id = bill.id and charge.start_date is not null
          and not exists (
            select 1 from utility_usages usage
            where usage.company_id = bill.company_id and usage.utility_bill_id = bill.id
              and usage.utility_meter_id = charge.utility_meter_id and usage.utility_usage_type = 'usage_amount')
      ) line
      join utility_meters meter on meter.company_id = bill.company_id and meter.id = line.utility_meter_id
      where not bill.archived
      having bool_or(line.start_date <= ${end}::date and line.end_date >= ${first}::date)
    ) known on true
    -- A list: the planner would take these few for a large part of the account, and read the tables from end to end.
    where bill.company_id = ${company_id} and bill.id = any(array(select id from near))
      and bill.utility_account_id = ${utility_account_id}
      and (bill.identity_key = any(${identityKeys}::text[]) or known.lines is not null)
    order by bill.archived, bill.id`.execute(db);
  return rows;
}

/** The meters that the account had before the import, so that the assignment of rows does not depend on what the import has created so far. */
export async function listMetersBeforeImport(
  db: Sql,
  { company_id, utility_account_id, import_id }: ImportAccount,
): Promise<KnownMeter[]> {
  const { rows } = await sql<KnownMeter>`
    select meter.meter_num, meter.energy_type, meter.association_type
    from utility_meters meter
    where meter.company_id = ${company_id} and meter.utility_account_id = ${utility_account_id}
      -- A meter is made by the first bill that names it.
      and ${import_id} is distinct from (
        select document.import_id
        from bill_meters link
        join utility_bills bill on bill.company_id = link.company_id and bill.id = link.utility_bill_id
        left join documents document on document.company_id = bill.company_id and document.id = bill.document_id
        where link.company_id = meter.company_id and link.utility_meter_id = meter.id
        order by link.utility_bill_id limit 1)
    order by meter.id`.execute(db);
  return rows;
}
