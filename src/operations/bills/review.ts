/** What users decide about documents in review: accept the reading with its findings, reject the document, read it again, or enter the bill. */
import type { App } from "../../app.ts";
import { setWriter } from "../../store/bills/bill-history.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { checkReading } from "../../domain/bills/reconcile.ts";
import type { IncomingBill } from "../../domain/bills/plan-bills.ts";
import { statementOf } from "../../domain/bills/reading.ts";
import { found, invalid, Problem } from "../../errors.ts";
import type { AcceptedFinding } from "../../records/bill.ts";
import type { KeyedInBill } from "../../records/reading.ts";
import type { Finding, Statement } from "../../records/statement.ts";
import { findBill } from "../../store/bills/bill-rows.ts";
import {
  findDocument,
  findStatement,
  hasAccount,
  type AccountDocument,
  type DocumentRow,
} from "../../store/bills/documents.ts";
import { decideDocument, lockDocumentRow } from "../../store/bills/document-decisions.ts";
import { requeueDocument, requeueSaved } from "../../store/bills/read-again.ts";
import { setDocumentAccount } from "../../store/bills/uploaded-documents.ts";
import type { Trx } from "../../store/db.ts";
import { findAccount } from "../../store/records/accounts.ts";
import { lockAccount } from "../../store/records/account-locks.ts";
import type { Editor } from "./edit.ts";
import { ensureAccount, utilityOf } from "./upload.ts";
import { identify } from "./identity.ts";
import { propertiesOf, readUnconfirmedAgain, saveInTransaction } from "./save-statement.ts";
import { writeBills } from "./write.ts";
import { instantOf } from "../../domain/instant.ts";

type Parts = Pick<App, "jobs" | "now">;

/** Findings that no user can accept: the bill would not fit the columns of a record. */
const NEVER_ACCEPTED: ReadonlySet<string> = new Set([
  "day_out_of_range",
  "not_a_day",
  "not_a_number",
  "number_too_large",
  "period_is_backwards",
  "too_many_decimals",
  "too_many_lines",
]);

export const isAcceptable = (finding: string): boolean => !NEVER_ACCEPTED.has(finding);

/** Saves the reading of a document in review as a bill, although it has findings; each error must be named. @throws Problem */
export async function acceptDocument(
  app: Parts & Pick<App, "utilities">,
  trx: Trx,
  editor: Editor,
  id: number,
  { findings: names, note }: { findings: readonly string[]; note?: string | undefined },
): Promise<void> {
  const listed = await lockDocument(trx, editor.company_id, id, ["review"]);
  const statement = await findStatement(trx, editor.company_id, id);
  if (statement === null)
    throw new Problem(
      "conflict",
      "No bill was recognised in this document, or not its account number or date. Enter the bill with POST /v1/utility_bills and this document_id, or reject the document.",
    );
  const document = await withAccount(app, trx, listed, statement);
  // Only readers write this column.
  const findings = document.findings as unknown as Finding[];
  const accepted = acceptedOf(app, editor, findings, names);
  await requeueDocument(trx, editor.company_id, id);
  await saveInTransaction(app, trx, { document, statement, findings, read_with: document.read_with }, { accepted });
  await decideDocument(trx, editor, id, { decision: "accepted", note: note ?? null, at: instantOf(app.now()) });
}

/** The document with its account: for a first bill that of its utility, created now. @throws Problem when none is known */
async function withAccount(
  app: Pick<App, "utilities">,
  trx: Trx,
  document: DocumentRow,
  statement: Statement,
): Promise<AccountDocument> {
  if (hasAccount(document)) return document;
  const { company_id, id } = document;
  const { acct_num } = statement;
  const utility_company = utilityOf(app, document, statement);
  if (utility_company === null || acct_num === null)
    throw new Problem("conflict", "The account of this document is not known: name it with PATCH /v1/documents/:id.");
  const utility_account_id = await ensureAccount(trx, company_id, utility_company, acct_num);
  await lockAccount(trx, company_id, utility_account_id);
  await setDocumentAccount(trx, company_id, id, utility_account_id);
  return { ...document, utility_account_id };
}

