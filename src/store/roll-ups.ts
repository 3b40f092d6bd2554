/** Which properties wait to be rolled up, and what a roll-up reads: the meters of a property with their months. */
import { sql } from "kysely";
import type { RolledMeter } from "../domain/roll-up.ts";
import type { Sql, Trx } from "./db.ts";
import { listMetersOfProperty } from "./meters.ts";
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
 * stale since an hour ago, they are what the sweep looks for next.
 */
export async function markScoresStale(trx: Trx, stationAlphaId: string): Promise<void> {
  await sql`
    update properties set roll_up_stale_since = now() - interval '1 hour'
    where id in (
      select id from properties
      where weather_station_alpha_id = ${stationAlphaId} and metadata ? 'property_use' and roll_up_stale_since is null
      order by id for no key update)`.execute(trx);
}

/** Takes the property for a roll-up: no month of its meters changes until the transaction ends. */
export async function lockRollUp(trx: Trx, companyId: number, propertyId: number) {
  const row = await trx
    .selectFrom("properties")
    .select(["sq_ft", "metadata", "roll_up_stale_since"])
    .where("company_id", "=", companyId)
    .where("id", "=", propertyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, stale: row.roll_up_stale_since !== null };
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

export async function listRolledMeters(db: Sql, companyId: number, propertyId: number): Promise<RolledMeter[]> {
  const meters = await listMetersOfProperty(db, companyId, propertyId);
  const ids = meters.map(({ id }) => id);
  const months = Map.groupBy(await listMonths(db, companyId, ids), ({ utility_meter_id }) => utility_meter_id);
  return meters.map((meter) => ({
    id: meter.id,
    // The columns hold the closed lists of records/codes.
    energy_type: meter.energy_type as RolledMeter["energy_type"],
    association_type: meter.association_type as RolledMeter["association_type"],
    status: meter.status as RolledMeter["status"],
    meter_wrapper_id: meter.meter_wrapper_id,
    deactivation_date: meter.deactivation_date,
    months: months.get(meter.id) ?? [],
  }));
}

/** Properties of any company that wait to be rolled up since before an instant: for the sweep, should a job be lost. */
export function listRollUpsStaleSince(db: Sql, before: string, limit: number) {
  return db
    .selectFrom("properties")
    .select(["company_id", "id"])
    .where("roll_up_stale_since", "<", before)
    .limit(limit)
    .execute();
}
