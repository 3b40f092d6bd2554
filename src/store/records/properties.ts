/** Properties: made by a person, or for a service address when a bill of the company first has it. */
import { sql } from "kysely";
import type { ServiceStatus } from "../../records/codes.ts";
import type { NewProperty, PropertyEdit } from "../../records/property.ts";
import { given, type Db, type Sql, type Trx } from "../db.ts";
import { touchMeters } from "./meters.ts";
import { updateRecord } from "./record-edits.ts";
import { inWindow, readOne, readRows, versionOf, type ListWindow } from "../list-window.ts";
import { latestCompleteMonth } from "../derived/property-months.ts";

export type PropertyRow = NonNullable<Awaited<ReturnType<typeof findProperty>>>;

function properties(db: Sql, companyId: number) {
  return db
    .selectFrom("properties as property")
    .innerJoin("companies as company", "company.id", "property.company_id")
    .selectAll("property")
    .select("company.name as company_name")
    .where("property.company_id", "=", companyId);
}

export interface PropertyFilter {
  status?: ServiceStatus | undefined;
}

const filteredProperties = (db: Sql, companyId: number, { status }: PropertyFilter) =>
  properties(db, companyId).$if(status !== undefined, (query) => query.where("property.status", "=", status ?? ""));

export function listProperties(
  db: Db,
  companyId: number,
  filter: PropertyFilter,
  window: ListWindow,
): Promise<PropertyRow[]> {
  return readRows(db, inWindow(filteredProperties(db, companyId, filter), "property", window));
}

export const versionOfProperties = (db: Db, companyId: number, filter: PropertyFilter): Promise<string> =>
  versionOf(db, filteredProperties(db, companyId, filter));

export function findProperty(db: Sql, companyId: number, id: number) {
  return readOne(db, properties(db, companyId).where("property.id", "=", id));
}

export async function listPropertyIds(db: Sql, companyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("properties")
    .select("id")
    .where("company_id", "=", companyId)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
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

export interface PropertyAddress {
  key: string;
  street1: string;
  street2: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
}

/** Finds or creates the property at an address; `created` is true for a new one. */
export async function ensureProperty(
  trx: Trx,
  companyId: number,
  address: PropertyAddress,
): Promise<{ id: number; created: boolean }> {
  const { key, ...parts } = address;
  const find = () =>
    trx.selectFrom("properties").select("id").where("company_id", "=", companyId).where("address_key", "=", key);
  // All bills of an account but the first find it.
  const known = await find().executeTakeFirst();
  if (known !== undefined) return { id: known.id, created: false };
  const inserted = await trx
    .insertInto("properties")
    .values({ company_id: companyId, name: parts.street1, address_key: key, ...parts })
    .onConflict((conflict) => conflict.constraint("property_address_unique").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted !== undefined) return { id: inserted.id, created: true };
  // Another writer has created it meanwhile.
  const { id } = await find().executeTakeFirstOrThrow();
  return { id, created: false };
}

/** Undefined when the company has a property at this address already. */
export async function insertProperty(
  trx: Trx,
  companyId: number,
  property: NewProperty & { address_key: string | null },
): Promise<number | undefined> {
  const row = await trx
    .insertInto("properties")
    .values({ company_id: companyId, ...given(property), name: property.name, address_key: property.address_key })
    .onConflict((conflict) => conflict.constraint("property_address_unique").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Changes the given fields; false when the company has no such property. Also touches `meterIds`, locked by the caller, which show its name. */
export async function updateProperty(
  trx: Trx,
  companyId: number,
  id: number,
  edit: PropertyEdit,
  meterIds: readonly number[],
): Promise<boolean> {
  if (edit.name !== undefined) await touchMeters(trx, companyId, meterIds);
  return updateRecord(trx, "properties", companyId, id, edit);
}

/** `data_current_through`: the latest month of a property that is complete. The caller has locked the properties and written their months. */
export async function refreshDataCurrentThrough(
  trx: Trx,
  companyId: number,
  propertyIds: readonly number[],
): Promise<void> {
  await sql`
    update properties property set data_current_through = latest.month, updated_at = now()
    from (
      select id, ${latestCompleteMonth(companyId, sql`given.id`)} as month
      from unnest(${propertyIds}::bigint[]) as given (id)) as latest
    where property.company_id = ${companyId} and property.id = latest.id
      and property.data_current_through is distinct from latest.month`.execute(trx);
}