/** Takes a document out of the review that is no bill to keep. @throws Problem */
export async function rejectDocument(app: Parts, trx: Trx, editor: Editor, id: number, note: string): Promise<void> {
  await lockDocument(trx, editor.company_id, id, ["review"]);
  await decideDocument(trx, editor, id, { decision: "rejected", state: "rejected", note, at: instantOf(app.now()) });
}

/** Reads a document again; a bill that was saved stays until its file is read otherwise. @throws Problem */
export async function rereadDocument(app: Parts, trx: Trx, companyId: number, id: number): Promise<void> {
  const document = await lockDocument(trx, companyId, id, ["review", "rejected", "accepted", "known"]);
  if (document.import_id !== null)
    throw new Problem("conflict", "The document is rows of a spreadsheet: import the file again.");
  const isSaved = document.utility_bill_id !== null && !(await isVoided(trx, document));
  await (isSaved ? requeueSaved : requeueDocument)(trx, companyId, id);
  await app.jobs.enqueue(trx, "parse", { company_id: companyId, document_id: id });
}

/** Names the account of an uploaded document in review, and reads it again. @throws Problem */
export async function assignDocument(
  app: Parts,
  trx: Trx,
  companyId: number,
  id: number,
  utility_account_id: number,
): Promise<void> {
  const document = await lockDocument(trx, companyId, id, ["review", "rejected"]);
  if (document.uploaded_by === null)
    throw new Problem("conflict", "The utility's website lists this document under its account.");
  if ((await findAccount(trx, companyId, utility_account_id)) === undefined)
    throw invalid([{ pointer: "/utility_account_id", detail: "Your company has no account with this id." }]);
  await setDocumentAccount(trx, companyId, id, utility_account_id);
  await requeueDocument(trx, companyId, id);
  await app.jobs.enqueue(trx, "parse", { company_id: companyId, document_id: id });
}

/** Saves a bill that a user entered, for a document in review or without a file, and returns its id. @throws Problem */
export async function keyInBill(app: Parts, trx: Trx, editor: Editor, bill: KeyedInBill): Promise<number> {
  const { company_id } = editor;
  const document =
    bill.document_id === undefined
      ? null
      : await lockDocument(trx, company_id, bill.document_id, ["review", "rejected"]);
  const account = await accountOf(trx, company_id, bill, document);
  await lockAccount(trx, company_id, account.id);
  if (document !== null && !hasAccount(document)) await setDocumentAccount(trx, company_id, document.id, account.id);
  const statement = statementOf(bill, account.acct_num);
  const accepted = checkKeyedIn(app, editor, statement, { acct_num: account.acct_num, names: bill.accept });
  const of = { company_id, utility_account_id: account.id };
  const incoming: IncomingBill = {
    origin: "keyed_in",
    document: { id: document?.id ?? null, format: document?.format ?? null },
    statement,
    identity: identify(statement),
    accepted,
    known_by: "live_version",
    ...(document && propertiesOf(document, statement)),
  };
  const [written] = await writeBills(app, trx, of, [incoming]);
  if (!written) throw new Error("a bill was not written");
  const utility_bill_id = written.id;
  await setWriter(trx, company_id, utility_bill_id, { user_id: editor.user_id, note: bill.note ?? null });
  if (document !== null)
    await decideDocument(trx, editor, document.id, {
      decision: "keyed_in",
      state: "accepted",
      note: bill.note ?? null,
      at: instantOf(app.now()),
      utility_bill_id,
    });
  await readUnconfirmedAgain(app, trx, { company_id, id: account.id, day: statement.invoice_date });
  return utility_bill_id;
}

