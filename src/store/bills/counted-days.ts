/** Bills of several origins in one account: the data from which their counted days are calculated, and the stored result. */
import { sql } from "kysely";
import type { BillOfOrigin } from "../../domain/bills/counted-days.ts";
import { isKnownByDays } from "../../domain/bills/bill-identity.ts";
import type { DaysOfMeter } from "../../records/bill.ts";
import type { Period } from "../../records/scalars.ts";
import type { Sql, Trx } from "../db.ts";
import type { AccountOfBills } from "./bills.ts";
import { changedBookings } from "./bookings.ts";

/** A live bill, with each distinct period per meter. */
export interface LiveBillOfOrigin extends BillOfOrigin<number> {
  id: number;
  counted_days: DaysOfMeter[] | null;
}

/** The days of all lines of these bills, including archived ones, and their identities. */
export async function daysOfBills(trx: Trx, companyId: number, ids: readonly number[]): Promise<BillsNear> {
  const { rows } = await sql<Partial<Period> & { identity_keys: string[] | null }>`
    select least(min(bill.period_start), min(charge.start_date)) as start_date,
      greatest(max(bill.period_end), max(charge.end_date)) as end_date,
      array_agg(distinct bill.identity_key) as identity_keys
    from utility_bills bill
    left join utility_charges charge on charge.company_id = bill.company_id and charge.utility_bill_id = bill.id
    where bill.company_id = ${companyId} and bill.id = any(${ids}::bigint[])`.execute(trx);
  const [{ start_date, end_date, identity_keys } = { identity_keys: null }] = rows;
  return {
    span: start_date && end_date ? { start_date, end_date } : null,
    identityKeys: (identity_keys ?? []).filter((key) => !isKnownByDays(key)),
  };
}

/** Selects the bills of an account that may affect each other. */
export interface BillsNear {
  /** Bills with lines on these days. */
  span: Period | null;
  /** Or bills with one of these identities. */
  identityKeys: readonly string[];
}

export async function listBillsNear(
  trx: Trx,
  { company_id, utility_account_id }: AccountOfBills,
  { span, identityKeys }: BillsNear,
): Promise<LiveBillOfOrigin[]> {
  const [first, end] = [span?.start_date ?? null, span?.end_date ?? null];
  const { rows } = await sql<LiveBillOfOrigin>`
    -- Each by an index: usage lies within the days of its bill, charges need not.
    with near as (
      select bill.id from utility_bills bill
      where bill.company_id = ${company_id} and bill.utility_account_id = ${utility_account_id} and not bill.archived
        and (bill.identity_key = any(${identityKeys}::text[])
          or (bill.period_end >= ${first}::date and bill.period_start <= ${end}::date))
      union
      select charge.utility_bill_id from utility_meters meter
      join utility_charges charge on charge.company_id = meter.company_id and charge.utility_meter_id = meter.id
        and charge.end_date >= ${first}::date and charge.start_date <= ${end}::date
      where meter.company_id = ${company_id} and meter.utility_account_id = ${utility_account_id})
    select bill.id, bill.origin, bill.identity_key, bill.counted_days, coalesce((
        select jsonb_agg(jsonb_build_object('meter', meter.id, 'energy_type', meter.energy_type,
          'meter_num', meter.meter_num, 'is_use', line.is_use, 'start_date', line.start_date, 'end_date', line.end_date)
          order by meter.id, line.start_date, line.end_date)
        from (
          select utility_meter_id, utility_usage_type = 'usage_amount' as is_use, start_date, end_date
          from utility_usages where company_id = bill.company_id and utility_bill_id = bill.id
          union
          select utility_meter_id, false, start_date, end_date
          from utility_charges where company_id = bill.company_id and utility_bill_id = bill.id) line
        join utility_meters meter on meter.company_id = bill.company_id and meter.id = line.utility_meter_id), '[]') as lines
    from utility_bills bill
    where bill.company_id = ${company_id} and bill.id = any(array(select id from near)) and not bill.archived
    order by bill.id`.execute(trx);
  return rows;
}

/** The caller then rewrites the texts of the bills, and requests the months of their meters. */
export async function setCountedDays(
  trx: Trx,
  companyId: number,
  bills: readonly { id: number; counted_days: DaysOfMeter[] | null }[],
): Promise<void> {
  const days = bills.map(({ counted_days }) => (counted_days === null ? null : JSON.stringify(counted_days)));
  await sql`
    with changed as (
      update utility_bills bill set counted_days = given.days::jsonb, updated_at = now()
      from unnest(${bills.map(({ id }) => id)}::bigint[], ${days}::text[]) as given (id, days)
      where bill.company_id = ${companyId} and bill.id = given.id
      returning bill.id, not bill.archived and bill.counted_days is distinct from '[]'::jsonb as counts)
    ${changedBookings(companyId, sql`changed`)}`.execute(trx);
}

/** Accounts of a company whose live bills have several origins. */
export async function listAccountsOfSeveralOrigins(db: Sql, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select utility_account_id as id from utility_bills where company_id = ${companyId} and not archived
    group by utility_account_id having min(origin) <> max(origin) order by 1`.execute(db);
  return rows.map(({ id }) => id);
}
