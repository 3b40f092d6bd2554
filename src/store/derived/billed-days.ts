/** The days of each meter's bills, what their lines are together, and its months for comparisons, as the derivation left them. */
import { sql } from "kysely";
import { writeBillHistory } from "../../domain/accruals/bill-history.ts";
import type { BillSums } from "../../domain/accruals/bill-sums.ts";
import { writeBilledDays, type BilledDays } from "../../domain/coverage/billed-days.ts";
import { isDelivered } from "../../domain/coverage/coverage.ts";
import type { MeterMonthFigures } from "../../domain/months/calendarize.ts";
import { writeMonthHistory } from "../../domain/variance/month-history.ts";
import type { Sql, Trx } from "../db.ts";

interface BilledMeter {
  id: number;
  billed_days: readonly BilledDays[];
  bill_sums: readonly BillSums[];
  months: readonly MeterMonthFigures[];
}

/** Writes what differs. The caller holds the locks of the meters. */
export async function setBilledDays(trx: Trx, companyId: number, meters: readonly BilledMeter[]): Promise<void> {
  const rows = meters.map(({ id, billed_days, bill_sums, months }) => {
    const { recent, older } = writeBillHistory(billed_days, bill_sums);
    const history = writeMonthHistory(months);
    return {
      utility_meter_id: id,
      days: writeBilledDays(billed_days),
      is_delivered: isDelivered(billed_days),
      recent_bills: recent,
      older_bills: older,
      recent_months: history.recent,
      older_months: history.older,
      recent_months_from: history.recentFrom,
    };
  });
  const columns = COLUMNS.map(({ name, type }) => sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`);
  const facts = sql.join(COLUMNS.map(({ name }) => sql.ref(name)));
  await sql`
    insert into billed_days (company_id, ${facts})
    select ${companyId}, given.* from unnest(${sql.join(columns)}) as given
    on conflict (company_id, utility_meter_id) do update
    set (${facts}) = row(${sql.join(COLUMNS.map(({ name }) => sql.ref(`excluded.${name}`)))})
    where (${sql.join(COLUMNS.map(({ name }) => sql.ref(`billed_days.${name}`)))})
      is distinct from (${sql.join(COLUMNS.map(({ name }) => sql.ref(`excluded.${name}`)))})`.execute(trx);
}

const COLUMNS = [
  { name: "utility_meter_id", type: "bigint" },
  { name: "days", type: "text" },
  { name: "is_delivered", type: "boolean" },
  { name: "recent_bills", type: "text" },
  { name: "older_bills", type: "text" },
  { name: "recent_months", type: "text" },
  { name: "older_months", type: "text" },
  { name: "recent_months_from", type: "integer" },
] as const;

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
