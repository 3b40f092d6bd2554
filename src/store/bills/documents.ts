/** Documents: the portal's list entry, its file, and the result of reading it. */
import { sql } from "kysely";
import type { Finding, IncompleteStatement, Statement } from "../../records/statement.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { ensureFile } from "../files.ts";
import { inWindow, readRows, versionOf, windowed, type ListWindow } from "../list-window.ts";

export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/** A document whose account is known, as that of every document but some uploaded ones is. */
export type AccountDocument = DocumentRow & { utility_account_id: number };

export const hasAccount = (document: DocumentRow | undefined): document is AccountDocument =>
  document !== undefined && document.utility_account_id !== null;

/** Findings of damaged downloads: the portal may deliver the file intact another time. */
const DAMAGED = ["file_empty", "file_cut_off", "not_a_pdf", "no_bill_on_web_page"];

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

/** Inserts the rows of a file and its document. Undefined when both are known: then there is nothing to read. */
export async function insertDocument(
  trx: Trx,
  document: {
    company_id: number;
    utility_account_id: number;
    authorization_id: number;
    /** Of new meters; null: by the printed service address. */
    property_id?: number | null;
    external_id: string;
    name: string;
    listed_date: string;
    file: { sha256: Buffer; bytes: number; format: string };
  },
): Promise<number | undefined> {
  const { file, ...row } = document;
  const file_id = await ensureFile(trx, row.company_id, file);
  const inserted = await trx
    .insertInto("documents")
    .values({ ...row, file_id })
    .onConflict((conflict) => conflict.constraint("document_unique").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

/** The statement of a document; null when no bill was recognized in it, or one without its date. */
export async function findStatement(db: Sql, companyId: number, id: number): Promise<Statement | null> {
  const row = await db
    .selectFrom("documents")
    .select("statement")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  // Only the readers write this column.
  const statement = (row?.statement ?? null) as Statement | IncompleteStatement | null;
  return statement !== null && isComplete(statement) ? statement : null;
}

const isComplete = (statement: Statement | IncompleteStatement): statement is Statement =>
  statement.invoice_date !== null;

const documents = (db: Sql, companyId: number) =>
  db
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
      "document.uploaded_by",
      "document.utility_company",
      "document.property_id",
      "document.part",
      "document.decision",
      "document.read_with",
      "file.sha256",
      "file.bytes",
      "file.format",
      "company.uuid as company_uuid",
    ])
    .where("document.company_id", "=", companyId);

export const findDocument = (db: Sql, companyId: number, id: number) =>
  documents(db, companyId).where("document.id", "=", id).executeTakeFirst();

/** All documents of the file of this one, in the order of their bills, each with the bill that counts: an entered one first. */
export const listFileDocuments = (
  db: Sql,
  companyId: number,
  id: number,
): Promise<(DocumentRow & { live_bill_id: number | null })[]> =>
  documents(db, companyId)
    .select((eb) =>
      eb
        .selectFrom("utility_bills as bill")
        .select("bill.id")
        .whereRef("bill.company_id", "=", "document.company_id")
        .whereRef("bill.document_id", "=", "document.id")
        .where("bill.archived", "=", false)
        .orderBy(sql`bill.origin = 'keyed_in'`, "desc")
        .orderBy("bill.id", "desc")
        .limit(1)
        .as("live_bill_id"),
    )
    .where("document.file_id", "=", (eb) =>
      eb.selectFrom("documents").select("file_id").where("company_id", "=", companyId).where("id", "=", id),
    )
    .where("document.import_id", "is", null)
    .where((eb) =>
      eb(
        eb.fn.coalesce("document.uploaded_by", sql<number>`0`),
        "=",
        eb
          .selectFrom("documents")
          .select(sql<number>`coalesce(uploaded_by, 0)`.as("by"))
          .where("company_id", "=", companyId)
          .where("id", "=", id),
      ),
    )
    .orderBy("document.part")
    .orderBy("document.id")
    .execute();

/** The documents that wait to be read from the file of this one, which is among them if it waits; in the order of their bills. */
export const listWaitingOfFile = (db: Sql, companyId: number, id: number): Promise<DocumentRow[]> =>
  documents(db, companyId)
    .where("document.file_id", "=", (eb) =>
      eb.selectFrom("documents").select("file_id").where("company_id", "=", companyId).where("id", "=", id),
    )
    .where("document.import_id", "is", null)
    .where("document.state", "=", "waiting")
    .orderBy("document.part")
    .orderBy("document.id")
    .execute();

export interface DocumentOutcome {
  state: "accepted" | "known" | "review";
  findings: Finding[];
  /** Incomplete only in review. */
  statement: Statement | IncompleteStatement | null;
  utility_bill_id: number | null;
  /** The templates and readers it was read with; left out for rows of a spreadsheet, which need none. */
  read_with?: string | null;
}

