/** Documents that are read again: they wait for it, and what was read is recorded. */
import { sql, type RawBuilder } from "kysely";
import type { Finding } from "../../records/statement.ts";
import type { Sql, Trx } from "../db.ts";

/** Makes a document wait to be read again, and forgets an earlier decision. The caller has locked it. */
export async function requeueDocument(trx: Trx, companyId: number, id: number): Promise<void> {
  await trx
    .updateTable("documents")
    .set({ state: "waiting", decision: null, decided_by: null, decided_at: null, decision_note: null })
    .set({ utility_bill_id: null, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** The same for a document whose bill is saved, and stays as it is until then. The caller has locked it. */
export async function requeueSaved(trx: Trx, companyId: number, id: number): Promise<void> {
  await sql`
    update documents set state = 'waiting', updated_at = now()
    where company_id = ${companyId} and id = ${id} and utility_bill_id is not null`.execute(trx);
}

/** Records that a document was read again and its bill stays; `state` is the one that it has from now on. */
export async function setReadAgain(
  db: Sql,
  companyId: number,
  id: number,
  { state, findings, read_with }: { state: "accepted" | "known"; findings: readonly Finding[]; read_with: string },
): Promise<void> {
  await sql`
    update documents set state = ${state}, findings = ${JSON.stringify(findings)}::jsonb, read_with = ${read_with},
      read_at = now(), updated_at = case when state = ${state} and findings = ${JSON.stringify(findings)}::jsonb then updated_at else now() end
    where company_id = ${companyId} and id = ${id}`.execute(db);
}

/**
 * Makes documents in review wait that were read with other templates and readers, of all companies; returns those. Documents that
 * a writer holds are left for the next call. A file that broke the limit of memory is not tried again for another template, which
 * cannot mend that: only for another edition of the readers, with which `readWith` begins, or when a user asks.
 */
export async function requeueOutdated(
  trx: Trx,
  readWith: string,
  limit: number,
): Promise<{ company_id: number; document_id: number }[]> {
  const editionOf = (column: RawBuilder<unknown>) => sql`split_part(${column}, ' ', 1)`;
  const { rows } = await sql<{ company_id: number; document_id: number }>`
    with outdated as (
      select id, findings @> '[{"name": "reading_needed_too_much_memory"}]'
        and ${editionOf(sql`read_with`)} = ${editionOf(sql`${readWith}::text`)} as stays
      from documents where state = 'review' and decision is null and read_with is distinct from ${readWith}
      limit ${limit} for no key update skip locked),
    staying as (
      update documents set read_with = ${readWith} from outdated where documents.id = outdated.id and stays is true)
    update documents set state = 'waiting', updated_at = now() from outdated
    where documents.id = outdated.id and stays is not true
    returning documents.company_id, documents.id as document_id`.execute(trx);
  return rows;
}

export interface RereadFilter {
  /** Only those of accounts of this utility. */
  utility_company_id?: number | undefined;
  /** Only those that arrived on this day or later. */
  since?: string | undefined;
  /** Not those that were read with these templates and readers. */
  readWith: string | null;
}

/**
 * The files of documents that were read and could be read otherwise, each with the ids of its documents; the oldest document
 * first. Not rows of spreadsheets, unpacked archives and rejected documents.
 */
export async function listReadFiles(
  db: Sql,
  companyId: number,
  { utility_company_id, since, readWith }: RereadFilter,
): Promise<{ file_id: number; ids: number[] }[]> {
  let query = db
    .selectFrom("documents as document")
    .select("document.file_id")
    .select(sql<number[]>`array_agg(document.id order by document.part, document.id)`.as("ids"))
    .where("document.company_id", "=", companyId)
    .where("document.import_id", "is", null)
    .where("document.state", "<>", "waiting")
    .where(
      sql<boolean>`(document.utility_bill_id is not null or (document.state = 'review' and document.decision is null))`,
    )
    .groupBy("document.file_id")
    .orderBy(sql`min(document.id)`);
  if (since !== undefined) query = query.where("document.fetched_at", ">=", sql<string>`${since}::date`);
  if (readWith !== null) query = query.where(sql<boolean>`document.read_with is distinct from ${readWith}`);
  if (utility_company_id !== undefined)
    query = query.where("document.utility_account_id", "in", (eb) =>
      eb
        .selectFrom("utility_accounts")
        .select("id")
        .where("company_id", "=", companyId)
        .where("utility_company_id", "=", utility_company_id),
    );
  return query.execute();
}
