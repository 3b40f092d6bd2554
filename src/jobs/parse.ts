/** Parse: turns a stored file into a bill, or into findings that keep it in review. The file is kept in either case. */
import type { App } from "../app.ts";
import { dayOfTime } from "../domain/calendar.ts";
import { isAccepted, checkReading } from "../domain/bills/reconcile.ts";
import { findAccount } from "../store/records/accounts.ts";
import { findDocument, setDocumentOutcome } from "../store/bills/documents.ts";
import type { Finding } from "../records/statement.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { saveStatement } from "../operations/bills/save-statement.ts";

export async function runParse(app: App, payload: JobPayloads["parse"], signal: AbortSignal): Promise<void> {
  const { company_id, document_id } = payload;
  const document = await findDocument(app.db, company_id, document_id);
  if (document === undefined || document.state !== "waiting") return;
  const account = await findAccount(app.db, company_id, document.utility_account_id);
  if (account === undefined) return;
  const bytes = await app.files.get(document.company_uuid, document.sha256);
  const [reading, ...others] = await app.parsers.read(bytes, signal);
  const findings = [
    ...checkReading(reading, { acct_num: account.acct_num, today: dayOfTime(app.now()) }),
    ...severalBills(1 + others.length),
  ];
  if (reading.statement === null || !isAccepted(findings)) {
    await setDocumentOutcome(app.db, company_id, document_id, {
      state: "review",
      findings,
      statement: reading.statement,
      utility_bill_id: null,
    });
    app.log.info({ document_id, findings: findings.map(({ name }) => name) }, "document in review");
    return;
  }
  await saveStatement(app, { document, statement: reading.statement, findings });
}

/** A document holds one bill: a file with several waits for a person, with the statement of the first. */
function severalBills(bills: number): Finding[] {
  if (bills === 1) return [];
  const detail = `The file holds ${bills} bills, and a document holds one. Only the first was read.`;
  return [{ name: "several_bills_in_file", severity: "error", detail }];
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
  });
}
