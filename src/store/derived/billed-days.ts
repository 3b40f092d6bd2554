/** The days of each meter's bills and what their lines are together, as the derivation of its months left them. */
import { sql } from "kysely";
import { writeBillHistory } from "../../domain/accruals/bill-history.ts";
import type { BillSums } from "../../domain/accruals/bill-sums.ts";
import { writeBilledDays, type BilledDays } from "../../domain/coverage/billed-days.ts";
import { isDelivered } from "../../domain/coverage/coverage.ts";
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
  const delivered = meters.map(({ billed_days }) => isDelivered(billed_days));
  await sql`
    insert into billed_days (company_id, utility_meter_id, days, recent_bills, older_bills, is_delivered)
    select ${companyId}, given.*
    from unnest(${ids}::bigint[], ${days}::text[], ${recent}::text[], ${older}::text[], ${delivered}::boolean[]) as given
    on conflict (company_id, utility_meter_id) do update
    set days = excluded.days, recent_bills = excluded.recent_bills, older_bills = excluded.older_bills,
      is_delivered = excluded.is_delivered
    where (billed_days.days, billed_days.recent_bills, billed_days.older_bills, billed_days.is_delivered)
      is distinct from (excluded.days, excluded.recent_bills, excluded.older_bills, excluded.is_delivered)`.execute(
    trx,
  );
}

/** The newest bills of a meter, for `readBillHistory`. */
export interface RecentBills {
  utility_meter_id: number;
  recent: string;
  has_older: boolean;
  is_delivered: boolean;
}

/** A meter that was never derived is left out. */
export async function listRecentBills(db: Sql, companyId: number, meterIds: readonly number[]): Promise<RecentBills[]> {
  const { rows } = await sql<RecentBills>`
    select utility_meter_id, recent_bills as recent, older_bills <> '' as has_older, is_delivered from billed_days
    where company_id = ${companyId} and utility_meter_id = any(${meterIds}::bigint[])`.execute(db);
  return rows;
}

/** Whole histories by meter. Both parts are read by one statement: a derivation may have changed the recent bills since they were read. */
export async function listAllBills(
  db: Sql,
  companyId: number,
  meterIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ utility_meter_id: number; bills: string }>`
    select utility_meter_id, recent_bills || older_bills as bills from billed_days
    where company_id = ${companyId} and utility_meter_id = any(${meterIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ utility_meter_id, bills }) => [utility_meter_id, bills]));
}
