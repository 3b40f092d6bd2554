/** Bill files that users upload: stored once, read by a job, and assigned to the account that the user names or the bill prints. */
import type { Readable } from "node:stream";
import type { App } from "../../app.ts";
import type { FileContent } from "../../files/file-store.ts";
import { sniff } from "../../parsers/sniff.ts";
import type { Finding, Statement } from "../../records/statement.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { insertUpload, updateUpload, setDocumentAccount, type Upload } from "../../store/bills/uploaded-documents.ts";
import type { DocumentRow } from "../../store/bills/documents.ts";
import { bareName } from "../../domain/imports/row.ts";
import type { Db, Trx } from "../../store/db.ts";
import { recordChanges } from "../../store/events/events.ts";
import {
  ensureNamedAccount,
  findBilledUnder,
  findNamedAccount,
  listAccountsWithNumber,
} from "../../store/imports/imported-accounts.ts";
import { findAccount } from "../../store/records/accounts.ts";
import { inTransaction } from "../../store/transactions.ts";
import { keepFile } from "../keep-file.ts";
import { requireQuota, requireWithinQuota } from "../quotas.ts";

/** The largest file of a bill. */
export const BILL_FILE_BYTES_MAX = 25 * 1024 * 1024;

/** A file that was received, with its first bytes, which identify its type. */
export interface ReceivedFile extends FileContent {
  head: Buffer;
  open(): Readable;
}

/**
 * Keeps the file of a bill with its document and the job that reads it, within the quotas; `created` is false when the company has
 * uploaded the same file before. `onCreated` writes in the same transaction. @throws Problem `quota-exceeded`
 */
export async function uploadBillFile(
  app: Pick<App, "db" | "log" | "files" | "jobs" | "now" | "config">,
  company: { id: number; uuid: string },
  received: ReceivedFile,
  upload: Omit<Upload, "listed_date" | "company_id" | "file">,
  onCreated?: (trx: Trx, id: number) => Promise<void>,
): Promise<{ id: number; created: boolean }> {
  const { sha256, bytes, head } = received;
  const company_id = company.id;
  await requireQuota(app, app.db, company_id, { file_bytes: bytes, bills: 1, lines: 1 });
  return keepFile(app, company, received, async (trx) => {
    const file = { sha256, bytes, format: sniff(head) };
    const added = await addUpload(app, trx, { ...upload, company_id, file });
    if (added.created) await onCreated?.(trx, added.id);
    await requireWithinQuota(app, trx, company_id, ["file_bytes"]);
    return added;
  });
}

/**
 * Inserts the document of a stored file and the job that reads it. The same file again gives the existing document; in review it is
 * read again for the account, utility or property that is named now.
 */
async function addUpload(
  { jobs, now }: Pick<App, "jobs" | "now">,
  trx: Trx,
  upload: Omit<Upload, "listed_date">,
): Promise<{ id: number; created: boolean }> {
  const document = await insertUpload(trx, { ...upload, listed_date: dayOfTime(now()) });
  if (document.created || (await updateUpload(trx, document.id, upload)))
    await jobs.enqueue(trx, "parse", { company_id: upload.company_id, document_id: document.id });
  return document;
}

/**
 * The account of a document: the one it was listed or uploaded for, else that of its utility (`utilityOf`) with the printed number,
 * which is created if `mayCreate`. Without a utility it is the company's only account with that number. Null: none of these is known.
 */
export async function accountOfDocument(
  app: Pick<App, "db" | "log" | "utilities">,
  document: DocumentRow,
  statement: Statement | null,
  { mayCreate }: { mayCreate: boolean },
): Promise<number | null> {
  const { company_id, id } = document;
  const found = await findAccountOfDocument(app, document, statement, { mayCreate });
  if (found === null || found === document.utility_account_id) return found;
  return inTransaction(app, async (trx) => {
    const account =
      typeof found === "number" ? found : await ensureAccount(trx, company_id, found.utility, found.acct_num);
    await setDocumentAccount(trx, company_id, id, account);
    return account;
  });
}

