/** Parse: from a kept file to a bill, or to the findings that keep it out. The file stays whatever comes of it. */
import type { App } from "../app.ts";
import { dayOfTime } from "../domain/calendar.ts";
import { isAccepted, reconcile } from "../domain/reconcile.ts";
import type { Day } from "../records/scalars.ts";
import type { Finding, Reading } from "../records/statement.ts";
import { findAccount } from "../store/accounts.ts";
import { findDocument, setDocumentOutcome } from "../store/documents.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { saveStatement } from "./save-statement.ts";
import { attachSandboxCustomers } from "./sandbox-customers.ts";

export async function runParse(app: App, payload: JobPayloads["parse"], signal: AbortSignal): Promise<void> {
  const { company_id, document_id } = payload;
  const document = await findDocument(app.db, company_id, document_id);
  if (document === undefined || document.state !== "waiting") return;
  const account = await findAccount(app.db, company_id, document.utility_account_id);
  if (account === undefined) return;
  const bytes = await app.files.get(document.company_uuid, document.sha256);
  const reading = await app.parsers.read({ bytes, media_type: null, name: document.name }, signal);
  const findings = checked(reading, account.acct_num, dayOfTime(app.now()));
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
  await attachSandboxCustomers(app);
}

/** Everything odd about a reading: what the parser saw, what does not add up, and whose bill it is. */
function checked(reading: Reading, acctNum: string, today: Day): Finding[] {
  const { statement, findings } = reading;
  if (statement === null) return findings;
  return [...findings, ...reconcile(statement, today), ...accountFindings(statement.acct_num, acctNum)];
}

/** A bill of another account is never attached to this one. Spaces and dashes are print, not number. */
function accountFindings(printed: string, expected: string): Finding[] {
  const bare = (text: string) => text.replace(/[\s-]/g, "").toUpperCase();
  if (bare(printed) === bare(expected)) return [];
  return [
    {
      name: "account_number_differs",
      severity: "error",
      detail: `The bill is for account ${printed}, it was listed under account ${expected}.`,
    },
  ];
}

/** After the last try of a job that failed by a fault of ours: the document waits for a person instead of for ever. */
export async function giveUpParse(app: App, payload: JobPayloads["parse"]): Promise<void> {
  await setDocumentOutcome(app.db, payload.company_id, payload.document_id, {
    state: "review",
    findings: [
      { name: "reading_failed", severity: "error", detail: "Reading this file failed by a fault of the service." },
    ],
    statement: null,
    utility_bill_id: null,
  });
}
