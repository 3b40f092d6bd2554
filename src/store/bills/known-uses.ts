/** The use on the live bills of an account around some days, for comparing a further bill with them. */
import { sql } from "kysely";
import type { KnownUse } from "../../domain/bills/confirm-reading.ts";
import type { Day } from "../../records/scalars.ts";
import type { Sql } from "../db.ts";

/** Nearest to a bill: enough to know its neighbours and how its account is billed. */
const BILLS_LOOKED_AT = 36;

/** One for each meter of a bill. */
export async function listKnownUses(
  db: Sql,
  { company_id, utility_account_id }: { company_id: number; utility_account_id: number },
  near: Day,
): Promise<KnownUse[]> {
  const { rows } = await sql<KnownUse>`
    select meter.meter_num, meter.energy_type, bill.invoice_date::text as invoice_date, bill.due_date::text as due_date,
      case when count(distinct usage.measurement_unit) = 1
        then jsonb_build_object('amount', sum(usage.amount), 'unit', min(usage.measurement_unit)) end as use,
      min(usage.start_date)::text as start_date, max(usage.end_date)::text as end_date,
      document.statement ->> 'assumed_period_end' as assumed_period_end,
      document.statement ->> 'counted_period_end' as counted_period_end
    from (
      select id, invoice_date, due_date, document_id, company_id from utility_bills
      where company_id = ${company_id} and utility_account_id = ${utility_account_id} and not archived
        and period_start is not null
      order by abs(period_start - ${near}::date), id limit ${BILLS_LOOKED_AT}) bill
    join utility_usages usage on usage.company_id = bill.company_id and usage.utility_bill_id = bill.id
      and usage.utility_usage_type = 'usage_amount'
    join utility_meters meter on meter.company_id = bill.company_id and meter.id = usage.utility_meter_id
    left join documents document on document.company_id = bill.company_id and document.id = bill.document_id
    group by bill.id, bill.invoice_date, bill.due_date, meter.id, meter.meter_num, meter.energy_type, assumed_period_end, counted_period_end
    order by bill.id, meter.id`.execute(db);
  return rows;
}