/** The same without writing anything; an account that would be created is its utility and its number. */
export async function findAccountOfDocument(
  app: Pick<App, "db" | "utilities">,
  document: DocumentRow,
  statement: Statement | null,
  { mayCreate }: { mayCreate: boolean },
): Promise<number | { utility: string; acct_num: string } | null> {
  const { company_id } = document;
  if (document.utility_account_id !== null || statement === null) return document.utility_account_id;
  const { acct_num } = statement;
  if (acct_num === null) return null;
  const utility = utilityOf(app, document, statement);
  if (utility === null) {
    const [only, other] = await listAccountsWithNumber(app.db, company_id, acct_num);
    return other === undefined ? (only ?? null) : null;
  }
  const named = await findNamedAccount(app.db, company_id, { utility_company: utility, acct_num });
  if (named !== undefined) return named.id;
  if (!mayCreate) return null;
  const isTyped = document.utility_company !== null;
  const other = isTyped ? null : await accountOfAnotherName(app.db, company_id, acct_num);
  return other ?? { utility, acct_num };
}

/** The utility that the user named, else that of the template; null for a bill without either. */
export const utilityOf = (
  { utilities }: Pick<App, "utilities">,
  { utility_company }: Pick<DocumentRow, "utility_company">,
  { template: { id } }: Pick<Statement, "template">,
): string | null =>
  utility_company ??
  utilities.current().utilities.find(({ templates }) => templates.some(({ template }) => template.id === id))?.card
    ?.name ??
  null;

/**
 * An error where a bill would make a new account, although its meter is billed under another one of the utility: then the account
 * number is misread, or the utility has changed it. Null when all is well.
 */
export async function meterElsewhere(
  app: Pick<App, "db" | "utilities">,
  document: DocumentRow,
  statement: Statement,
): Promise<Finding | null> {
  const { company_id } = document;
  const { acct_num, meters } = statement;
  const utility_company = utilityOf(app, document, statement);
  if (document.utility_account_id !== null || utility_company === null || acct_num === null) return null;
  if ((await findNamedAccount(app.db, company_id, { utility_company, acct_num })) !== undefined) return null;
  const numbers = meters.flatMap(({ meter_num }) => meter_num ?? []);
  const other = numbers.length === 0 ? undefined : await findBilledUnder(app.db, company_id, utility_company, numbers);
  if (other === undefined) return null;
  const detail = `The bill is for account ${acct_num}, which has no bill yet, and its meter ${other.meter_num} is billed under account ${other.acct_num}. Accept the bill if the number is right; otherwise name the account of the document.`;
  return { name: "meter_of_other_account", severity: "error", detail };
}

/** The only account with the number, when a user or an import named its utility otherwise than the card of the template. */
async function accountOfAnotherName(db: Db, companyId: number, acct_num: string) {
  const [only, other] = await listAccountsWithNumber(db, companyId, acct_num);
  const account = only === undefined || other !== undefined ? undefined : await findAccount(db, companyId, only);
  return account?.authorization_id === null ? account.id : null;
}

const OTHER_NAME = "account_of_another_name";

/** The warning on a bill whose account has another name than the card of its template; it stays when the document is read again. */
export function nameDiffers(
  app: Pick<App, "utilities">,
  document: DocumentRow,
  { template, acct_num }: Statement,
  account: { utility_company_name: string },
): Finding[] {
  const card = utilityOf(app, document, { template });
  const isSame = card === null || bareName(card) === bareName(account.utility_company_name);
  if (isSame || document.utility_company !== null) return [];
  // The column has only what was written as findings.
  const isWarned = (document.findings as unknown as Finding[]).some(({ name }) => name === OTHER_NAME);
  if (document.utility_account_id !== null && !isWarned) return [];
  const detail = `The template of the bill is of ${JSON.stringify(card)}; the company's only account ${acct_num} is named ${JSON.stringify(account.utility_company_name)}. The bill counts there. If it is of another utility, void it and name that utility when you upload its file.`;
  return [{ name: OTHER_NAME, severity: "warning", detail }];
}

/** The account of a utility with this number, created if necessary. */
export async function ensureAccount(
  trx: Trx,
  companyId: number,
  utilityCompany: string,
  acctNum: string,
): Promise<number> {
  const named = { utility_company: utilityCompany, acct_num: acctNum };
  const { id, created } = await ensureNamedAccount(trx, companyId, named);
  if (created) await recordChanges(trx, companyId, [{ event_type: "utility_account.created", record_id: id }]);
  return id;
}

/** The finding on a document whose account is not known. */
export const accountUnknown = (statement: Statement): Finding => ({
  name: "account_unknown",
  severity: "error",
  detail:
    statement.acct_num === null
      ? "The file does not say to which account its bills belong. Name the account of the document."
      : `Your company has no account, or several, with the printed number ${statement.acct_num}. Name the account of the document, or upload the file again with the utility's name.`,
});
