/** Saves a valid statement as a bill with its meters and properties, in one transaction; saving the same statement again changes nothing. */
import type { App } from "../../app.ts";
import type { AcceptedFinding } from "../../records/bill.ts";
import type { Finding, Statement } from "../../records/statement.ts";
import { lockAccount } from "../../store/records/accounts.ts";
import { findBillWithContent, findLiveBills, renameIdentity } from "../../store/bills/bills.ts";
import type { Trx } from "../../store/db.ts";
import {
  findDocument,
  replaceStatement,
  setDocumentOutcome,
  hasAccount,
  type AccountDocument,
} from "../../store/bills/documents.ts";
import { analyzeAfterBills } from "../../store/statistics.ts";
import { decidePeriodEnds, type Misread } from "./period-ends.ts";
import { identify, originOf, propertiesOf, writeBill } from "./from-statement.ts";
import { finishBills, noEffects, type Effects } from "./write.ts";
import { inTransaction } from "../../store/transactions.ts";

/** A document and the statement read from it. */
export interface ReadDocument {
  document: AccountDocument;
  statement: Statement;
  findings: Finding[];
}

/** Saves the statement of a waiting document. The documents of an account can be read in any order: the same bills are live in the end. */
export async function saveStatement(app: App, read: ReadDocument): Promise<void> {
  const { company_id, utility_account_id, id } = read.document;
  await inTransaction(app, async (trx) => {
    await lockAccount(trx, company_id, utility_account_id);
    // A worker whose lease expired may have saved it already.
    if ((await findDocument(trx, company_id, id))?.state === "waiting") await saveInTransaction(app, trx, read);
  });
  await analyzeAfterBills(app.db);
}

/**
 * The same in the caller's transaction, which has locked the account. With `accepted`, a user asks for the bill and accepts these
 * findings: then a bill of the same content that was voided does not stand for it. Returns the id of the bill.
 */
export async function saveInTransaction(
  app: Pick<App, "jobs" | "weather">,
  trx: Trx,
  read: ReadDocument,
  accepted: readonly AcceptedFinding[] | null = null,
): Promise<number> {
  const { document, findings } = read;
  const { company_id, utility_account_id } = document;
  const { statement, misread } = await decidePeriodEnds(trx, document, read.statement);
  const identity = identify(statement);
  const origin = originOf(document);
  const same = await findBillWithContent(trx, company_id, utility_account_id, { origin, ...identity });
  const known = same?.archived && accepted !== null ? undefined : same;
  const effects = noEffects();
  const utility_bill_id =
    known?.id ??
    (await writeBill(
      trx,
      { origin, document, statement, accepted: accepted ?? [], ...propertiesOf(document, statement) },
      identity,
      effects,
    ));
  const state = known === undefined ? "accepted" : "known";
  await setDocumentOutcome(trx, company_id, document.id, { state, findings, statement, utility_bill_id });
  for (const bill of misread) await correctMisread(trx, company_id, bill, effects);
  await finishBills(app, trx, document, effects);
  return utility_bill_id;
}

/** Edits a bill whose printed days were read wrongly: it keeps its document and gets the identity of the corrected days. */
async function correctMisread(
  trx: Trx,
  companyId: number,
  { document_id, was, statement }: Misread,
  effects: Effects,
): Promise<void> {
  const document = await findDocument(trx, companyId, document_id);
  if (!hasAccount(document)) return;
  const { utility_account_id } = document;
  const [before, identity] = [identify(was), identify(statement)];
  const origin = originOf(document);
  const bill = await findBillWithContent(trx, companyId, utility_account_id, { origin, ...before });
  // A bill that a user corrected or voided since is not changed.
  if (bill === undefined || bill.archived) return;
  const isTaken = identity.identity_key !== before.identity_key;
  if (isTaken && (await findLiveBills(trx, companyId, utility_account_id, origin, [identity.identity_key])).size > 0)
    return;
  await renameIdentity(trx, companyId, utility_account_id, before.identity_key, identity.identity_key);
  const utility_bill_id = await writeBill(trx, { origin, document, statement }, identity, effects);
  await replaceStatement(trx, companyId, document_id, { statement, utility_bill_id });
}
