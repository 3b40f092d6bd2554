/**
 * Ask-model: shows a document that no reader could read to the language model that the operator named. Its answer becomes a bill only
 * if every check says so; otherwise the document stays in review, with what became of asking. Each question is asked once.
 */
import { createHash } from "node:crypto";
import type { App } from "../../app.ts";
import { costOf, NO_ANSWER } from "../../domain/bills/ask-model.ts";
import type { Answered, LanguageModel } from "../../language-model/ask.ts";
import { explainAsking, isOpen, saveModelReading } from "../../operations/bills/model-reading.ts";
import { readBillAnswer } from "../../parsers/model/answer.ts";
import { questionOf, type Question } from "../../parsers/model/question.ts";
import { readModelAnswer } from "../../parsers/model/read-answer.ts";
import type { Finding } from "../../records/statement.ts";
import { findDocument, type DocumentRow } from "../../store/bills/documents.ts";
import {
  countQuestions,
  findQuestion,
  hasOutcome,
  noteQuestion,
  setAnswer,
  type QuestionKey,
  type QuestionOutcome,
} from "../../store/bills/model-questions.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { DAY_MS, instantOf } from "../../domain/instant.ts";

/** How often a question is asked while the model is away: after one minute, then after twice as long each time, for 34 hours in all. */
const TRIES_MAX = 12;
const FIRST_WAIT_MS = 60_000;

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
  const { company_id, id } = document;
  // Before the file is read, because all that is beyond the limit comes back every day.
  if (!(await hasOutcome(app.db, company_id, id)) && (await isLimitReached(app, company_id))) {
    await waitForTomorrow(app, document);
    return false;
  }
  const bytes = await app.files.get(document.company_uuid, document.sha256);
  const pages = await app.parsers.readPages(bytes, signal);
  const { modelPagesMax, modelInputTokensMax } = app.config;
  const question = questionOf(pages, { pages: modelPagesMax, tokens: modelInputTokensMax });
  if (question === null || "finding" in question) {
    await explainAsking(app, document, question === null ? [] : [question.finding]);
    return false;
  }
  const answer = await answerTo(app, model, document, question, signal);
  const parsed = answer === null ? null : readBillAnswer(answer);
  return parsed !== null && saveModelReading(app, document, readModelAnswer(pages, parsed, model.name));
}

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
    const reason = before.reason ?? "gave no answer";
    await explainAsking(app, document, [noAnswer(model, { reason }, "unusable")]);
    return null;
  }
  // Others may have been asked about since the file was opened.
  if (await isLimitReached(app, company_id)) {
    await waitForTomorrow(app, document);
    return null;
  }
  const now = app.now();
  const asked_at = instantOf(now);
  const tries = await noteQuestion(app.db, key, {
    model: model.name,
    asked_at,
    dayStart: instantOf(dayStart(now)),
    triesMax: TRIES_MAX,
  });
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
  const isLast = answered.kind === "away" && tries >= TRIES_MAX;
  await explainAsking(app, document, [noAnswer(model, answered, isLast ? "away_too_long" : answered.kind)]);
  if (answered.kind === "away" && !isLast) {
    const startAfter = instantOf(app.now() + FIRST_WAIT_MS * 2 ** (tries - 1));
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

function noAnswer(model: LanguageModel, { reason }: { reason: string }, why: keyof typeof NO_ANSWER): Finding {
  const { name, who } = NO_ANSWER[why];
  return { name, severity: "warning", detail: `The language model ${model.name} was asked, and ${reason}. ${who}` };
}

/** The instant at which the day of an instant begins (UTC), both in milliseconds. */
const dayStart = (now: number): number => now - (now % DAY_MS);

async function isLimitReached({ db, now, config }: App, companyId: number): Promise<boolean> {
  const today = instantOf(dayStart(now()));
  return (await countQuestions(db, companyId, today)) >= config.modelQuestionsPerDay;
}

async function waitForTomorrow(app: App, document: DocumentRow): Promise<void> {
  const { company_id, id } = document;
  const detail = `The language model was asked ${app.config.modelQuestionsPerDay} times about documents of your company today, which is the limit. It is asked about this one later.`;
  await explainAsking(app, document, [{ name: "model_limit_reached", severity: "warning", detail }]);
  const startAfter = instantOf(dayStart(app.now()) + DAY_MS);
  await app.jobs.enqueue(app.db, "ask-model", { company_id, document_id: id }, { startAfter });
}
