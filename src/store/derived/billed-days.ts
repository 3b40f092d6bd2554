/** The days of each meter's bills and what their lines are together, as the derivation of its months left them. */
import { sql } from "kysely";
import { writeBillHistory } from "../../domain/accruals/bill-history.ts";
import type { BillSums } from "../../domain/accruals/bill-sums.ts";
import { writeBilledDays, type BilledDays } from "../../domain/coverage/billed-days.ts";
import type { Sql, Trx } from "../db.ts";

interface BilledMeter {
  id: number;
  billed_days: readonly BilledDays[];
  bill_sums: readonly BillSums[];
}

/** Writes what differs. The caller holds the locks of the meters. */
export async function setBilledDays(trx: Trx, companyId: number, meters: readonly BilledMeter[]): Promise<void> {
  const ids = meters.map(({ id }) => id);
  const days = meters.map(({ billed_days }) => writeBilledDays(billed_days));
  const histories = meters.map(({ billed_days, bill_sums }) => writeBillHistory(billed_days, bill_sums));
  const [recent, older] = [histories.map((history) => history.recent), histories.map((history) => history.older)];
  await sql`
    insert into billed_days (company_id, utility_meter_id, days, recent_bills, older_bills)
    select ${companyId}, given.*
    from unnest(${ids}::bigint[], ${days}::text[], ${recent}::text[], ${older}::text[]) as given
    on conflict (company_id, utility_meter_id) do update
    set days = excluded.days, recent_bills = excluded.recent_bills, older_bills = excluded.older_bills
    where (billed_days.days, billed_days.recent_bills, billed_days.older_bills)
      is distinct from (excluded.days, excluded.recent_bills, excluded.older_bills)`.execute(trx);
}

/** The newest bills of a meter, for `readBillHistory`. */
export interface RecentBills {
  utility_meter_id: number;
  recent: string;
  has_older: boolean;
}

/** A meter that was never derived is left out. */
export async function listRecentBills(db: Sql, companyId: number, meterIds: readonly number[]): Promise<RecentBills[]> {
  const { rows } = await sql<RecentBills>`
    select utility_meter_id, recent_bills as recent, older_bills <> '' as has_older from billed_days
    where company_id = ${companyId} and utility_meter_id = any(${meterIds}::bigint[])`.execute(db);
  return rows;
}

/** The other bills, by meter. */
export async function listOlderBills(
  db: Sql,
  companyId: number,
  meterIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ utility_meter_id: number; older: string }>`
    select utility_meter_id, older_bills as older from billed_days
    where company_id = ${companyId} and utility_meter_id = any(${meterIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ utility_meter_id, older }) => [utility_meter_id, older]));
}
