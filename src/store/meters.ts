/** Meters: what bills of an account measure, each joined to a wrapper and a property. */
import { sql } from "kysely";
import type { AssociationType, EnergyType, ServiceStatus } from "../records/codes.ts";
import type { Db, Sql, Trx } from "./db.ts";
import { inWindow, readOne, readRows, versionOf, type ListWindow } from "./list-window.ts";

export type MeterRow = NonNullable<Awaited<ReturnType<typeof findMeter>>>;

function meters(db: Sql, companyId: number) {
  return db
    .selectFrom("utility_meters as meter")
    .leftJoin("properties as property", (join) =>
      join.onRef("property.company_id", "=", "meter.company_id").onRef("property.id", "=", "meter.property_id"),
    )
    .selectAll("meter")
    .select("property.name as property_name")
    .where("meter.company_id", "=", companyId);
}

export interface MeterFilter {
  status?: ServiceStatus | undefined;
  property_id?: number | undefined;
  utility_account_id?: number | undefined;
  energy_type?: EnergyType | undefined;
}

function filteredMeters(db: Sql, companyId: number, filter: MeterFilter) {
  const { status, property_id, utility_account_id, energy_type } = filter;
  let query = meters(db, companyId);
  if (status !== undefined) query = query.where("meter.status", "=", status);
  if (property_id !== undefined) query = query.where("meter.property_id", "=", property_id);
  if (utility_account_id !== undefined) query = query.where("meter.utility_account_id", "=", utility_account_id);
  if (energy_type !== undefined) query = query.where("meter.energy_type", "=", energy_type);
  return query;
}

export function listMeters(db: Db, companyId: number, filter: MeterFilter, window: ListWindow): Promise<MeterRow[]> {
  return readRows(db, inWindow(filteredMeters(db, companyId, filter), "meter", window));
}

/** Their accounts are written within them, so these count too. */
export const versionOfMeters = (db: Db, companyId: number, filter: MeterFilter): Promise<string> =>
  versionOf(
    db,
    filteredMeters(db, companyId, filter)
      .innerJoin("utility_accounts as account", (join) =>
        join.onRef("account.company_id", "=", "meter.company_id").onRef("account.id", "=", "meter.utility_account_id"),
      )
      .select("account.updated_at as account_updated_at"),
  );

export function listMetersByIds(db: Sql, companyId: number, ids: number[]) {
  return meters(db, companyId)
    .where("meter.id", "=", sql<number>`any(${ids}::bigint[])`)
    .orderBy("meter.id")
    .execute();
}

export function listMetersOfAccount(db: Sql, companyId: number, accountId: number) {
  return meters(db, companyId).where("meter.utility_account_id", "=", accountId).orderBy("meter.id").execute();
}

export function listMetersOfProperty(db: Sql, companyId: number, propertyId: number) {
  return meters(db, companyId).where("meter.property_id", "=", propertyId).orderBy("meter.id").execute();
}

export function findMeter(db: Sql, companyId: number, id: number) {
  return readOne(db, meters(db, companyId).where("meter.id", "=", id));
}

export interface NewMeter {
  utility_account_id: number;
  property_id: number | null;
  meter_key: string;
  meter_num: string | null;
  service_address: string | null;
  service_name: string | null;
  premise_num: string | null;
  association_type: AssociationType;
  energy_type: EnergyType;
  measurement_unit: string | null;
  demand_measurement_unit: string | null;
}

/** The meter of an account by its key, made with a wrapper of its own when there is none. What a user edited is left alone. */
export async function ensureMeter(
  trx: Trx,
  companyId: number,
  meter: NewMeter,
): Promise<{ id: number; created: boolean }> {
  const known = await trx
    .selectFrom("utility_meters")
    .select("id")
    .where("company_id", "=", companyId)
    .where("utility_account_id", "=", meter.utility_account_id)
    .where("meter_key", "=", meter.meter_key)
    .executeTakeFirst();
  if (known !== undefined) {
    await fillDemandUnit(trx, companyId, known.id, meter.demand_measurement_unit);
    return { id: known.id, created: false };
  }
  const wrapper = await trx
    .insertInto("meter_wrappers")
    .values({ company_id: companyId })
    .returning("id")
    .executeTakeFirstOrThrow();
  const inserted = await trx
    .insertInto("utility_meters")
    .values({ company_id: companyId, meter_wrapper_id: wrapper.id, ...meter })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id: inserted.id, created: true };
}

/** A meter may show demand only from some bill on; the unit is then filled in, never changed. */
async function fillDemandUnit(trx: Trx, companyId: number, id: number, unit: string | null): Promise<void> {
  if (unit === null) return;
  await trx
    .updateTable("utility_meters")
    .set({ demand_measurement_unit: unit, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("demand_measurement_unit", "is", null)
    .execute();
}

/** Says that the months of these meters no longer match their bills; the derivation takes it back. */
export async function markMonthsStale(trx: Trx, companyId: number, meterIds: number[]): Promise<void> {
  if (meterIds.length === 0) return;
  await trx
    .updateTable("utility_meters")
    .set({ months_stale_since: sql`coalesce(months_stale_since, now())` })
    .where("company_id", "=", companyId)
    // In id order, so that two bills of the same meters never wait for each other in a ring.
    .where("id", "in", (eb) =>
      eb
        .selectFrom("utility_meters")
        .select("id")
        .where("company_id", "=", companyId)
        .where("id", "in", meterIds)
        .orderBy("id")
        // Not the stronger lock: bills that are written meanwhile refer to the meter and would have to wait in a ring.
        .forNoKeyUpdate(),
    )
    .execute();
}

/** Takes the meter for a derivation: locked until the transaction ends. `stale` is false when there is nothing to do. */
export async function lockMeter(trx: Trx, companyId: number, id: number) {
  const row = await trx
    .selectFrom("utility_meters")
    .select(["id", "property_id", "months_stale_since", "deactivation_date", "association_type"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, stale: row.months_stale_since !== null };
}

/** What the derivation found out about the meter itself; also takes the stale mark away. */
export function setMeterDerived(
  trx: Trx,
  companyId: number,
  id: number,
  derived: {
    latest_usage_date: string | null;
    eligibility_start_month: string | null;
    eligibility_end_month: string | null;
  },
) {
  const { latest_usage_date, eligibility_start_month, eligibility_end_month } = derived;
  return sql`
    update utility_meters set
      months_stale_since = null,
      updated_at = case when
        (latest_usage_date, eligibility_start_month, eligibility_end_month)
        is distinct from (${latest_usage_date}::date, ${eligibility_start_month}::date, ${eligibility_end_month}::date)
        then now() else updated_at end,
      latest_usage_date = ${latest_usage_date},
      eligibility_start_month = ${eligibility_start_month},
      eligibility_end_month = ${eligibility_end_month}
    where company_id = ${companyId} and id = ${id}`.execute(trx);
}

/** True when the company has this wrapper of meters. */
export async function hasMeterWrapper(trx: Trx, companyId: number, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom("meter_wrappers")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
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
