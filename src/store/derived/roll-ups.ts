/** The property data that a roll-up reads, and its lock. */
import { sql } from "kysely";
import type { RolledMeter, ServedMeter } from "../../domain/property/service-points.ts";
import type { Sql, Trx } from "../db.ts";
import { listMetersOfProperty, type MeterRow } from "../records/meters.ts";
import { listMonths } from "./months.ts";

/** Locks the property for a roll-up: no month of its meters changes until the transaction ends. */
export async function lockRollUp(trx: Trx, companyId: number, propertyId: number) {
  return trx
    .selectFrom("properties")
    .select(["sq_ft", sql`metadata -> 'property_use'`.as("property_use")])
    .where("company_id", "=", companyId)
    .where("id", "=", propertyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The meters of a property with all their months, for reports. */
export async function listRolledMeters(db: Sql, companyId: number, propertyId: number): Promise<RolledMeter[]> {
  const meters = await listMetersOfProperty(db, companyId, propertyId);
  const ids = meters.map(({ id }) => id);
  const months = Map.groupBy(await listMonths(db, companyId, ids), ({ utility_meter_id }) => utility_meter_id);
  return meters.map((meter) => ({ ...asServedMeter(meter), months: months.get(meter.id) ?? [] }));
}

/** A meter for the roll-up, without its months. */
export const asServedMeter = (meter: MeterRow & { account_status: string }): ServedMeter => ({
  id: meter.id,
  // The columns hold the closed lists of records/codes.
  energy_type: meter.energy_type as ServedMeter["energy_type"],
  association_type: meter.association_type as ServedMeter["association_type"],
  status: meter.status as ServedMeter["status"],
  account_status: meter.account_status as ServedMeter["status"],
  meter_wrapper_id: meter.meter_wrapper_id,
  deactivation_date: meter.deactivation_date,
});

/** The properties that have meters of these accounts. */
export async function listPropertiesOfAccounts(
  db: Sql,
  companyId: number,
  accountIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct property_id as id from utility_meters
    where company_id = ${companyId} and utility_account_id = any(${accountIds}::bigint[]) and property_id is not null
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
