/** What asking the language model makes of a document: a bill, or findings beside those of the earlier readers. */
import type { App } from "../../app.ts";
import { modelNotAccepted, withModelFindings } from "../../domain/bills/ask-model.ts";
import { checkReading, isAccepted } from "../../domain/bills/reconcile.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import type { Finding, IncompleteStatement, Reading, Statement } from "../../records/statement.ts";
import { lockDocumentRow } from "../../store/bills/document-decisions.ts";
import { findDocument, findReadDocument, type DocumentRow } from "../../store/bills/documents.ts";
import { setReviewFindings } from "../../store/bills/model-questions.ts";
import { requeueDocument } from "../../store/bills/read-again.ts";
import { inTransaction } from "../../store/transactions.ts";
import { saveReading } from "./save-reading.ts";

/** In review without a decision; or left waiting by a run that was cut off while it saved. */
export const isOpen = ({
  state,
  decision,
  utility_bill_id,
}: Pick<DocumentRow, "state" | "decision" | "utility_bill_id">): boolean =>
  (state === "review" || state === "waiting") && decision === null && utility_bill_id === null;

/** Replaces what earlier asking said by these findings; those of the earlier readers stay, also ones that came meanwhile. */
export async function explainAsking(
  app: App,
  { company_id, id }: Pick<DocumentRow, "company_id" | "id">,
  asked: readonly Finding[],
): Promise<void> {
  await inTransaction(app, async (trx) => {
    await lockDocumentRow(trx, company_id, id);
    const current = await findDocument(trx, company_id, id);
    if (current === undefined) return;
    const findings = withModelFindings(findingsOf(current), asked);
    await setReviewFindings(trx, company_id, id, { findings, statement: null });
  });
}

// Only readers write this column.
const findingsOf = ({ findings }: { findings: unknown }): Finding[] => findings as Finding[];

/**
 * A reading without an error is saved as that of any reader, which checks the account as well. A reading with errors only fills the
 * form for entering the bill and adds its errors, and only where the earlier readers read nothing. True when it has no error.
 */
export async function saveModelReading(app: App, document: DocumentRow, reading: Reading): Promise<boolean> {
  const { company_id, id } = document;
  const findings = checkReading(reading, { acct_num: null, today: dayOfTime(app.now()) });
  const isSound = reading.statement !== null && isAccepted(findings);
  const isOpenStill = await inTransaction(app, async (trx) => {
    await lockDocumentRow(trx, company_id, id);
    const current = await findReadDocument(trx, company_id, id);
    if (current === undefined || !isOpen(current)) return false;
    // Until it is saved the caller's job stays, and goes on with the stored answer.
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
