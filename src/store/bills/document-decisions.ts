/** Decisions of users about documents in review. The caller has locked the document's account, if it has one, and then the document. */
import { sql } from "kysely";
import type { Finding, IncompleteStatement, Statement } from "../../records/statement.ts";
import type { Sql, Trx } from "../db.ts";

export async function lockDocumentRow(trx: Trx, companyId: number, id: number): Promise<void> {
  await sql`select from documents where company_id = ${companyId} and id = ${id} for no key update`.execute(trx);
}

/** Makes a document wait to be read again, and forgets an earlier decision. */
export async function requeueDocument(trx: Trx, companyId: number, id: number): Promise<void> {
  await trx
    .updateTable("documents")
    .set({ state: "waiting", decision: null, decided_by: null, decided_at: null, decision_note: null })
    .set({ utility_bill_id: null, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** Makes a document wait to be read again whose bill stays what it is until then. */
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

/** Replaces the findings of a document in review that no user decided about; a statement is kept where it has none. False: it is none. */
export async function setReviewFindings(
  db: Sql,
  companyId: number,
  id: number,
  { findings, statement }: { findings: readonly Finding[]; statement: IncompleteStatement | Statement | null },
): Promise<boolean> {
  const { rows } = await sql`
    update documents set findings = ${JSON.stringify(findings)}::jsonb, statement = coalesce(statement, ${statement && JSON.stringify(statement)}::jsonb),
      template_id = case when statement is null then ${statement?.template.id ?? null} else template_id end,
      template_version = case when statement is null then ${statement?.template.version ?? null} else template_version end,
      updated_at = case when findings = ${JSON.stringify(findings)}::jsonb then updated_at else now() end
    where company_id = ${companyId} and id = ${id} and state = 'review' and decision is null
    returning id`.execute(db);
  return rows.length > 0;
}

export interface Decision {
  decision: "accepted" | "rejected" | "keyed_in";
  note: string | null;
  /** An instant. */
  at: string;
  /** Left out, the state stays. */
  state?: "accepted" | "rejected";
  utility_bill_id?: number;
}

/** Records who decided what, when and why. */
export async function decideDocument(
  trx: Trx,
  { company_id, user_id }: { company_id: number; user_id: number },
  id: number,
  { decision, note, at, ...changed }: Decision,
): Promise<void> {
  await trx
    .updateTable("documents")
    .set({ ...changed, decision, decided_by: user_id, decided_at: at, decision_note: note, updated_at: sql`now()` })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .execute();
}

/**
 * Makes documents in review wait that were read with other templates and readers, of all companies; returns those. Documents that
 * a writer holds are left for the next call.
 */
export async function requeueOutdated(
  trx: Trx,
  readWith: string,
  limit: number,
): Promise<{ company_id: number; document_id: number }[]> {
  const { rows } = await sql<{ company_id: number; document_id: number }>`
    update documents set state = 'waiting', updated_at = now()
    where id in (
      select id from documents where state = 'review' and decision is null and read_with is distinct from ${readWith}
      limit ${limit} for no key update skip locked)
    returning company_id, id as document_id`.execute(trx);
  return rows;
}

/** At once; their own bills confirm the next ones. */
const UNCONFIRMED_LIMIT = 100;

const NOT_CONFIRMED = JSON.stringify([{ name: "not_confirmed", severity: "error" }]);

/**
 * Makes the documents in review wait that only lack what bills of this account can confirm: those of the account, and those that
 * have none and print its number. Returns them, the earliest bill first. Documents that a writer holds are left out.
 */
export async function requeueUnconfirmed(
  trx: Trx,
  companyId: number,
  accountId: number,
): Promise<{ company_id: number; document_id: number }[]> {
  const bare = (text: string) => sql`upper(regexp_replace(${sql.raw(text)}, '[[:space:]-]', '', 'g'))`;
  const { rows } = await sql<{ company_id: number; document_id: number }>`
    with requeued as (
      update documents set state = 'waiting', updated_at = now()
      where company_id = ${companyId} and id in (
        select document.id from documents document
        where document.company_id = ${companyId} and document.state = 'review' and document.decision is null
          and document.findings <> '[]' and document.findings @> ${NOT_CONFIRMED}::jsonb
          and not exists (
            select from jsonb_array_elements(document.findings) finding
            where finding ->> 'severity' = 'error' and finding ->> 'name' not in ('not_confirmed', 'account_unknown'))
          and (document.utility_account_id = ${accountId}
            or document.utility_account_id is null and ${bare("document.statement ->> 'acct_num'")} = (
              select ${bare("account.acct_num")} from utility_accounts account
              where account.company_id = ${companyId} and account.id = ${accountId}))
        order by document.statement ->> 'invoice_date'
        limit ${UNCONFIRMED_LIMIT} for no key update skip locked)
      returning company_id, id, statement ->> 'invoice_date' as day)
    select company_id, id as document_id from requeued order by day, id`.execute(trx);
  return rows;
}
