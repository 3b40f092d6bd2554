/** Parse: turns a stored file into a bill, or into findings that keep it in review. The file is kept in either case. */
import type { App } from "../app.ts";
import { dayOfTime } from "../domain/calendar.ts";
import { isAccepted, checkReading } from "../domain/bills/reconcile.ts";
import { accountOfDocument, accountUnknown } from "../operations/bills/upload.ts";
import { tableFinding, TABLES } from "../operations/bills/tables.ts";
import { unpackDocument } from "../operations/bills/unpack.ts";
import { quotaExceeded } from "../operations/quotas.ts";
import { saveStatement } from "../operations/bills/save-statement.ts";
import type { Finding, Reading, Readings, Statement } from "../records/statement.ts";
import { findAccount } from "../store/records/accounts.ts";
import { findDocument, setDocumentOutcome, type DocumentRow } from "../store/bills/documents.ts";
import { requeueOutdated } from "../store/bills/document-decisions.ts";
import { insertParts } from "../store/bills/uploaded-documents.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { inTransaction } from "../store/transactions.ts";

/** The document of a bill that its file no longer has, as after a template was corrected. */
const NO_SUCH_BILL: Reading = {
  statement: null,
  findings: [
    { name: "no_such_bill", severity: "error", detail: "The file has fewer bills than it had when it was read." },
  ],
};

/** Increase it when the readers of the service read more than before: documents in review are then read again. */
const READERS_EDITION = 2;

/** The templates and readers in use. */
const readersOf = ({ utilities }: Pick<App, "utilities">): string =>
  `${READERS_EDITION} ${utilities.current().version}`;

/** Enqueues documents in review that were read with other templates or readers; called by the sweep. */
export async function rereadOutdated(app: App, limit: number): Promise<void> {
  await inTransaction(app, async (trx) => {
    await app.jobs.enqueueAll(trx, "parse", await requeueOutdated(trx, readersOf(app), limit));
  });
}

/** A file that must be recognised waits for its own kind of job: that takes seconds a page. */
export async function runParse(app: App, payload: JobPayloads["parse"], signal: AbortSignal): Promise<void> {
  const waiting = await openWaiting(app, payload);
  if (waiting === null) return;
  const { document, bytes } = waiting;
  if (document.format === "zip" && document.part === 1)
    return unpackDocument(app, document, bytes, { read_with: readersOf(app), signal });
  if (TABLES.has(document.format)) {
    const finding = await tableFinding(app, payload.company_id, bytes, signal);
    return keepReadings(app, document, [{ statement: null, findings: [finding] }]);
  }
  const readings = await app.parsers.readText(bytes, signal);
  if (readings === null) await app.jobs.enqueue(app.db, "parse-pictures", payload);
  else await keepReadings(app, document, readings);
}

export async function runParsePictures(
  app: App,
  payload: JobPayloads["parse-pictures"],
  signal: AbortSignal,
): Promise<void> {
  const waiting = await openWaiting(app, payload);
  if (waiting !== null) await keepReadings(app, waiting.document, await app.parsers.read(waiting.bytes, signal));
}

/** Null when the document was read before. */
async function openWaiting(app: App, { company_id, document_id }: JobPayloads["parse"]) {
  const document = await findDocument(app.db, company_id, document_id);
  if (document === undefined || document.state !== "waiting") return null;
  return { document, bytes: await app.files.get(document.company_uuid, document.sha256) };
}

async function keepReadings(app: App, document: DocumentRow, readings: Readings): Promise<void> {
  const payload = { company_id: document.company_id, document_id: document.id };
  if (document.part === 1 && readings.length > 1) await addParts(app, payload, readings.length);
  await saveReading(app, document, readings[document.part - 1] ?? NO_SUCH_BILL);
}

/** Each bill of a file has a document; further ones are read by jobs of their own. */
async function addParts(app: App, { company_id, document_id }: JobPayloads["parse"], parts: number): Promise<void> {
  await inTransaction(app, async (trx) => {
    for (const id of await insertParts(trx, company_id, document_id, parts))
      await app.jobs.enqueue(trx, "parse", { company_id, document_id: id });
  });
}

async function saveReading(app: App, document: DocumentRow, reading: Reading): Promise<void> {
  const { company_id, id } = document;
  const { statement } = reading;
  const today = dayOfTime(app.now());
  const isSound = isAccepted(checkReading(reading, { acct_num: null, today }));
  const utility_account_id = await accountOfDocument(app, document, statement, { isAccepted: isSound });
  const account = utility_account_id === null ? undefined : await findAccount(app.db, company_id, utility_account_id);
  const findings = [
    ...checkReading(reading, { acct_num: account?.acct_num ?? null, today }),
    ...(isSound && statement !== null && account === undefined ? [accountUnknown(statement)] : []),
    ...(statement !== null && document.uploaded_by !== null ? await quotaFindings(app, company_id, statement) : []),
  ];
  if (statement === null || utility_account_id === null || !isAccepted(findings)) {
    const read_with = readersOf(app);
    const outcome = { state: "review" as const, findings, statement, utility_bill_id: null, read_with };
    await setDocumentOutcome(app.db, company_id, id, outcome);
    app.log.info({ document_id: id, findings: findings.map(({ name }) => name) }, "document in review");
    return;
  }
  await saveStatement(app, { document: { ...document, utility_account_id }, statement, findings });
}

/** An uploaded bill beyond the quota waits in review. Bills of portals are not fetched beyond it. */
async function quotaFindings(app: App, companyId: number, { meters }: Statement): Promise<Finding[]> {
  const lines = meters.reduce((sum, { charges, usages }) => sum + charges.length + usages.length, 0);
  const detail = await quotaExceeded(app, app.db, companyId, { bills: 1, lines });
  return detail === null ? [] : [{ name: "quota_exceeded", severity: "error", detail }];
}

/** After the last try of a job that failed by an internal error: the document goes to review instead of waiting forever. */
export async function giveUpParse(app: App, payload: JobPayloads["parse"]): Promise<void> {
  await setDocumentOutcome(app.db, payload.company_id, payload.document_id, {
    state: "review",
    findings: [
      { name: "reading_failed", severity: "error", detail: "Reading this file failed because of an internal error." },
    ],
    statement: null,
    utility_bill_id: null,
    read_with: readersOf(app),
  });
}
