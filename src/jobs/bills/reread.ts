/** Reads the stored files of a company again with the readers and templates of today: saves what differs, or only says it. */
import type { App } from "../../app.ts";
import { changesOf, type ReadingChange } from "../../domain/bills/reading-changes.ts";
import { readingOf } from "../../domain/bills/reading.ts";
import { rereadSaved } from "../../operations/bills/reread.ts";
import { findingsOfSaving, readersOf, saveReading } from "../../operations/bills/save-reading.ts";
import type { Finding, Reading } from "../../records/statement.ts";
import { requeueDocument } from "../../store/bills/read-again.ts";
import { findDocument, findStatement, type DocumentRow } from "../../store/bills/documents.ts";
import { listReadFiles } from "../../store/bills/read-again.ts";
import { inTransaction } from "../../store/transactions.ts";
import { readDocument, readingOfPart } from "./parse.ts";

/** What became of a document, or would become in a dry run. */
export interface RereadDocument {
  document_id: number;
  name: string;
  /**
   * edited: its bill. kept: the file is read otherwise, and its bill stays. accepted: it was in review and is a bill now. review: it
   * waits on, with other findings. failed: its file could not be read.
   */
  outcome: "same" | "edited" | "kept" | "accepted" | "review" | "failed";
  changes: ReadingChange[];
  /** A sentence; null where the outcome says everything. */
  why: string | null;
  utility_bill_id: number | null;
}

export interface RereadOptions {
  utility_company_id?: number | undefined;
  since?: string | undefined;
  isDry: boolean;
  /** Also documents that were read with the readers of today. */
  isAgain: boolean;
  signal: AbortSignal;
  onFile(progress: { files: number; filesDone: number }): void;
  onDocument(document: RereadDocument): void;
}

/**
 * Reads each file once for all its documents; those that wait are left to their jobs. Each document is saved in a transaction of its
 * own: an aborted run can be started again at any time, and goes on where it ended. @throws the reason of the signal
 */
export async function rereadCompany(app: App, companyId: number, options: RereadOptions): Promise<void> {
  const { utility_company_id, since, isAgain, signal } = options;
  const readWith = isAgain ? null : readersOf(app);
  const files = await listReadFiles(app.db, companyId, { utility_company_id, since, readWith });
  for (const [filesDone, { ids }] of files.entries()) {
    options.onFile({ files: files.length, filesDone });
    await rereadFile(app, companyId, ids, options);
    signal.throwIfAborted();
  }
  options.onFile({ files: files.length, filesDone: files.length });
}

async function rereadFile(app: App, companyId: number, ids: readonly number[], options: RereadOptions): Promise<void> {
  const [first = 0] = ids;
  const document = await findDocument(app.db, companyId, first);
  // The files of an archive have documents of their own.
  if (document === undefined || document.format === "zip") return;
  const readings = await readFile(app, document, options.signal);
  for (const id of ids) {
    options.signal.throwIfAborted();
    const listed = await findDocument(app.db, companyId, id);
    if (listed === undefined || listed.state === "waiting") continue;
    const about = { document_id: id, name: listed.name };
    if (typeof readings === "string") options.onDocument({ ...about, ...NOTHING, outcome: "failed", why: readings });
    else
      options.onDocument({
        ...about,
        ...(await rereadOne(app, listed, readingOfPart(readings, listed.part), options)),
      });
  }
}

const NOTHING = { changes: [], why: null, utility_bill_id: null };

/** Why it cannot be read, as a sentence, when the file is not where files are kept. */
async function readFile(app: App, document: DocumentRow, signal: AbortSignal) {
  let bytes: Uint8Array;
  try {
    bytes = await app.files.get(document.company_uuid, document.sha256);
  } catch (error) {
    app.log.warn({ err: error }, "a file cannot be opened");
    return "Its file cannot be opened.";
  }
  return readDocument(app, document, bytes, signal);
}

type Result = Omit<RereadDocument, "document_id" | "name">;

async function rereadOne(app: App, document: DocumentRow, reading: Reading, { isDry }: RereadOptions): Promise<Result> {
  if (document.utility_bill_id !== null) {
    const read = await rereadSaved(app, document, reading, { isDry });
    return read === null ? { ...NOTHING, outcome: "same" } : { ...NOTHING, ...read };
  }
  if (document.decision !== null || document.state !== "review") return { ...NOTHING, outcome: "same" };
  return rereadInReview(app, document, reading, isDry);
}

/** A dry run saves nothing, and takes it that saving would find these again. */
const FOUND_BY_SAVING = new Set(["replaces_bill", "quota_exceeded"]);

async function rereadInReview(app: App, document: DocumentRow, reading: Reading, isDry: boolean): Promise<Result> {
  const { company_id, id } = document;
  const before = await findStatement(app.db, company_id, id);
  // Only readers write this column.
  const findings = document.findings as unknown as Finding[];
  const changesTo = (after: Reading["statement"]) =>
    before === null || after === null ? [] : changesOf(readingOf(before), readingOf(after));
  if (isDry) {
    const { findings: found, isBill } = await findingsOfSaving(app, document, reading);
    const kept = isBill ? findings.filter(({ name }) => FOUND_BY_SAVING.has(name)) : [];
    const changes = changesTo(reading.statement);
    if (isBill && kept.length === 0) return { ...NOTHING, outcome: "accepted", changes };
    return reviewOf(findings, [...found, ...kept], changes);
  }
  await inTransaction(app, async (trx) => {
    await requeueDocument(trx, company_id, id);
    // If this process ends before it has saved the reading, the job does.
    await app.jobs.enqueue(trx, "parse", { company_id, document_id: id });
  });
  await saveReading(app, document, reading);
  const saved = await findDocument(app.db, company_id, id);
  const changes = changesTo(await findStatement(app.db, company_id, id));
  const { utility_bill_id = null } = saved ?? {};
  if (utility_bill_id !== null) return { ...NOTHING, outcome: "accepted", changes, utility_bill_id };
  return reviewOf(findings, (saved?.findings ?? []) as unknown as Finding[], changes);
}

function reviewOf(before: readonly Finding[], after: readonly Finding[], changes: ReadingChange[]): Result {
  const [was, is] = [before, after].map((findings) => findings.map(({ name }) => name).join(", "));
  if (was === is && changes.length === 0) return { ...NOTHING, outcome: "same" };
  return {
    ...NOTHING,
    outcome: "review",
    changes: [...changes, ...(was === is ? [] : [{ field: "findings", before: was, after: is }])],
  };
}
