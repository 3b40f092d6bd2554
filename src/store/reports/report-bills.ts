/** The bills of meters for reports: the live ones and all versions of one meter at a time, and the span of several meters. */
import { sql } from "kysely";
import type { DayRange } from "../../domain/day-range.ts";
import { knownPeriod } from "../../domain/bills/line-periods.ts";
import type { BillVersion, ReportBill } from "../../domain/bills/bill-figures.ts";
import type { Day, Period } from "../../records/scalars.ts";
import { listBillRows } from "../bills/bill-rows.ts";
import type { Sql } from "../db.ts";
import { listBillsOfMeter } from "../derived/meter-bills.ts";

/** The live bills of a meter. Read within one snapshot, or a bill that is edited meanwhile may come without its lines. */
export async function listReportBills(db: Sql, companyId: number, meterId: number): Promise<ReportBill[]> {
  const bills = await listBillsOfMeter(db, companyId, meterId);
  const ids = bills.map(({ id }) => id);
  const rows = new Map((await listBillRows(db, companyId, ids)).map((row) => [row.id, row]));
  return bills.flatMap((bill) => {
    const row = rows.get(bill.id);
    return row === undefined ? [] : [{ ...bill, invoice_date: row.invoice_date }];
  });
}

/**
 * The span of the bills of these meters whose last day is in the requested period; null when there are none. A bill has the period
 * of the meter's usage, else of its charges, else its own, else its date, as in `figuresOf`. Only counted days.
 */
export async function findBilledSpan(
  db: Sql,
  companyId: number,
  meterIds: number[],
  { from, to }: DayRange,
  only: "all" | "stating demand" = "all",
): Promise<Period | null> {
  const { rows } = await sql<{ start_date: Day | null; end_date: Day | null }>`
    with billed as (
      select
        greatest(counted.start_date, coalesce(usage.start_date, charge.start_date, bill.period_start, bill.invoice_date))
          as start_date,
        least(counted.end_date, coalesce(usage.end_date, charge.end_date, bill.period_end, bill.invoice_date)) as end_date
      from bill_meters as of_meter
      join utility_bills as bill on bill.company_id = of_meter.company_id and bill.id = of_meter.utility_bill_id
      left join lateral (
        select min(start_date) as start_date, max(end_date) as end_date from utility_usages
        where company_id = of_meter.company_id and utility_bill_id = bill.id
          and utility_meter_id = of_meter.utility_meter_id) as usage on true
      left join lateral (
        select min(start_date) as start_date, max(end_date) as end_date from utility_charges
        where company_id = of_meter.company_id and utility_bill_id = bill.id
          and utility_meter_id = of_meter.utility_meter_id and start_date is not null and end_date is not null
      ) as charge on true
      left join lateral (
        select min(day.start_date) as start_date, max(day.end_date) as end_date
        from jsonb_to_recordset(bill.counted_days) as day (utility_meter_id bigint, start_date date, end_date date)
        where day.utility_meter_id = of_meter.utility_meter_id) as counted on true
      where of_meter.company_id = ${companyId} and of_meter.utility_meter_id = any(${meterIds}::bigint[])
        and not bill.archived and (bill.counted_days is null or counted.start_date is not null) and (${only === "all"} or exists (
          select from utility_usages
          where company_id = of_meter.company_id and utility_bill_id = bill.id
            and utility_meter_id = of_meter.utility_meter_id
            and utility_usage_type in ('demand_amount', 'billed_demand_amount'))))
    -- A delivery, or a bill without a period, is of one day.
    select min(start_date) as start_date, max(greatest(end_date, start_date + 1)) as end_date from billed
    where (${from ?? null}::date is null or greatest(start_date, end_date - 1) >= ${from ?? null})
      and (${to ?? null}::date is null or greatest(start_date, end_date - 1) < ${to ?? null})`.execute(db);
  return rows[0] === undefined ? null : knownPeriod(rows[0]);
}

/** Every bill with lines of a meter, live or archived, for the journal's list of corrections. */
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
