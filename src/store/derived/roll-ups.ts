/** Which properties wait to be rolled up, and the locks of a roll-up. */
import { sql } from "kysely";
import type { RolledMeter, ServedMeter } from "../../domain/property/service-points.ts";
import type { Sql, Trx } from "../db.ts";
import { listMetersOfProperty, type MeterRow } from "../records/meters.ts";
import { listMonths } from "./months.ts";

/**
 * Says that the roll-ups of these properties no longer match; gives those of which nobody had said it yet. They stay
 * locked until the transaction ends: a roll-up that is asked for already waits, and then sees what this one has written.
 */
export async function markRollUpsStale(trx: Trx, companyId: number, propertyIds: number[]): Promise<number[]> {
  if (propertyIds.length === 0) return [];
  const { rows } = await sql<{ id: number; stale: boolean }>`
    select id, roll_up_stale_since is not null as stale from properties
    where company_id = ${companyId} and id = any(${propertyIds}::bigint[])
    -- In id order, so that two writers never wait for each other in a ring.
    order by id for no key update`.execute(trx);
  const fresh = rows.filter(({ stale }) => !stale).map(({ id }) => id);
  await sql`
    update properties set roll_up_stale_since = now()
    where company_id = ${companyId} and id = any(${fresh}::bigint[])`.execute(trx);
  return fresh;
}

/**
 * The same of the properties with a score that look to a weather station, whose weather has changed. No job is put in:
 * stale since an hour ago, they are what the sweep looks for next. Those that are stale already are locked too: a roll-up
 * that has read the weather from before may be about to take their mark away.
 */
export async function markScoresStale(trx: Trx, stationAlphaId: string): Promise<void> {
  await sql`
    update properties set roll_up_stale_since = least(roll_up_stale_since, now() - interval '1 hour')
    where id in (
      select id from properties
      where weather_station_alpha_id = ${stationAlphaId} and metadata ? 'property_use'
      order by id for no key update)`.execute(trx);
}

/** Takes the property for a roll-up: no month of its meters changes until the transaction ends. */
export async function lockRollUp(trx: Trx, companyId: number, propertyId: number) {
  const row = await trx
    .selectFrom("properties")
    .select(["sq_ft", "roll_up_stale_since", sql`metadata -> 'property_use'`.as("property_use")])
    .where("company_id", "=", companyId)
    .where("id", "=", propertyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { sq_ft, property_use, roll_up_stale_since } = row;
  return { sq_ft, property_use, stale: roll_up_stale_since !== null };
}

/** How many meters of the property wait to be derived, of many no more than `limit`. */
export async function countMetersStale(
  trx: Trx,
  companyId: number,
  propertyId: number,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    select 1 from utility_meters
    where company_id = ${companyId} and property_id = ${propertyId} and months_stale_since is not null
    limit ${limit}`.execute(trx);
  return rows.length;
}

/** Takes the stale mark away. */
export async function setRolledUp(trx: Trx, companyId: number, propertyId: number): Promise<void> {
  await trx
    .updateTable("properties")
    .set({ roll_up_stale_since: null })
    .where("company_id", "=", companyId)
    .where("id", "=", propertyId)
    .execute();
}

/** The meters of a property with all their months, for reports. */
export async function listRolledMeters(db: Sql, companyId: number, propertyId: number): Promise<RolledMeter[]> {
  const meters = await listMetersOfProperty(db, companyId, propertyId);
  const ids = meters.map(({ id }) => id);
  const months = Map.groupBy(await listMonths(db, companyId, ids), ({ utility_meter_id }) => utility_meter_id);
  return meters.map((meter) => ({ ...asServedMeter(meter), months: months.get(meter.id) ?? [] }));
}

/** A meter as the roll-up reads it, but for its months. */
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

/** Properties of any company that wait to be rolled up since before an instant: for the sweep, should a job be lost. */
export function listRollUpsStaleSince(db: Sql, before: string, limit: number) {
  return db
    .selectFrom("properties")
    .select(["company_id", "id"])
    .where("roll_up_stale_since", "<", before)
    .limit(limit)
    .execute();
}

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

/** Meters of any company whose months wait to be derived since before an instant: for the sweep, should a job be lost. */
export function listMetersStaleSince(db: Sql, before: string, limit: number) {
  return db
    .selectFrom("utility_meters")
    .select(["company_id", "id"])
    .where("months_stale_since", "<", before)
    .limit(limit)
    .execute();
}
