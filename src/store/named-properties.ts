/** Properties by the name that people give them in spreadsheets. */
import { sql } from "kysely";
import type { FoundProperty, NewProperty, PropertyWords } from "../domain/imports/new-records.ts";
import type { Sql, Trx } from "./db.ts";
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
