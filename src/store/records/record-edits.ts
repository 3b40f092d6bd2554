/** Edits shared by accounts, meters and properties: fields, metadata, and the lock of an edit. */
import { sql } from "kysely";
import type { AccountEdit } from "../../records/account.ts";
import type { MeterEdit } from "../../records/meter.ts";
import type { PropertyEdit } from "../../records/property.ts";
import type { Metadata } from "../../records/scalars.ts";
import { lockAccountsOfMeters } from "./account-locks.ts";
import { given, type Trx } from "../db.ts";
import { listMetersOfProperty, lockMeters } from "./meters.ts";

export type RecordTable = "utility_accounts" | "utility_meters" | "properties";

interface Edits {
  utility_accounts: Omit<AccountEdit, "metadata">;
  utility_meters: Omit<MeterEdit, "metadata">;
  properties: Omit<PropertyEdit, "metadata">;
}

/** Changes the given fields, at least one. False when the company has no such record. */
export async function updateRecord<T extends RecordTable>(
  trx: Trx,
  table: T,
  companyId: number,
  id: number,
  edit: Edits[T],
): Promise<boolean> {
  const fields = Object.entries(given(edit)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql`
    update ${sql.table(table)} set ${sql.join(fields)}, updated_at = now()
    where company_id = ${companyId} and id = ${id} returning id`.execute(trx);
  return rows.length > 0;
}

/** Undefined when the company has no such record. */
export async function findMetadata(
  trx: Trx,
  table: RecordTable,
  companyId: number,
  id: number,
): Promise<Metadata | undefined> {
  const { rows } = await sql<{ metadata: Metadata }>`
    select metadata from ${sql.table(table)} where company_id = ${companyId} and id = ${id}`.execute(trx);
  return rows[0]?.metadata;
}

/** False when the company has no such record. */
export async function replaceMetadata(
  trx: Trx,
  table: RecordTable,
  companyId: number,
  id: number,
  metadata: Metadata,
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set metadata = ${JSON.stringify(metadata)}, updated_at = now()
    where company_id = ${companyId} and id = ${id} returning id`.execute(trx);
  return rows.length > 0;
}

/** Locks the record against edits until the transaction ends; bills may refer to it meanwhile. */
export async function lockRecord(trx: Trx, table: RecordTable, companyId: number, id: number): Promise<void> {
  await sql`select 1 from ${sql.table(table)} where company_id = ${companyId} and id = ${id} for no key update`.execute(
    trx,
  );
}

/**
 * Locks a property, also against new meters at it: their creators wait for this lock, and this lock waits for them. The first
 * bill of a new meter is calculated by the location, and before its commit an edit would not see that it must be recalculated.
 */
async function lockPlace(trx: Trx, companyId: number, propertyId: number): Promise<void> {
  // Only this lock mode blocks the foreign key reference of a new meter.
  await sql`select 1 from properties where company_id = ${companyId} and id = ${propertyId} for update`.execute(trx);
}

/**
 * Locks a property with its meters and their accounts, as far as the edit changes them, in the order of docs/decisions/0016.
 * Returns the meters: after this no meter joins or leaves the property, except for meters of new bills when the accounts are
 * not locked.
 */
export async function lockProperty(
  trx: Trx,
  companyId: number,
  id: number,
  along: { meters: boolean; accounts: boolean },
): Promise<number[]> {
  if (!along.meters && !along.accounts) {
    await lockRecord(trx, "properties", companyId, id);
    return [];
  }
  const list = async () => (await listMetersOfProperty(trx, companyId, id)).map((meter) => meter.id);
  for (;;) {
    await sql`savepoint unlocked`.execute(trx);
    const ids = await list();
    if (along.accounts) await lockAccountsOfMeters(trx, companyId, ids);
    if (along.meters) await lockMeters(trx, companyId, ids);
    if (along.accounts) await lockPlace(trx, companyId, id);
    else await lockRecord(trx, "properties", companyId, id);
    const there = await list();
    if (there.every((meterId) => ids.includes(meterId))) return there;
    // A meter joined the property during the wait. Locking it now would break the order, so all locks are released.
    await sql`rollback to savepoint unlocked`.execute(trx);
  }
}
