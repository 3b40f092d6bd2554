/** What becomes of a document that was read: a bill when its reading is sound, otherwise the review, with the findings that say why. */
import type { App } from "../../app.ts";
import { mayAskModel } from "../../domain/bills/ask-model.ts";
import { confirmFindings, NOTHING_KNOWN, unconfirmedOf } from "../../domain/bills/confirm-reading.ts";
import { checkReading, isAccepted } from "../../domain/bills/reconcile.ts";
import { unlikeAccount } from "../../domain/bills/unlike-account.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { Problem } from "../../errors.ts";
import type { Day } from "../../records/scalars.ts";
import type { Finding, Reading } from "../../records/statement.ts";
import { setDocumentOutcome, type DocumentOutcome, type DocumentRow } from "../../store/bills/documents.ts";
import { listKnownUses } from "../../store/bills/known-uses.ts";
import type { Sql } from "../../store/db.ts";
import { findNewestBill } from "../../store/bills/unconfirmed-documents.ts";
import { findAccount } from "../../store/records/accounts.ts";
import { lockAccount } from "../../store/records/account-locks.ts";
import { inTransaction } from "../../store/transactions.ts";
import { saveStatement } from "./save-statement.ts";
import {
  accountOfDocument,
  accountUnknown,
  findAccountOfDocument,
  meterElsewhere,
  nameDiffers,
  utilityOf,
} from "./upload.ts";

/** Increase it when the readers of the service read more than before: documents in review are then read again. */
const READERS_EDITION = 4;

/** The templates and readers in use. */
export const readersOf = ({ utilities }: Pick<App, "utilities">): string =>
  `${READERS_EDITION} ${utilities.current().version}`;

/** Saves the reading of a document that waits. An uploaded bill beyond the quota waits in review. */
export async function saveReading(app: App, document: DocumentRow, reading: Reading): Promise<void> {
  const { company_id } = document;
  const { statement } = reading;
  const judged = await judge(app, document, reading);
  const utility_account_id = await accountOfDocument(app, document, statement, judged);
  const account = utility_account_id === null ? undefined : await findAccount(app.db, company_id, utility_account_id);
  const newest = account === undefined ? null : await findNewestBill(app.db, company_id, account.id);
  const findings = await allFindings(app, document, reading, { ...judged, account });
  if (statement === null || utility_account_id === null || !isAccepted(findings))
    return keepInReview(
      app,
      document,
      { statement: statement ?? reading.incomplete ?? null, findings },
      account && { id: account.id, newest },
    );
  try {
    const read = { document: { ...document, utility_account_id }, statement, findings, read_with: readersOf(app) };
    const kept = await saveStatement(app, read);
    if (kept !== null) await keepInReview(app, document, { statement, findings: [...findings, kept] });
  } catch (error) {
    if (!(error instanceof Problem) || error.slug !== "quota-exceeded") throw error;
    const beyond: Finding = { name: "quota_exceeded", severity: "error", detail: error.message };
    await keepInReview(app, document, { statement, findings: [...findings, beyond] });
  }
}

/**
 * What `saveReading` would find, without writing anything, and whether the document would become a bill; a bill that it replaces and
 * the quota are found only when it is saved.
 */
export async function findingsOfSaving(
  app: App,
  document: DocumentRow,
  reading: Reading,
): Promise<{ findings: Finding[]; isBill: boolean }> {
  const { statement } = reading;
  const judged = await judge(app, document, reading);
  const found = await findAccountOfDocument(app, document, statement, judged);
  const account = typeof found === "number" ? await findAccount(app.db, document.company_id, found) : undefined;
  const findings = await allFindings(app, document, reading, { ...judged, account });
  return { findings, isBill: statement !== null && found !== null && isAccepted(findings) };
}

interface Judged {
  /** It has no error by its own figures. */
  isSound: boolean;
  /** Its meter is billed under another account. */
  elsewhere: Finding | null;
  /** An account may be created for it. */
  mayCreate: boolean;
}

