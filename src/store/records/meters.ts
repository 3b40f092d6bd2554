/** Meters of accounts, each with its wrapper and its property. */
import { sql, type RawBuilder } from "kysely";
import type { DerivedMeter } from "../../domain/months/meter-derivation.ts";
import type { EnergyType, ServiceStatus } from "../../records/codes.ts";
import { writeBillTexts } from "../bills/bill-texts.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { listAccountsByIds } from "./accounts.ts";
import { inWindow, readOne, readRows, versionOf, type ListWindow } from "../list-window.ts";

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

/** Adds to each meter the account that bills it. */
export async function withAccounts(db: Sql, companyId: number, rows: readonly MeterRow[]) {
  const ids = [...new Set(rows.map(({ utility_account_id }) => utility_account_id))];
  const accounts = new Map((await listAccountsByIds(db, companyId, ids)).map((account) => [account.id, account]));
  return rows.flatMap((row) => {
    const account = accounts.get(row.utility_account_id);
    return account === undefined ? [] : [{ ...row, account }];
  });
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

/** Includes changes of their accounts, whose fields are part of the answer. */
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

/** The ids of a property's meters, as a query. */
export const metersOfProperty = (companyId: number, propertyId: number): RawBuilder<unknown> => sql`
  select company_id, id from utility_meters where company_id = ${companyId} and property_id = ${propertyId}`;

/** The same, when the weather of whole months is known at the property's station. */
export const metersWithWeather = (companyId: number, propertyId: number): RawBuilder<unknown> => sql`
  select meter.company_id, meter.id from utility_meters meter
  join properties property on property.company_id = meter.company_id and property.id = meter.property_id
  where meter.company_id = ${companyId} and meter.property_id = ${propertyId} and exists (
    select from degree_days month
    where month.weather_station_alpha_id = property.weather_station_alpha_id and month.month_complete)`;

/** With the status of each account, on which the end of service depends. */
export function listMetersOfProperty(db: Sql, companyId: number, propertyId: number) {
  return meters(db, companyId)
    .innerJoin("utility_accounts as account", (join) =>
      join.onRef("account.company_id", "=", "meter.company_id").onRef("account.id", "=", "meter.utility_account_id"),
    )
    .select("account.status as account_status")
    .where("meter.property_id", "=", propertyId)
    .orderBy("meter.id")
    .execute();
}

export function findMeter(db: Sql, companyId: number, id: number) {
  return readOne(db, meters(db, companyId).where("meter.id", "=", id));
}

/**
 * Records that this transaction moves the meter to another property, so that deliveries of that property's news include its
 * earlier bills. The property itself is written afterwards.
 */
export async function markMeterMoved(
  trx: Trx,
  companyId: number,
  id: number,
  propertyId: number | null,
): Promise<void> {
  await sql`
    update utility_meters set property_xid = pg_current_xact_id()
    where company_id = ${companyId} and id = ${id} and property_id is distinct from ${propertyId}::bigint`.execute(trx);
}

/** Locks the meters until the transaction ends; bills may refer to them meanwhile. */
export async function lockMeters(trx: Trx, companyId: number, ids: readonly number[]): Promise<void> {
  await sql`
    select 1 from utility_meters where company_id = ${companyId} and id = any(${ids}::bigint[])
    -- In id order, so that two writers never wait for each other in a ring.
    order by id for no key update`.execute(trx);
}

/** Updates the change time of meters whose shown data has changed. */
export async function touchMeters(trx: Trx, companyId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update utility_meters set updated_at = now()
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(trx);
}

/** Locks the meter until the transaction ends; bills may refer to it meanwhile. */
export async function lockMeter(trx: Trx, companyId: number, id: number) {
  return trx
    .selectFrom("utility_meters")
    .select(["id", "property_id", "deactivation_date", "association_type"])
    .select(["utility_account_id", "energy_type", "status"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Writes the fields of meters that follow from their derivation, where they differ. */
export async function setMetersDerived(
  trx: Trx,
  companyId: number,
  derived: readonly (Omit<DerivedMeter, "months" | "billed_days" | "bill_sums"> & { id: number })[],
): Promise<void> {
  const arrayOf = <K extends keyof (typeof derived)[number]>(key: K) => derived.map((one) => one[key]);
  await sql`
    update utility_meters meter set
      latest_usage_date = given.latest_usage_date,
      eligibility_start_month = given.eligibility_start_month,
      eligibility_end_month = given.eligibility_end_month,
      updated_at = now()
    from unnest(
      ${arrayOf("id")}::bigint[], ${arrayOf("latest_usage_date")}::date[],
      ${arrayOf("eligibility_start_month")}::date[], ${arrayOf("eligibility_end_month")}::date[])
      as given (id, latest_usage_date, eligibility_start_month, eligibility_end_month)
    where meter.company_id = ${companyId} and meter.id = given.id
      and (meter.latest_usage_date, meter.eligibility_start_month, meter.eligibility_end_month)
        is distinct from (given.latest_usage_date, given.eligibility_start_month, given.eligibility_end_month)`.execute(
    trx,
  );
}

/** True when the company has this meter wrapper. */
export async function hasMeterWrapper(trx: Trx, companyId: number, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom("meter_wrappers")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets on all usages of a meter whether they are supply, after a user corrected it, and updates the change time of its bills,
 * including archived ones. The caller has locked the account of the meter.
 */
export async function replaceSupply(trx: Trx, companyId: number, meterId: number, supply: boolean): Promise<void> {
  const rows = await trx
    .selectFrom("bill_meters")
    .select("utility_bill_id")
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "=", meterId)
    .execute();
  const ids = rows.map(({ utility_bill_id }) => utility_bill_id);
  if (ids.length === 0) return;
  await trx
    .updateTable("utility_usages")
    .set({ supply })
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "=", meterId)
    .execute();
  await sql`
    update utility_bills set updated_at = now()
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(trx);
  await writeBillTexts(trx, companyId, ids);
}
