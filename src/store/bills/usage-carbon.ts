/** Updates of the CO2 of existing bills, and the mark of those whose CO2 is stale. */
import { sql } from "kysely";
import type { Sql, Trx } from "../db.ts";

export interface CarbonRow {
  id: number;
  lbs_co2: number | null;
  co2_factor: string | null;
}

/** Writes changed figures and the change time of their bills; returns the bills and meters. */
export async function replaceUsageCarbon(
  trx: Trx,
  companyId: number,
  usages: CarbonRow[],
): Promise<{ utility_bill_id: number; utility_meter_id: number }[]> {
  if (usages.length === 0) return [];
  const { rows } = await sql<{ utility_bill_id: number; utility_meter_id: number }>`
    update utility_usages usage set lbs_co2 = calculated.lbs_co2, co2_factor = calculated.co2_factor
    from (
      select id, lbs_co2::numeric(24, 10), co2_factor
      from unnest(
        ${usages.map(({ id }) => id)}::bigint[],
        ${usages.map(({ lbs_co2 }) => lbs_co2)}::numeric[],
        ${usages.map(({ co2_factor }) => co2_factor)}::text[]) as given (id, lbs_co2, co2_factor)) as calculated
    where usage.company_id = ${companyId} and usage.id = calculated.id
      and (usage.lbs_co2, usage.co2_factor) is distinct from (calculated.lbs_co2, calculated.co2_factor)
    returning usage.utility_bill_id, usage.utility_meter_id`.execute(trx);
  const bills = [...new Set(rows.map(({ utility_bill_id }) => utility_bill_id))];
  await sql`
    update utility_bills set updated_at = now()
    where company_id = ${companyId} and id = any(${bills}::bigint[])`.execute(trx);
  return rows;
}

/**
 * Marks the CO2 of all bills of these meters as stale: the sweep recalculates it and rewrites their texts. The caller holds
 * their accounts, so that a bill saved at the same time is either calculated with the old location and marked, or calculated
 * with the new one.
 */
export async function markCarbonStale(trx: Trx, companyId: number, meterIds: number[]): Promise<void> {
  await sql`
    update bill_texts set carbon_stale = true
    where company_id = ${companyId} and not carbon_stale and utility_bill_id in (
      select utility_bill_id from bill_meters
      where company_id = ${companyId} and utility_meter_id = any(${meterIds}::bigint[]))`.execute(trx);
}

/** Bills of all companies with stale CO2. */
export const listCarbonStale = (db: Sql, limit: number) =>
  db
    .selectFrom("bill_texts")
    .select(["company_id", "utility_bill_id as id"])
    .where("carbon_stale", "=", true)
    .limit(limit)
    .execute();

/** Clears the mark after the recalculation. */
export async function clearCarbonStale(trx: Trx, companyId: number, billIds: readonly number[]): Promise<void> {
  await trx
    .updateTable("bill_texts")
    .set({ carbon_stale: false })
    .where("company_id", "=", companyId)
    .where("utility_bill_id", "=", sql<number>`any(${billIds}::bigint[])`)
    .execute();
}