/** The account of the document, the one that is named, or a new one of the named utility. @throws Problem */
async function accountOf(
  trx: Trx,
  companyId: number,
  { utility_account_id, utility_company, acct_num }: KeyedInBill,
  document: DocumentRow | null,
) {
  const utility = utility_company ?? document?.utility_company ?? null;
  const created = utility !== null && acct_num !== null ? () => ensureAccount(trx, companyId, utility, acct_num) : null;
  const id = document?.utility_account_id ?? utility_account_id ?? (await created?.());
  const need =
    "Give the id of a utility account of your company; for a new account, give `utility_company` and `acct_num` instead.";
  if (id === undefined) throw invalid([{ pointer: "/utility_account_id", detail: need }]);
  if (utility_account_id !== undefined && utility_account_id !== id)
    throw invalid([
      { pointer: "/utility_account_id", detail: `The document belongs to account ${id}. Leave this field out.` },
    ]);
  const account = await findAccount(trx, companyId, id);
  if (account === undefined) throw invalid([{ pointer: "/utility_account_id", detail: need }]);
  return account;
}

/** The errors of an entered bill by the rules for bills read from files, before it has an account. */
export const errorsOf = (app: Pick<App, "now">, bill: KeyedInBill): { name: string; detail: string }[] =>
  checkReading(
    { statement: statementOf(bill, bill.acct_num ?? ""), findings: [] },
    { acct_num: null, today: dayOfTime(app.now()) },
  )
    .filter(({ severity }) => severity === "error")
    .map(({ name, detail }) => ({ name, detail }));

/** Checks an entered bill by the rules for bills read from files. @throws Problem naming each finding that was not accepted */
function checkKeyedIn(
  app: Parts,
  editor: Editor,
  statement: Statement,
  { acct_num, names }: { acct_num: string; names: readonly string[] },
): AcceptedFinding[] {
  const findings = checkReading({ statement, findings: [] }, { acct_num, today: dayOfTime(app.now()) });
  return acceptedOf(app, editor, findings, names);
}

/** The errors among the findings, all of which the user has named. @throws Problem naming those that were not */
function acceptedOf(
  app: Parts,
  { user_id }: Editor,
  findings: readonly Finding[],
  names: readonly string[],
): AcceptedFinding[] {
  const errors = findings.filter(({ severity }) => severity === "error").map(({ name, detail }) => ({ name, detail }));
  const impossible = errors.filter(({ name }) => NEVER_ACCEPTED.has(name));
  const refused = impossible.length > 0 ? impossible : errors.filter(({ name }) => !names.includes(name));
  if (refused.length > 0) {
    const sentences = refused.map(({ name, detail }) => `${name}: ${detail}`).join(" ");
    throw new Problem("does-not-add-up", sentences, { findings: errors });
  }
  return errors.map((finding) => ({ ...finding, accepted_by: user_id, accepted_at: instantOf(app.now()) }));
}

/** Locks the account of the document, as every writer of its bills does, and the document, and returns it. @throws Problem */
async function lockDocument(trx: Trx, companyId: number, id: number, states: readonly string[]): Promise<DocumentRow> {
  const { utility_account_id } = await found(findDocument(trx, companyId, id));
  if (utility_account_id !== null) await lockAccount(trx, companyId, utility_account_id);
  await lockDocumentRow(trx, companyId, id);
  // Read again: another user may have decided while this one waited.
  const document = await found(findDocument(trx, companyId, id));
  if (states.includes(document.state) || (await isVoided(trx, document))) return document;
  const word = STATE_WORDS[document.state] ?? document.state;
  throw new Problem("conflict", `The document is ${word}: there is nothing to decide.`);
}

/** True when the bill of the document was voided: the file may be for another account, or be read otherwise now. */
async function isVoided(trx: Trx, { company_id, utility_bill_id }: DocumentRow): Promise<boolean> {
  if (utility_bill_id === null) return false;
  return (await findBill(trx, company_id, utility_bill_id))?.archive_reason === "voided";
}

const STATE_WORDS: Readonly<Record<string, string>> = {
  waiting: "waiting to be read",
  accepted: "accepted",
  known: "a copy of a bill that was read before",
  review: "in review",
  rejected: "rejected",
};
