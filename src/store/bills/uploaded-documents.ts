/** Documents that users upload, the further bills of a file, and the accounts that documents are assigned to when they are read. */
import { sql } from "kysely";
import { ensureFile } from "../files.ts";
import type { Sql, Trx } from "../db.ts";

export interface Upload {
  company_id: number;
  uploaded_by: number;
  name: string;
  /** The day of the upload. */
  listed_date: string;
  utility_account_id: number | null;
  utility_company: string | null;
  property_id: number | null;
  file: { sha256: Buffer; bytes: number; format: string };
}

/** Inserts the document of an uploaded file; `created` is false when the company has uploaded the same file before. */
export async function insertUpload(trx: Trx, { file, ...row }: Upload): Promise<{ id: number; created: boolean }> {
  const file_id = await ensureFile(trx, row.company_id, file);
  const inserted = await trx
    .insertInto("documents")
    .values({ ...row, file_id, external_id: `upload ${file.sha256.toString("hex")}` })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted !== undefined) return { id: inserted.id, created: true };
  const { id } = await trx
    .selectFrom("documents")
    .select("id")
    .where("company_id", "=", row.company_id)
    .where("file_id", "=", file_id)
    .where("uploaded_by", "is not", null)
    .where("part", "=", 1)
    .executeTakeFirstOrThrow();
  return { id, created: false };
}

/** Gives an uploaded document in review, or an unpacked archive, what the user names with the same file now, and makes it wait; false when nothing is named or it is neither. */
export async function updateUpload(
  trx: Trx,
  id: number,
  { company_id, utility_account_id, utility_company, property_id }: Omit<Upload, "listed_date">,
): Promise<boolean> {
  if (utility_account_id === null && utility_company === null && property_id === null) return false;
  const { rows } = await sql`
    update documents set state = 'waiting', updated_at = now(),
      utility_account_id = coalesce(${utility_account_id}, utility_account_id),
      utility_company = coalesce(${utility_company}, utility_company),
      property_id = coalesce(${property_id}, property_id)
    where company_id = ${company_id} and id = ${id} and state in ('review', 'unpacked') returning id`.execute(trx);
  return rows.length > 0;
}

/** Inserts a waiting document for each further bill of the file of a document, unless it exists. */
export async function insertParts(db: Sql, companyId: number, id: number, parts: number): Promise<void> {
  await sql`
    insert into documents (company_id, utility_account_id, authorization_id, uploaded_by, utility_company, property_id, file_id,
      external_id, name, listed_date, part)
    select company_id, utility_account_id, authorization_id, uploaded_by, utility_company, property_id, file_id,
      external_id || ' bill ' || number, name, listed_date, number
    from documents, generate_series(2, ${parts}::integer) number
    where company_id = ${companyId} and id = ${id} and part = 1
    on conflict do nothing`.execute(db);
}

/** Assigns an uploaded document to an account. */
export async function setDocumentAccount(trx: Trx, companyId: number, id: number, accountId: number): Promise<void> {
  await trx
    .updateTable("documents")
    .set({ utility_account_id: accountId, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("uploaded_by", "is not", null)
    .execute();
}
