/** What a client edits on an account, a meter or a property alike: its free-form object, replaced whole, and the lock of the record. */
import { sql } from "kysely";
import type { Metadata } from "../records/scalars.ts";
import type { Trx } from "./db.ts";

export type RecordTable = "utility_accounts" | "utility_meters" | "properties";

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

/** Keeps others from editing the record until the transaction ends; bills may refer to it meanwhile. */
export async function lockRecord(trx: Trx, table: RecordTable, companyId: number, id: number): Promise<void> {
  await sql`select 1 from ${sql.table(table)} where company_id = ${companyId} and id = ${id} for no key update`.execute(
    trx,
  );
}
