/** The free-form object a client keeps on an account, a meter or a property: replaced whole. */
import { sql } from "kysely";
import type { Metadata } from "../records/scalars.ts";
import type { Trx } from "./db.ts";

type Table = "utility_accounts" | "utility_meters" | "properties";

/** False when the company has no such record. */
export async function replaceMetadata(
  trx: Trx,
  table: Table,
  companyId: number,
  id: number,
  metadata: Metadata,
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set metadata = ${JSON.stringify(metadata)}, updated_at = now()
    where company_id = ${companyId} and id = ${id} returning id`.execute(trx);
  return rows.length > 0;
}
