/** Meters of accounts, each with its wrapper and its property. */
import { sql } from "kysely";
import type { DerivedMeter } from "../../domain/months/meter-derivation.ts";
import type { AssociationType, EnergyType, ServiceStatus } from "../../records/codes.ts";
import type { MeterTexts } from "../../records/meter-texts.ts";
import { writeBillTexts } from "../bills/bill-texts.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { lockJoining } from "../locks.ts";
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

export type BilledMeter = Awaited<ReturnType<typeof findMetersByKey>> extends Map<string, infer Meter> ? Meter : never;

/** The meters of an account with these keys, by key, each with its location: the address of its property, and the one printed on its bills. */
export async function findMetersByKey(db: Sql, companyId: number, accountId: number, keys: readonly string[]) {
  const rows = await locatedMeters(db, companyId)
    .select(["meter.meter_key", "meter.association_type", "meter.demand_measurement_unit"])
    .where("meter.utility_account_id", "=", accountId)
    .where("meter.meter_key", "=", sql<string>`any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.meter_key, row]));
}

/** Meters by their ids, with what their CO2 depends on. */
export const listLocatedMeters = (db: Sql, companyId: number, ids: readonly number[]) =>
  locatedMeters(db, companyId)
    .where("meter.id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();

const locatedMeters = (db: Sql, companyId: number) =>
  db
    .selectFrom("utility_meters as meter")
    .leftJoin("properties as property", (join) =>
      join.onRef("property.company_id", "=", "meter.company_id").onRef("property.id", "=", "meter.property_id"),
    )
    .select(["meter.id", "meter.energy_type", "meter.service_address"])
    .select(["property.country", "property.state", "property.zip_code"])
    .where("meter.company_id", "=", companyId);

export interface NewMeter extends MeterTexts {
  property_id: number | null;
  meter_key: string;
  association_type: AssociationType;
  energy_type: EnergyType;
  measurement_unit: string | null;
  demand_measurement_unit: string | null;
}

/** Creates a meter. It joins the wrapper of the meter for the other side of the same service, or gets its own. */
export async function insertMeter(trx: Trx, companyId: number, accountId: number, meter: NewMeter): Promise<number> {
  const meter_wrapper_id =
    (await findWrapperOfOtherSide(trx, companyId, meter)) ?? (await insertWrapper(trx, companyId));
  const { id } = await trx
    .insertInto("utility_meters")
    .values({ company_id: companyId, utility_account_id: accountId, meter_wrapper_id, ...meter })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function insertWrapper(trx: Trx, companyId: number): Promise<number> {
  const { id } = await trx
    .insertInto("meter_wrappers")
    .values({ company_id: companyId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const OTHER_SIDE: { [type in AssociationType]?: AssociationType } = { SUPPLY: "DISTRIBUTION", DISTRIBUTION: "SUPPLY" };

/** The meter for the other side of a service that two companies bill: same meter number, same property. Undefined when there is none. */
async function findWrapperOfOtherSide(trx: Trx, companyId: number, meter: NewMeter): Promise<number | undefined> {
  const other = OTHER_SIDE[meter.association_type];
  const { meter_num, property_id, energy_type } = meter;
  if (other === undefined || meter_num === null || property_id === null) return undefined;
  // The two bills may be saved at once: the second waits here, and then sees the meter of the first.
  await lockJoining(trx, companyId);
  const row = await trx
    .selectFrom("utility_meters")
    .select("meter_wrapper_id")
    .where("company_id", "=", companyId)
    .where("property_id", "=", property_id)
    .where("meter_num", "=", meter_num)
    .where("energy_type", "=", energy_type)
    .where("association_type", "=", other)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.meter_wrapper_id;
}

/**
 * Fills in the demand unit of meters without one, since demand may first appear on a later bill; it is never changed. The caller
 * holds the lock of the account.
 */
export async function fillDemandUnits(trx: Trx, companyId: number, units: ReadonlyMap<number, string>): Promise<void> {
  if (units.size === 0) return;
  await sql`
    update utility_meters meter set demand_measurement_unit = given.unit, updated_at = now()
    from unnest(${[...units.keys()]}::bigint[], ${[...units.values()]}::text[]) as given (id, unit)
    where meter.company_id = ${companyId} and meter.id = given.id and meter.id in (
      select id from utility_meters
      where company_id = ${companyId} and id = any(${[...units.keys()]}::bigint[]) and demand_measurement_unit is null
      -- In id order, so that two writers never wait for each other in a ring.
      order by id for no key update)`.execute(trx);
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
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Writes the fields of meters that follow from their derivation, where they differ. */
export async function setMetersDerived(
  trx: Trx,
  companyId: number,
  derived: readonly (Omit<DerivedMeter, "months"> & { id: number })[],
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
