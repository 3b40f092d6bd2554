/** Saves a valid statement as a bill with its meters and properties, in one transaction; saving the same statement again changes nothing. */
import type { App } from "../../app.ts";
import type { Finding } from "../../records/statement.ts";
import { lockAccount } from "../../store/records/accounts.ts";
import { findBillWithContent, findLiveBills, renameIdentity } from "../../store/bills/bills.ts";
import type { Trx } from "../../store/db.ts";
import { findDocument, replaceStatement, setDocumentOutcome } from "../../store/bills/documents.ts";
import { analyzeAfterBills } from "../../store/statistics.ts";
import { decidePeriodEnds, type Misread } from "./period-ends.ts";
import { identify, originOf, writeBill, type Read } from "./from-statement.ts";
import { finishBills, noEffects, type Effects } from "./write.ts";
import { inTransaction } from "../../store/transactions.ts";

/** Saves the statement of a document. The documents of an account can be read in any order: the same bills are live in the end. */
export async function saveStatement(app: App, read: Read): Promise<void> {
  const { document, findings } = read;
  const { company_id, utility_account_id } = document;
  await inTransaction(app, async (trx) => {
    await lockAccount(trx, company_id, utility_account_id);
    // A worker whose lease expired may have saved it already.
    if ((await findDocument(trx, company_id, document.id))?.state !== "waiting") return;
    const { statement, misread } = await decidePeriodEnds(trx, document, read.statement);
    const identity = identify(statement);
    const origin = originOf(document);
    const known = await findBillWithContent(trx, company_id, utility_account_id, { origin, ...identity });
    const effects = noEffects();
    const utility_bill_id = known?.id ?? (await writeBill(trx, { ...read, statement }, identity, effects));
    const state = known === undefined ? "accepted" : "known";
    await setDocumentOutcome(trx, company_id, document.id, { state, findings, statement, utility_bill_id });
    for (const bill of misread) await correctMisread(trx, company_id, bill, effects);
    await finishBills(app, trx, document, effects);
  });
  await analyzeAfterBills(app.db);
}

/** Edits a bill whose printed days were read wrongly: it keeps its document and gets the identity of the corrected days. */
async function correctMisread(
  trx: Trx,
  companyId: number,
  { document_id, was, statement }: Misread,
  effects: Effects,
): Promise<void> {
  const document = await findDocument(trx, companyId, document_id);
  if (document === undefined) return;
  const { utility_account_id, findings } = document;
  const [before, identity] = [identify(was), identify(statement)];
  const origin = originOf(document);
  const bill = await findBillWithContent(trx, companyId, utility_account_id, { origin, ...before });
  // A bill that a user corrected or voided since is not changed.
  if (bill === undefined || bill.archived) return;
  const isTaken = identity.identity_key !== before.identity_key;
  if (isTaken && (await findLiveBills(trx, companyId, utility_account_id, origin, [identity.identity_key])).size > 0)
    return;
  await renameIdentity(trx, companyId, utility_account_id, before.identity_key, identity.identity_key);
  // Only parse jobs write this column, and they write findings.
  const read = { document, statement, findings: findings as unknown as Finding[] };
  const utility_bill_id = await writeBill(trx, read, identity, effects);
  await replaceStatement(trx, companyId, document_id, { statement, utility_bill_id });
}
