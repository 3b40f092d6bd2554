/** The document of each bill. */
import { readRows } from "../list-window.ts";
import type { Db } from "../db.ts";

/** The bills of the company among these ids that have a file. */
export async function listDocumentsOfBills(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<{ id: number; document_id: number }[]> {
  if (ids.length === 0) return [];
  const query = db
    .selectFrom("utility_bills")
    .select(["id", "document_id"])
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .where("document_id", "is not", null)
    .$narrowType<{ document_id: number }>();
  return readRows(db, query);
}
