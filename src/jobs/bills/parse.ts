/** Parse: turns a stored file into its bills, or into findings that keep them in review. The file is kept in either case. */
import type { App } from "../../app.ts";
import { putBack, rereadSaved } from "../../operations/bills/reread.ts";
import { readersOf, saveReading } from "../../operations/bills/save-reading.ts";
import { tableFinding, TABLES } from "../../operations/bills/tables.ts";
import { unpackDocument } from "../../operations/bills/unpack.ts";
import { TurnOver } from "../../parsers/pictures/read-pictures.ts";
import type { Reading, Readings } from "../../records/statement.ts";
import { findDocument, listWaitingOfFile, setDocumentOutcome, type DocumentRow } from "../../store/bills/documents.ts";
import { requeueOutdated } from "../../store/bills/read-again.ts";
import { insertParts } from "../../store/bills/uploaded-documents.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { inTransaction } from "../../store/transactions.ts";

/** The document of a bill that its file no longer has, as after a template was corrected. */
const NO_SUCH_BILL: Reading = {
  statement: null,
  findings: [
    { name: "no_such_bill", severity: "error", detail: "The file has fewer bills than it had when it was read." },
  ],
};

/** The reading of a bill of a file, counted from 1. */
export const readingOfPart = (readings: Readings, part: number): Reading => readings[part - 1] ?? NO_SUCH_BILL;

/** Enqueues documents in review that were read with other templates or readers; called by the sweep. */
export async function rereadOutdated(app: App, limit: number): Promise<void> {
  await inTransaction(app, async (trx) => {
    await app.jobs.enqueueAll(trx, "parse", await requeueOutdated(trx, readersOf(app), limit));
  });
}

/** Reads a file; one that must be recognised waits for its own kind of job, which takes seconds a page. */
export async function runParse(app: App, payload: JobPayloads["parse"], signal: AbortSignal): Promise<void> {
  const waiting = await openWaiting(app, payload);
  if (waiting === null) return;
  const { document, bytes } = waiting;
  if (document.format === "zip" && document.part === 1)
    return unpackDocument(app, document, bytes, { read_with: readersOf(app), signal });
  const readings = TABLES.has(document.format)
    ? await readDocument(app, document, bytes, signal)
    : await app.parsers.readText(bytes, signal);
  if (readings === null) await app.jobs.enqueue(app.db, "parse-pictures", payload);
  else await keepReadings(app, payload, readings, signal);
}

/** The first turn of a file, about two pages; each further one is twice as long. */
const TURN_MS = 5000;

/** Recognises a file for some pages; the others come after the files of other companies. */
export async function runParsePictures(
  app: App,
  payload: JobPayloads["parse-pictures"],
  signal: AbortSignal,
  _job?: unknown,
  turnMs = TURN_MS,
): Promise<void> {
  const waiting = await openWaiting(app, payload);
  if (waiting === null) return;
  const began = app.now();
  const isTurnOver = (turns: number): boolean => app.now() - began >= turnMs * 2 ** turns;
  try {
    await keepReadings(app, payload, await app.parsers.read(waiting.bytes, signal, isTurnOver), signal);
  } catch (error) {
    if (!(error instanceof TurnOver)) throw error;
    // While it runs, the job is only marked to run again.
    await app.jobs.enqueue(app.db, "parse-pictures", payload);
  }
}

/** The bills of a file that is no archive; a table has none, and the finding says which import profile reads it. */
export async function readDocument(
  app: App,
  { company_id, format }: Pick<DocumentRow, "company_id" | "format">,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Readings> {
  if (!TABLES.has(format)) return app.parsers.read(bytes, signal);
  return [{ statement: null, findings: [await tableFinding(app, company_id, bytes, signal)] }];
}

/** The first document that waits for the file; null when none does. */
async function openWaiting(app: App, { company_id, document_id }: JobPayloads["parse"]) {
  const [document] = await listWaitingOfFile(app.db, company_id, document_id);
  if (document === undefined) return null;
  return { document, bytes: await app.files.get(document.company_uuid, document.sha256) };
}

/**
 * Saves what was read for all documents that wait for the file: each bill of a file has one. The further ones are inserted here
 * without jobs of their own. When this job runs again it goes on with those that still wait.
 */
async function keepReadings(
  app: App,
  { company_id, document_id }: JobPayloads["parse"],
  readings: Readings,
  signal: AbortSignal,
): Promise<void> {
  const document = await findDocument(app.db, company_id, document_id);
  if (document?.part === 1 && readings.length > 1) await insertParts(app.db, company_id, document_id, readings.length);
  const failures: unknown[] = [];
  for (const waiting of await listWaitingOfFile(app.db, company_id, document_id)) {
    signal.throwIfAborted();
    // What cannot be saved must not keep the other bills of the file waiting.
    const reading = readingOfPart(readings, waiting.part);
    const isSaved = waiting.utility_bill_id !== null;
    const saving = isSaved ? rereadSaved(app, waiting, reading, { isDry: false }) : saveReading(app, waiting, reading);
    await saving.catch((error: unknown) => void failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** After the last try of a job that failed by an internal error: its documents go to review instead of waiting forever. */
export async function giveUpParse(app: App, { company_id, document_id }: JobPayloads["parse"]): Promise<void> {
  const failed = { name: "reading_failed", detail: "Reading this file failed because of an internal error." };
  for (const waiting of await listWaitingOfFile(app.db, company_id, document_id)) {
    if (waiting.utility_bill_id === null) {
      const findings = [{ ...failed, severity: "error" as const }];
      const outcome = { state: "review" as const, findings, statement: null, utility_bill_id: null };
      await setDocumentOutcome(app.db, company_id, waiting.id, { ...outcome, read_with: readersOf(app) });
    } else await putBack(app, app.db, waiting, { ...failed, severity: "warning" });
  }
}
