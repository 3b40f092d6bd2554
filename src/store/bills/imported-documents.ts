/** Documents of imports: one for each bill that rows of a spreadsheet give. */
import { sql } from "kysely";
import type { Statement } from "../../records/statement.ts";
import type { Trx } from "../db.ts";
import { manyRows } from "../many-rows.ts";

/** The account and file of imported documents. */
export interface ImportedFile {
  company_id: number;
  utility_account_id: number;
  file_id: number;
}

/** The statements of earlier imports of spreadsheet rows, by external id. */
export async function findImportedStatements(
  trx: Trx,
  { company_id, utility_account_id, file_id }: ImportedFile,
  externalIds: readonly string[],
): Promise<Map<string, Statement | null>> {
  const found = await trx
    .selectFrom("documents")
    .select(["external_id", "statement"])
    .where("company_id", "=", company_id)
    .where("utility_account_id", "=", utility_account_id)
    .where("external_id", "=", sql<string>`any(${externalIds}::text[])`)
    .where("file_id", "=", file_id)
    .execute();
  // Only the readers write this column.
  return new Map(found.map(({ external_id, statement }) => [external_id, statement as Statement | null]));
}

const IMPORTED = {
  company_id: "bigint",
  utility_account_id: "bigint",
  import_id: "bigint",
  file_id: "bigint",
  external_id: "text",
  name: "text",
  listed_date: "date",
} as const;

/** Inserts a document per bill of a spreadsheet. Returns the ids of new documents by external id. */
export async function insertImportedDocuments(
  trx: Trx,
  of: ImportedFile & { import_id: number },
  documents: readonly { external_id: string; name: string; listed_date: string }[],
): Promise<Map<string, number>> {
  const inserted = documents.map((document) => ({ ...document, ...of }));
  const { rows } = await sql<{ id: number; external_id: string }>`
    insert into documents ${manyRows(IMPORTED, inserted)}
    on conflict on constraint document_unique do nothing returning id, external_id`.execute(trx);
  return new Map(rows.map(({ id, external_id }) => [external_id, id]));
}
