/**
 * Questions to a language model about documents: each is asked once, and its answer is kept with what it cost; and what the
 * documents show of it.
 */
import { sql } from "kysely";
import type { Decimal, Finding, IncompleteStatement, Statement } from "../../records/statement.ts";
import type { Sql } from "../db.ts";

export interface QuestionKey {
  company_id: number;
  document_id: number;
  /** Of the model's name and everything it is asked. */
  question_sha256: Buffer;
}

export interface QuestionOutcome {
  answer: string | null;
  failure: "away" | "refused" | "unusable" | null;
  /** Why there is no answer, in words of ours. */
  reason: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  /** Null when no prices are set, or the server counts no tokens. */
  cost: Decimal | null;
}

export const findQuestion = (db: Sql, { company_id, document_id, question_sha256 }: QuestionKey) =>
  db
    .selectFrom("model_questions")
    .select(["answer", "failure", "reason", "tries"])
    .where("company_id", "=", company_id)
    .where("document_id", "=", document_id)
    .where("question_sha256", "=", question_sha256)
    .executeTakeFirst();

/** True when a question about the document has been answered, or was found unusable: then it is not asked once more. */
export async function hasOutcome(db: Sql, companyId: number, documentId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from model_questions
    where company_id = ${companyId} and document_id = ${documentId} and (answer is not null or failure = 'unusable')
    limit 1`.execute(db);
  return rows.length > 0;
}

/** How many questions of the company were asked on a day, each repetition counted. `dayStart`: the first instant of the UTC day. */
export async function countQuestions(db: Sql, companyId: number, dayStart: string): Promise<number> {
  const { rows } = await sql<{ asked: number }>`
    select coalesce(sum(asked_that_day), 0)::integer as asked from model_questions
    where company_id = ${companyId} and asked_at >= ${dayStart}`.execute(db);
  return rows[0]?.asked ?? 0;
}

/**
 * Counts a question before it is sent, so that one whose answer is lost counts, too. Returns how often it was sent. After
 * `triesMax` times the count begins again at 1: it is then sent only because the document was read again.
 */
export async function noteQuestion(
  db: Sql,
  key: QuestionKey,
  { model, asked_at, dayStart, triesMax }: { model: string; asked_at: string; dayStart: string; triesMax: number },
): Promise<number> {
  const { company_id, document_id, question_sha256 } = key;
  const { rows } = await sql<{ tries: number }>`
    insert into model_questions (company_id, document_id, question_sha256, model, asked_at, tries)
    values (${company_id}, ${document_id}, ${question_sha256}, ${model}, ${asked_at}, 1)
    on conflict (company_id, document_id, question_sha256) do update set asked_at = excluded.asked_at,
      asked_that_day = case when model_questions.asked_at >= ${dayStart} then model_questions.asked_that_day + 1 else 1 end,
      tries = case when model_questions.tries >= ${triesMax} then 1 else model_questions.tries + 1 end
    returning tries`.execute(db);
  return rows[0]?.tries ?? 1;
}

export async function setAnswer(
  db: Sql,
  { company_id, document_id, question_sha256 }: QuestionKey,
  { cost, ...outcome }: QuestionOutcome,
): Promise<void> {
  await db
    .updateTable("model_questions")
    .set({ ...outcome, cost: sql<number | null>`${cost}::numeric` })
    .where("company_id", "=", company_id)
    .where("document_id", "=", document_id)
    .where("question_sha256", "=", question_sha256)
    .execute();
}

/** The latest question about a document, for those who look at it. */
export const findLatestQuestion = (db: Sql, companyId: number, documentId: number) =>
  db
    .selectFrom("model_questions")
    .select(["model", "asked_at", "input_tokens", "output_tokens", "cost"])
    .where("company_id", "=", companyId)
    .where("document_id", "=", documentId)
    .orderBy("asked_at", "desc")
    .limit(1)
    .executeTakeFirst();

/**
 * Replaces the findings of a document in review that no user decided about; a statement is kept where it has none. False: it is not
 * in review any more.
 */
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