async function judge(app: App, document: DocumentRow, reading: Reading): Promise<Judged> {
  const { statement } = reading;
  const isSound = isAccepted(checkReading(reading, { acct_num: null, today: dayOfTime(app.now()) }));
  const isSure = isSound && statement !== null && unconfirmedOf(statement, NOTHING_KNOWN).open.length === 0;
  const elsewhere = isSure ? await meterElsewhere(app, document, statement) : null;
  return { isSound, elsewhere, mayCreate: isSure && elsewhere === null };
}

async function allFindings(
  app: App,
  document: DocumentRow,
  reading: Reading,
  { isSound, elsewhere, account }: Judged & { account: Awaited<ReturnType<typeof findAccount>> },
): Promise<Finding[]> {
  const { statement } = reading;
  const isUnknown = account === undefined && statement !== null && utilityOf(app, document, statement) === null;
  return [
    ...(await findingsOn(app.db, reading, {
      company_id: document.company_id,
      account,
      isListed: document.utility_account_id !== null,
      today: dayOfTime(app.now()),
    })),
    ...(elsewhere === null ? [] : [elsewhere]),
    ...(isSound && isUnknown ? [accountUnknown(statement)] : []),
    ...(statement !== null && account !== undefined ? nameDiffers(app, document, statement, account) : []),
  ];
}

/** All findings on a reading: by its own figures, and by what the records know of its account. */
export async function findingsOn(
  db: Sql,
  reading: Reading,
  of: {
    company_id: number;
    account: { id: number; acct_num: string } | undefined;
    /** The account was known before this reading: by the portal that lists the bill, a user or an earlier reading. */
    isListed: boolean;
    today: Day;
  },
): Promise<Finding[]> {
  const { statement } = reading;
  const { company_id, account, isListed, today } = of;
  const acct_num = account?.acct_num ?? null;
  const findings = checkReading(reading, { acct_num, today });
  if (statement === null) return findings;
  const uses =
    account === undefined
      ? []
      : await listKnownUses(db, { company_id, utility_account_id: account.id }, statement.invoice_date);
  // A bill of another account cannot be compared with this one. A first bill with errors is not compared either: a person looks at
  // it anyway.
  const isOther = findings.some(({ name }) => name === "account_number_differs");
  const isCompared = !isOther && (uses.length > 0 || isAccepted(findings));
  return [
    ...findings,
    ...confirmFindings(statement, { acct_num, uses }),
    ...(isCompared ? unlikeAccount(statement, { isListed, uses }) : []),
  ];
}

/**
 * A document that no reader could read waits for the language model as well, if there is one. One that only lacks what a bill of its
 * account confirms is read again when the account got one meanwhile: saving that bill passed over it, because it was being read.
 */
async function keepInReview(
  app: App,
  { company_id, id }: DocumentRow,
  reading: Pick<DocumentOutcome, "statement" | "findings">,
  account?: { id: number; newest: number | null },
): Promise<void> {
  const outcome = { ...reading, state: "review" as const, utility_bill_id: null, read_with: readersOf(app) };
  const isOpen = reading.findings.some(({ name, severity }) => name === "not_confirmed" && severity === "error");
  await inTransaction(app, async (trx) => {
    if (isOpen && account !== undefined) {
      await lockAccount(trx, company_id, account.id);
      if ((await findNewestBill(trx, company_id, account.id)) !== account.newest)
        return app.jobs.enqueue(trx, "parse", { company_id, document_id: id });
    }
    await setDocumentOutcome(trx, company_id, id, outcome);
    if (app.model !== null && mayAskModel(reading))
      await app.jobs.enqueue(trx, "ask-model", { company_id, document_id: id });
  });
  app.log.info({ document_id: id, findings: reading.findings.map(({ name }) => name) }, "document in review");
}
