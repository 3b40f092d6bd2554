/** The files of uploaded archives: the documents that they became, and those that were refused. */
import { sql } from "kysely";
import type { Finding } from "../../records/statement.ts";
import type { Sql, Trx } from "../db.ts";
import { ensureFile } from "../files.ts";

export interface ArchivedFile {
  name: string;
  file: { sha256: Buffer; bytes: number; format: string };
}

/**
 * Inserts the document of a file in an archive, for the account, utility, property and authorization of the archive. A file that
 * was uploaded before keeps its document; one that is in review is read again for the account, utility or property of the archive.
 */
export async function insertArchived(
  trx: Trx,
  companyId: number,
  archiveId: number,
  { name, file }: ArchivedFile,
): Promise<{ id: number; isToRead: boolean }> {
  const file_id = await ensureFile(trx, companyId, file);
  const { rows } = await sql<{ id: number }>`
    insert into documents (company_id, utility_account_id, authorization_id, uploaded_by, utility_company, property_id, file_id,
      external_id, name, listed_date)
    select company_id, utility_account_id, authorization_id, uploaded_by, utility_company, property_id, ${file_id},
      case when uploaded_by is null then external_id || ' file ' else 'upload ' end || ${file.sha256.toString("hex")},
      ${name}, listed_date
    from documents where company_id = ${companyId} and id = ${archiveId}
    on conflict do nothing returning id`.execute(trx);
  const [inserted] = rows;
  if (inserted !== undefined) return { id: inserted.id, isToRead: true };
  const known = await sql<{ id: number }>`
    select known.id from documents known
      join documents archive on archive.company_id = known.company_id and archive.id = ${archiveId}
    where known.company_id = ${companyId} and known.file_id = ${file_id} and known.part = 1
      and (known.uploaded_by is null) = (archive.uploaded_by is null)
      and (known.uploaded_by is not null or known.utility_account_id = archive.utility_account_id)
    order by known.id limit 1`.execute(trx);
  const [found] = known.rows;
  if (found === undefined) throw new Error("a file of an archive has no document");
  const named = await sql`
    update documents known set state = 'waiting', updated_at = now(),
      utility_account_id = coalesce(archive.utility_account_id, known.utility_account_id),
      utility_company = coalesce(archive.utility_company, known.utility_company),
      property_id = coalesce(archive.property_id, known.property_id)
    from documents archive
    where archive.company_id = ${companyId} and archive.id = ${archiveId} and archive.uploaded_by is not null
      and num_nonnulls(archive.utility_account_id, archive.utility_company, archive.property_id) > 0
      and known.company_id = ${companyId} and known.id = ${found.id} and known.state = 'review'
    returning known.id`.execute(trx);
  return { id: found.id, isToRead: named.rows.length > 0 };
}

/** A file of an archive: its document, or why it has none. */
export type EntryOutcome = { name: string } & (
  | { document_id: number; finding: null }
  | { document_id: null; finding: Finding }
);

/** Records what became of the files of an archive, in place of what an earlier reading recorded; the archive is then unpacked. */
export async function setUnpacked(
  trx: Trx,
  companyId: number,
  archiveId: number,
  entries: readonly EntryOutcome[],
): Promise<void> {
  await trx
    .deleteFrom("archive_entries")
    .where("company_id", "=", companyId)
    .where("archive_id", "=", archiveId)
    .execute();
  const rows = entries.map(({ name, document_id, finding }, at) => ({
    company_id: companyId,
    archive_id: archiveId,
    position: at + 1,
    name,
    document_id,
    finding: finding && JSON.stringify(finding),
  }));
  if (rows.length > 0) await trx.insertInto("archive_entries").values(rows).execute();
  await trx
    .updateTable("documents")
    .set({ state: "unpacked", findings: "[]", read_at: sql`now()`, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", archiveId)
    .where("state", "=", "waiting")
    .execute();
}

/** The files of an archive in its order, with the states of their documents; empty for another document. */
export const listArchiveEntries = (db: Sql, companyId: number, archiveId: number) =>
  db
    .selectFrom("archive_entries as entry")
    .leftJoin("documents as document", (join) =>
      join.onRef("document.company_id", "=", "entry.company_id").onRef("document.id", "=", "entry.document_id"),
    )
    .select(["entry.name", "entry.document_id", "document.state", "entry.finding"])
    .where("entry.company_id", "=", companyId)
    .where("entry.archive_id", "=", archiveId)
    .orderBy("entry.position")
    .execute();
