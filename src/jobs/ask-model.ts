/**
 * Ask-model: shows a document that no reader could read to the language model that the operator named. Its answer becomes a bill only
 * if every check says so; otherwise the document stays in review, with what became of asking. Each question is asked once.
 */
import { createHash } from "node:crypto";
import type { App } from "../app.ts";
import { costOf, modelNotAccepted, NO_ANSWER, withModelFindings } from "../domain/bills/ask-model.ts";
import { checkReading, isAccepted } from "../domain/bills/reconcile.ts";
import { dayOfTime } from "../domain/calendar.ts";
import type { Answered, LanguageModel } from "../language-model/ask.ts";
import { saveReading } from "../operations/bills/save-reading.ts";
import { readBillAnswer } from "../parsers/model/answer.ts";
import { questionOf, type Question } from "../parsers/model/question.ts";
import { readModelAnswer } from "../parsers/model/read-answer.ts";
import type { Finding, IncompleteStatement, Reading, Statement } from "../records/statement.ts";
import { requeueDocument } from "../store/bills/read-again.ts";
import { lockDocumentRow } from "../store/bills/document-decisions.ts";
import { findDocument, findReadDocument, type DocumentRow } from "../store/bills/documents.ts";
import {
  countQuestions,
  findQuestion,
  noteQuestion,
  setAnswer,
  setReviewFindings,
  type QuestionKey,
  type QuestionOutcome,
} from "../store/bills/model-questions.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { inTransaction } from "../store/transactions.ts";

/** While the model is away a question is asked so often: after one minute, then twice as long each time, some two days in all. */
const TRIES_MAX = 12;
const FIRST_WAIT_MS = 60_000;
const DAY_MS = 86_400_000;

export async function runAskModel(app: App, payload: JobPayloads["ask-model"], signal: AbortSignal): Promise<void> {
  const document = await findDocument(app.db, payload.company_id, payload.document_id);
  if (document === undefined || !isOpen(document)) return;
  const isSaved = await askAndSave(app, document, signal);
  // Of a run that was cut off while it saved: its readers say again what they read.
  if (!isSaved && document.state === "waiting") await app.jobs.enqueue(app.db, "parse", payload);
}

/** True when the document got an outcome. */
async function askAndSave(app: App, document: DocumentRow, signal: AbortSignal): Promise<boolean> {
  const { model } = app;
  if (model === null) return false;
  const bytes = await app.files.get(document.company_uuid, document.sha256);
  const pages = await app.parsers.readPages(bytes, signal);
  const { modelPagesMax, modelInputTokensMax } = app.config;
  const question = questionOf(pages, { pages: modelPagesMax, tokens: modelInputTokensMax });
  if (question === null) return false;
  if ("finding" in question) {
    await explain(app, document, question.finding);
    return false;
  }
  const answer = await answerTo(app, model, document, question, signal);
  const parsed = answer === null ? null : readBillAnswer(answer);
  return parsed !== null && save(app, document, readModelAnswer(pages, parsed, model.name));
}

/** In review without a decision; or left waiting by a run of this job that was cut off. */
const isOpen = ({
  state,
  decision,
  utility_bill_id,
}: Pick<DocumentRow, "state" | "decision" | "utility_bill_id">): boolean =>
  (state === "review" || state === "waiting") && decision === null && utility_bill_id === null;

/** The stored answer, else a new one. Null: there is none, and the document says why. */
async function answerTo(
  app: App,
  model: LanguageModel,
  document: DocumentRow,
  question: Question,
  signal: AbortSignal,
): Promise<string | null> {
  const { company_id, id } = document;
  const question_sha256 = createHash("sha256")
    .update(JSON.stringify([model.name, question]))
    .digest();
  const key: QuestionKey = { company_id, document_id: id, question_sha256 };
  const before = await findQuestion(app.db, key);
  if (before !== undefined && before.answer !== null) return before.answer;
  if (before?.failure === "unusable") {
    await explain(app, document, noAnswer(model, { kind: "unusable", reason: before.reason ?? "gave no answer" }));
    return null;
  }
  const now = app.now();
  const today = new Date(now - (now % DAY_MS)).toISOString();
  if ((await countQuestions(app.db, company_id, today)) >= app.config.modelQuestionsPerDay) {
    await waitForTomorrow(app, document, now);
    return null;
  }
  const tries = await noteQuestion(app.db, key, { model: model.name, asked_at: new Date(now).toISOString() });
  const answered = readable(await model.ask(question, signal));
  const outcome = outcomeOf(app, answered);
  await setAnswer(app.db, key, outcome);
  const { input_tokens, output_tokens, cost } = outcome;
  const about = { company_id, document_id: id, model: model.name, input_tokens, output_tokens, cost };
  if (answered.ok) {
    app.log.info({ ...about, seconds: (app.now() - now) / 1000 }, "the language model answered");
    return answered.text;
  }
  app.log.warn({ ...about, reason: answered.reason }, "the language model gave no answer");
  await explain(app, document, noAnswer(model, answered));
  if (answered.kind === "away" && tries < TRIES_MAX) {
    const startAfter = new Date(app.now() + FIRST_WAIT_MS * 2 ** (tries - 1)).toISOString();
    await app.jobs.enqueue(app.db, "ask-model", { company_id, document_id: id }, { startAfter });
  }
  return null;
}

