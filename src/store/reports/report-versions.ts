/** Every bill with lines of a meter, live or archived, for the journal's list of corrections. */
import { sql } from "kysely";
import type { BillVersion } from "../../domain/bills/bill-figures.ts";
import type { Sql } from "../db.ts";

export async function listBillVersions(db: Sql, companyId: number, meterId: number): Promise<BillVersion[]> {
  const { rows } = await sql<BillVersion>`
    select bill.id, coalesce(bill.original_utility_bill_id, bill.id) as first_id, bill.archive_reason, bill.invoice_date,
      -- Sessions are in UTC.
      bill.created_at::date as received_on, bill.updated_at::date as changed_on,
      (select sum(amount) from utility_charges
        where company_id = ${companyId} and utility_bill_id = bill.id and utility_meter_id = ${meterId}) as total_cost,
      md5(concat(
        (select string_agg(concat_ws('|', position, amount, description, utility_charge_type, start_date, end_date), '/' order by position)
          from utility_charges
          where company_id = ${companyId} and utility_bill_id = bill.id and utility_meter_id = ${meterId}),
        (select string_agg(concat_ws('|', position, amount, description, utility_usage_type, measurement_unit, estimated_meter_read, start_date, end_date), '/' order by position)
          from utility_usages
          where company_id = ${companyId} and utility_bill_id = bill.id and utility_meter_id = ${meterId}))) as lines,
      array(select finding ->> 'name' from jsonb_array_elements(bill.accepted_findings) finding) as accepted
    from bill_meters as of_meter
    join utility_bills as bill on bill.company_id = of_meter.company_id and bill.id = of_meter.utility_bill_id
    where of_meter.company_id = ${companyId} and of_meter.utility_meter_id = ${meterId}
    order by bill.id`.execute(db);
  return rows;
}
