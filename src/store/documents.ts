/** Documents: what a portal listed for an account, the file behind it, and what reading it gave. */
import { sql, type Insertable } from "kysely";
import type { Finding, Statement } from "../records/statement.ts";
import type { Db, Sql, Trx } from "./db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "./list-window.ts";
import type { Schema } from "./schema.ts";

export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/** What a file shows that was damaged on its way: the portal may give it whole another time. */
const DAMAGED = ["file_empty", "file_cut_off", "not_a_pdf"];

/** The portal's own ids of the documents of an account that need not be fetched again. */
export async function listKnownDocumentIds(db: Sql, companyId: number, accountId: number): Promise<Set<string>> {
  const damaged = sql<boolean>`exists (
    select 1 from jsonb_array_elements(findings) finding where finding ->> 'name' in (${sql.join(DAMAGED)}))`;
  const rows = await db
    .selectFrom("documents")
    .select("external_id")
    .distinct()
    .where("company_id", "=", companyId)
    .where("utility_account_id", "=", accountId)
    .where((eb) => eb.not(eb.and([eb("state", "=", "review"), damaged])))
    .execute();
  return new Set(rows.map(({ external_id }) => external_id));
}

/** Keeps the row of a file and of the document it came with. Undefined when both were known: then nothing is to be read. */
export async function insertDocument(
  trx: Trx,
  document: {
    company_id: number;
    utility_account_id: number;
    authorization_id: number;
    external_id: string;
    name: string;
    listed_date: string;
    file: { sha256: Buffer; bytes: number; format: string };
  },
): Promise<number | undefined> {
  const { file, ...row } = document;
  const { rows } = await sql<{ id: number }>`
    insert into files (company_id, sha256, bytes, format)
    values (${row.company_id}, ${file.sha256}, ${file.bytes}, ${file.format})
    on conflict on constraint file_content_unique do update set bytes = excluded.bytes
    returning id`.execute(trx);
  const fileId = rows[0]?.id;
  if (fileId === undefined) throw new Error("a file without a row");
  return insertUnknown(trx, { ...row, file_id: fileId });
}

/** What rows of a spreadsheet said when they were imported before; null when they were not. */
export async function findImportedStatement(
  trx: Trx,
  document: { company_id: number; utility_account_id: number; file_id: number; external_id: string },
): Promise<Statement | null> {
  const { company_id, utility_account_id, file_id, external_id } = document;
  const found = await trx
    .selectFrom("documents")
    .select("statement")
    .where("company_id", "=", company_id)
    .where("utility_account_id", "=", utility_account_id)
    .where("external_id", "=", external_id)
    .where("file_id", "=", file_id)
    .executeTakeFirst();
  // The column holds what the readers wrote.
  return (found?.statement ?? null) as Statement | null;
}

/** The rows of a spreadsheet that are one bill, as a document of the account. Undefined when they were imported before. */
export async function insertImportedDocument(
  trx: Trx,
  document: {
    company_id: number;
    utility_account_id: number;
    import_id: number;
    file_id: number;
    external_id: string;
    name: string;
    listed_date: string;
  },
): Promise<number | undefined> {
  return insertUnknown(trx, { ...document, authorization_id: null });
}

/** Undefined when the account has the document already. */
async function insertUnknown(trx: Trx, document: Insertable<Schema["documents"]>): Promise<number | undefined> {
  const inserted = await trx
    .insertInto("documents")
    .values(document)
    .onConflict((conflict) => conflict.constraint("document_unique").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

export function findDocument(db: Sql, companyId: number, id: number) {
  return db
    .selectFrom("documents as document")
    .innerJoin("files as file", (join) =>
      join.onRef("file.company_id", "=", "document.company_id").onRef("file.id", "=", "document.file_id"),
    )
    .innerJoin("companies as company", "company.id", "document.company_id")
    .select([
      "document.id",
      "document.company_id",
      "document.utility_account_id",
      "document.name",
      "document.listed_date",
      "document.state",
      "document.findings",
      "document.utility_bill_id",
      "document.import_id",
      "file.sha256",
      "file.bytes",
      "file.format",
      "company.uuid as company_uuid",
    ])
    .where("document.company_id", "=", companyId)
    .where("document.id", "=", id)
    .executeTakeFirst();
}

export interface DocumentOutcome {
  state: "accepted" | "known" | "review";
  findings: Finding[];
  statement: Statement | null;
  utility_bill_id: number | null;
}

/** Documents that were fetched before an instant and never read: for the sweep, should a job be lost. */
export function listDocumentsWaitingSince(db: Sql, before: string, limit: number) {
  return db
    .selectFrom("documents")
    .select(["company_id", "id"])
    .where("state", "=", "waiting")
    .where("fetched_at", "<", before)
    .limit(limit)
    .execute();
}

/** Writes what reading a document gave; what was read before stays. */
export function setDocumentOutcome(db: Sql, companyId: number, id: number, outcome: DocumentOutcome) {
  return db
    .updateTable("documents")
    .set({
      state: outcome.state,
      findings: JSON.stringify(outcome.findings),
      statement: outcome.statement === null ? null : JSON.stringify(outcome.statement),
      template_id: outcome.statement?.template.id ?? null,
      template_version: outcome.statement?.template.version ?? null,
      utility_bill_id: outcome.utility_bill_id,
      read_at: sql`now()`,
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** Writes what a document says by a better reading, and the bill that came of it. */
export async function replaceStatement(
  trx: Trx,
  companyId: number,
  id: number,
  { statement, utility_bill_id }: { statement: Statement; utility_bill_id: number },
): Promise<void> {
  await trx
    .updateTable("documents")
    .set({ statement: JSON.stringify(statement), utility_bill_id, read_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

const summaryColumns = [
  "id",
  "name",
  "listed_date",
  "state",
  "findings",
  "fetched_at",
  "utility_bill_id",
  sql<string>`coalesce(read_at, fetched_at)`.as("updated_at"),
] as const;

export interface DocumentFilter {
  state?: string | undefined;
}

function summaries(db: Sql, companyId: number, accountId: number, { state }: DocumentFilter) {
  const own = db
    .selectFrom("documents")
    .select(summaryColumns)
    .where("company_id", "=", companyId)
    .where("utility_account_id", "=", accountId)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? ""));
  return db.selectFrom(own.as("document")).selectAll("document");
}

/** The documents of an account with what was found odd about them. */
export function listDocuments(
  db: Db,
  companyId: number,
  accountId: number,
  filter: DocumentFilter,
  window: ListWindow,
) {
  return readRows(db, inWindow(summaries(db, companyId, accountId, filter), "document", window));
}

export const versionOfDocuments = (
  db: Db,
  companyId: number,
  accountId: number,
  filter: DocumentFilter,
): Promise<string> => versionOf(db, summaries(db, companyId, accountId, filter));
