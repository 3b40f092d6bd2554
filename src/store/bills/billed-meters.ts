/** The meters that bills name: found by their keys with their locations, and created with their properties where they are new. */
import { sql } from "kysely";
import type { BilledMeter, NewMeters } from "../../domain/bills/plan-meters.ts";
import type { AssociationType, EnergyType } from "../../records/codes.ts";
import type { MeterTexts } from "../../records/meter-texts.ts";
import type { Sql, Trx } from "../db.ts";
import { lockJoining } from "../locks.ts";
import { ensureProperty } from "../records/properties.ts";

interface Account {
  company_id: number;
  utility_account_id: number;
}

/** The meters of an account with these keys, by key. */
export async function findBilledMeters(
  trx: Trx,
  { company_id, utility_account_id }: Account,
  keys: readonly string[],
): Promise<Map<string, BilledMeter>> {
  const rows = await locatedMeters(trx, company_id)
    .select(["meter.meter_key", "meter.demand_measurement_unit"])
    // The column holds the closed list of records/codes.
    .select(sql<AssociationType>`meter.association_type`.as("association_type"))
    .where("meter.utility_account_id", "=", utility_account_id)
    .where("meter.meter_key", "=", sql<string>`any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.meter_key, row]));
}

/** Creates meters, with the properties at their addresses, and completes existing ones. Returns the ids of the new records. */
export async function createMeters(
  trx: Trx,
  { company_id, utility_account_id }: Account,
  { properties, meters, demandUnits }: NewMeters,
): Promise<{ properties: number[]; meters: number[] }> {
  const created: { properties: number[]; meters: number[] } = { properties: [], meters: [] };
  const at = new Map<string | null, number>();
  for (const address of properties) {
    const property = await ensureProperty(trx, company_id, address);
    at.set(address.key, property.id);
    if (property.created) created.properties.push(property.id);
  }
  for (const { address_key, ...meter } of meters) {
    const property_id = meter.property_id ?? at.get(address_key) ?? null;
    created.meters.push(await insertMeter(trx, company_id, utility_account_id, { ...meter, property_id }));
  }
  await fillDemandUnits(trx, company_id, demandUnits);
  return created;
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
    .select(["meter.id", "meter.service_address"])
    // The column holds the closed list of records/codes.
    .select(sql<EnergyType>`meter.energy_type`.as("energy_type"))
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
async function fillDemandUnits(trx: Trx, companyId: number, units: ReadonlyMap<number, string>): Promise<void> {
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