/** In the form that was asked for, written again by us: nothing else of an answer is kept. */
function readable(answered: Answered): Answered {
  if (!answered.ok) return answered;
  const parsed = readBillAnswer(answered.text);
  if (parsed !== null) return { ...answered, text: JSON.stringify(parsed) };
  const { input_tokens, output_tokens } = answered;
  const reason = "answered in another form than it was asked for";
  return { ok: false, kind: "unusable", reason, input_tokens, output_tokens };
}

function outcomeOf(app: App, answered: Answered): QuestionOutcome {
  const { input_tokens, output_tokens } = answered;
  const tokens = { input_tokens, output_tokens, cost: costOf(answered, app.config) };
  if (answered.ok) return { answer: answered.text, failure: null, reason: null, ...tokens };
  return { answer: null, failure: answered.kind, reason: answered.reason, ...tokens };
}

function noAnswer(model: LanguageModel, { kind, reason }: Pick<Answered & { ok: false }, "kind" | "reason">): Finding {
  const { name, who } = NO_ANSWER[kind];
  return { name, severity: "warning", detail: `The language model ${model.name} was asked, and ${reason}. ${who}` };
}

async function waitForTomorrow(app: App, document: DocumentRow, now: number): Promise<void> {
  const { company_id, id } = document;
  const detail = `The language model was asked about ${app.config.modelQuestionsPerDay} documents of your company today, which is the limit. It is asked about this one later.`;
  await explain(app, document, { name: "model_limit_reached", severity: "warning", detail });
  const startAfter = new Date(now - (now % DAY_MS) + DAY_MS).toISOString();
  await app.jobs.enqueue(app.db, "ask-model", { company_id, document_id: id }, { startAfter });
}

/** Adds what became of asking to the findings of the earlier readers, which stay. */
async function explain(app: App, { company_id, id }: DocumentRow, finding: Finding): Promise<void> {
  const current = await findDocument(app.db, company_id, id);
  if (current === undefined) return;
  const findings = withModelFindings(findingsOf(current), [finding]);
  await setReviewFindings(app.db, company_id, id, { findings, statement: null });
}

// Only readers write this column.
const findingsOf = ({ findings }: { findings: unknown }): Finding[] => findings as Finding[];

/**
 * A reading without an error is saved as that of any reader, which checks the account as well. Another one only fills the form of
 * those who enter the bill, with its errors, and only where the earlier readers read nothing. True when it was saved.
 */
async function save(app: App, document: DocumentRow, reading: Reading): Promise<boolean> {
  const { company_id, id } = document;
  const findings = checkReading(reading, { acct_num: null, today: dayOfTime(app.now()) });
  const isSound = reading.statement !== null && isAccepted(findings);
  const isOpenStill = await inTransaction(app, async (trx) => {
    await lockDocumentRow(trx, company_id, id);
    const current = await findReadDocument(trx, company_id, id);
    if (current === undefined || !isOpen(current)) return false;
    // Until it is saved this job stays, and goes on with the stored answer.
    if (isSound) await requeueDocument(trx, company_id, id);
    else await setReviewFindings(trx, company_id, id, refused(app, reading, findings, current));
    return true;
  });
  if (isSound && isOpenStill) await saveReading(app, document, reading);
  return isSound;
}

function refused(
  { model }: App,
  { statement, incomplete }: Reading,
  findings: readonly Finding[],
  current: { findings: unknown; statement: unknown },
): { findings: Finding[]; statement: Statement | IncompleteStatement | null } {
  const read = current.statement === null ? (statement ?? incomplete ?? null) : null;
  const errors = read === null ? [] : findings.filter(({ severity }) => severity === "error");
  const ofModel = [modelNotAccepted(model?.name ?? "", findings), ...errors];
  return { findings: withModelFindings(findingsOf(current), ofModel), statement: read };
}
