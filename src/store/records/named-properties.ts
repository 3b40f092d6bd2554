/** Properties by their names in spreadsheets, and the properties of an account's meters. */
import { sql } from "kysely";
import type { EnergyType } from "../../records/codes.ts";
import type { FoundProperty, NewProperty, PropertyWords } from "../../domain/imports/new-records.ts";
import type { Sql, Trx } from "../db.ts";
import { ensureProperty, insertProperty } from "./properties.ts";

/** Properties with these names, ignoring case and spaces, or at these addresses; the oldest first. */
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

/** The property of each meter of an account, by meter key. */
export async function listPropertyIdsOfMeters(
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

/** The names of these properties. */
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

/** The energy types of the meters at these properties; properties without meters are left out. */
export async function listEnergyTypes(db: Sql, companyId: number, ids: number[]): Promise<Map<number, EnergyType[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ property_id: number; types: EnergyType[] }>`
    select property_id, array_agg(distinct energy_type) as types from utility_meters
    where company_id = ${companyId} and property_id = any(${ids}::bigint[]) group by property_id`.execute(db);
  return new Map(rows.map(({ property_id, types }) => [property_id, types]));
}

/** Creates a property that was not found, or returns the one that another import has just created. */
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