/** Records the results of reading documents that wait; those in another state stay as they are. */
export async function setDocumentOutcomes(
  db: Sql,
  companyId: number,
  outcomes: readonly (DocumentOutcome & { id: number })[],
): Promise<void> {
  if (outcomes.length === 0) return;
  const column = (valueOf: (outcome: (typeof outcomes)[number]) => unknown) => sql`${outcomes.map(valueOf)}`;
  await sql`
    update documents document set
      state = given.state, findings = given.findings, statement = given.statement, template_id = given.template_id,
      template_version = given.template_version, utility_bill_id = given.utility_bill_id, read_with = given.read_with,
      read_at = now(), updated_at = now()
    from unnest(
      ${column(({ id }) => id)}::bigint[],
      ${column(({ state }) => state)}::text[],
      ${column(({ findings }) => JSON.stringify(findings))}::jsonb[],
      ${column(({ statement }) => statement && JSON.stringify(statement))}::jsonb[],
      ${column(({ statement }) => statement?.template.id)}::text[],
      ${column(({ statement }) => statement?.template.version)}::integer[],
      ${column(({ utility_bill_id }) => utility_bill_id)}::bigint[],
      ${column(({ read_with }) => read_with)}::text[])
      as given (id, state, findings, statement, template_id, template_version, utility_bill_id, read_with)
    where document.company_id = ${companyId} and document.id = given.id and document.state = 'waiting'`.execute(db);
}

export const setDocumentOutcome = (db: Sql, companyId: number, id: number, outcome: DocumentOutcome): Promise<void> =>
  setDocumentOutcomes(db, companyId, [{ id, ...outcome }]);

/** Replaces the statement of a document by a corrected reading, with its bill. */
export async function replaceStatement(
  trx: Trx,
  companyId: number,
  id: number,
  { statement, utility_bill_id }: { statement: Statement; utility_bill_id: number },
): Promise<void> {
  await trx
    .updateTable("documents")
    .set({ statement: JSON.stringify(statement), utility_bill_id, read_at: sql`now()`, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

export interface DocumentFilter {
  state?: string | undefined;
  /** The name of a finding. */
  finding?: string | undefined;
  utility_account_id?: number | undefined;
  utility_company_id?: number | undefined;
  /** True: only files that users brought; false: only others. */
  uploaded?: boolean | undefined;
  /** Key or name of the utility. */
  utility?: string | undefined;
}

const summaries = (db: Sql, companyId: number) =>
  db
    .selectFrom("documents as document")
    .innerJoin("files as file", (join) =>
      join.onRef("file.company_id", "=", "document.company_id").onRef("file.id", "=", "document.file_id"),
    )
    .select(["document.id", "document.utility_account_id", "document.name", "document.listed_date", "document.state"])
    .select(["document.findings", "document.fetched_at", "document.utility_bill_id", "document.updated_at"])
    .select(["document.uploaded_by", "document.part"])
    .select(["document.decision", "document.decided_by", "document.decided_at", "document.decision_note"])
    .select("file.format")
    .where("document.company_id", "=", companyId);

function filtered(db: Sql, companyId: number, filter: DocumentFilter) {
  const { state, finding, utility_account_id, utility_company_id, utility, uploaded } = filter;
  let query = summaries(db, companyId);
  if (uploaded !== undefined) query = query.where("document.uploaded_by", uploaded ? "is not" : "is", null);
  if (state !== undefined) query = query.where("document.state", "=", state);
  if (finding !== undefined)
    query = query.where(
      sql<boolean>`document.findings <> '[]' and document.findings @> ${JSON.stringify([{ name: finding }])}::jsonb`,
    );
  if (utility_account_id !== undefined) query = query.where("document.utility_account_id", "=", utility_account_id);
  if (utility_company_id !== undefined)
    query = query.where("document.utility_account_id", "in", (eb) =>
      eb
        .selectFrom("utility_accounts")
        .select("id")
        .where("company_id", "=", companyId)
        .where("utility_company_id", "=", utility_company_id),
    );
  if (utility !== undefined)
    query = query.where(
      sql<boolean>`document.utility_account_id = any(array(
        select account.id from utility_accounts account
        join utility_companies utility on utility.id = account.utility_company_id
        where account.company_id = ${companyId} and ${utility} in (utility.key, utility.name)))`,
    );
  return query;
}

/** The documents of a company, or of one of its accounts or utilities, with their findings. */
export const listDocuments = (db: Db, companyId: number, filter: DocumentFilter, window: ListWindow) =>
  readRows(db, inWindow(filtered(db, companyId, filter), "document", window));

/** Of the whole list, or of a window of it. */
export const versionOfDocuments = (
  db: Db,
  companyId: number,
  filter: DocumentFilter,
  window?: ListWindow,
): Promise<string> => versionOf(db, windowed(filtered(db, companyId, filter), "document", window));

/** A document with the statement read from it. */
export const findReadDocument = (db: Sql, companyId: number, id: number) =>
  summaries(db, companyId)
    .select(["document.statement", "document.template_id", "document.template_version"])
    .where("document.id", "=", id)
    .executeTakeFirst();
