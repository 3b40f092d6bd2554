/** Properties by the name that people give them in spreadsheets, and which meters of an account are at them. */
import { sql } from "kysely";
import type { EnergyType } from "../../records/codes.ts";
import type { FoundProperty, NewProperty, PropertyWords } from "../../domain/imports/new-records.ts";
import type { Sql, Trx } from "../db.ts";
import { ensureProperty, insertProperty } from "./properties.ts";

/** Those of the names, without regard to capitals and spaces, and those at the addresses; the oldest first. */
export async function listNamedProperties(
  db: Sql,
  companyId: number,
  { names, address_keys }: PropertyWords,
): Promise<FoundProperty[]> {
  if (names.length === 0 && address_keys.length === 0) return [];
  const folded = sql`lower(regexp_replace(trim(name), '\\s+', ' ', 'g'))`;
  const { rows } = await sql<FoundProperty>`
    select id, ${folded} as name, address_key from properties
    where company_id = ${companyId} and ${folded} = any(${names}::text[])
    union
    select id, ${folded} as name, address_key from properties
    where company_id = ${companyId} and address_key = any(${address_keys}::text[])
    order by id`.execute(db);
  return rows;
}

/** What tells the meters of an account apart, and the property of each. */
export async function listMeterPlaces(
  db: Sql,
  companyId: number,
  accountId: number,
): Promise<Map<string, number | null>> {
  const rows = await db
    .selectFrom("utility_meters")
    .select(["meter_key", "property_id"])
    .where("company_id", "=", companyId)
    .where("utility_account_id", "=", accountId)
    .execute();
  return new Map(rows.map(({ meter_key, property_id }) => [meter_key, property_id]));
}

/** Names of certain properties. */
export async function listPropertyNames(db: Sql, companyId: number, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("properties")
    .select(["id", "name"])
    .where("company_id", "=", companyId)
    .where("id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The types of energy of the meters at certain properties; those without a meter are not among them. */
export async function listEnergyTypes(db: Sql, companyId: number, ids: number[]): Promise<Map<number, EnergyType[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ property_id: number; types: EnergyType[] }>`
    select property_id, array_agg(distinct energy_type) as types from utility_meters
    where company_id = ${companyId} and property_id = any(${ids}::bigint[]) group by property_id`.execute(db);
  return new Map(rows.map(({ property_id, types }) => [property_id, types]));
}

/** Makes a property that was not found. Another import may have made it a moment ago. */
export async function insertNamedProperty(
  trx: Trx,
  companyId: number,
  { address_key, name, address }: NewProperty,
): Promise<{ id: number; created: boolean }> {
  if (address !== null) {
    const found = await ensureProperty(trx, companyId, { ...address, key: address_key });
    if (found.created && name !== address.street1)
      await trx
        .updateTable("properties")
        .set({ name })
        .where("company_id", "=", companyId)
        .where("id", "=", found.id)
        .execute();
    return found;
  }
  const id = await insertProperty(trx, companyId, { name, address_key });
  if (id !== undefined) return { id, created: true };
  const { id: made } = await trx
    .selectFrom("properties")
    .select("id")
    .where("company_id", "=", companyId)
    .where("address_key", "=", address_key)
    .executeTakeFirstOrThrow();
  return { id: made, created: false };
}
