/** Reads a document again whose bill was saved: only what differs becomes an edited bill, and a bill that a user corrected stays. */
import type { App } from "../../app.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { readerOf, readingOf } from "../../domain/bills/reading.ts";
import type { Identity } from "../../domain/bills/plan-bills.ts";
import { changesOf, type ReadingChange } from "../../domain/bills/reading-changes.ts";
import { isAccepted } from "../../domain/bills/reconcile.ts";
import type { Finding, Reading, Statement } from "../../records/statement.ts";
import { findBill, type BillRow } from "../../store/bills/bill-rows.ts";
import { findVersions } from "../../store/bills/bills.ts";
import { lockDocumentRow } from "../../store/bills/document-decisions.ts";
import { requeueDocument, setReadAgain } from "../../store/bills/read-again.ts";
import {
  findDocument,
  findStatement,
  hasAccount,
  type AccountDocument,
  type DocumentRow,
} from "../../store/bills/documents.ts";
import type { Sql, Trx } from "../../store/db.ts";
import { findAccount } from "../../store/records/accounts.ts";
import { lockAccount } from "../../store/records/account-locks.ts";
import { inTransaction } from "../../store/transactions.ts";
import { identify } from "./identity.ts";
import { decidePeriodEnds } from "./period-ends.ts";
import { findingsOn, readersOf } from "./save-reading.ts";
import { nameDiffers } from "./upload.ts";
import { originOf, saveInTransaction } from "./save-statement.ts";

/** What reading a document again does to its bill. */
export type Reread =
  | { outcome: "same" }
  /** The file is read otherwise now, and the bill stays as it is; `why` is a sentence. */
  | { outcome: "kept"; why: string; changes: ReadingChange[] }
  /** The bill is edited; `utility_bill_id` is the new one, null in a dry run. */
  | { outcome: "edited"; changes: ReadingChange[]; utility_bill_id: number | null };

type Parts = Pick<App, "db" | "log" | "jobs" | "now" | "utilities">;

/** The decision about a reading, before anything is written. */
type Decided =
  | Exclude<Reread, { outcome: "edited" }>
  | { outcome: "edited"; changes: ReadingChange[]; was: Identity; statement: Statement };

/** Saves the reading of a document that has a bill, or only says what would become of it. Null: there is no such document any more. */
export async function rereadSaved(
  app: Parts,
  { company_id, id }: { company_id: number; id: number },
  reading: Reading,
  { isDry }: { isDry: boolean },
): Promise<Reread | null> {
  return inTransaction(app, async (trx) => {
    const listed = await findDocument(trx, company_id, id);
    if (!hasAccount(listed)) return null;
    await lockAccount(trx, company_id, listed.utility_account_id);
    await lockDocumentRow(trx, company_id, id);
    const document = await findDocument(trx, company_id, id);
    if (!hasAccount(document) || document.utility_bill_id === null) return null;
    const account = await findAccount(trx, company_id, document.utility_account_id);
    const ofFigures = await findingsOn(trx, reading, {
      company_id,
      account,
      isListed: true,
      today: dayOfTime(app.now()),
    });
    const ofName =
      reading.statement === null || account === undefined ? [] : nameDiffers(app, document, reading.statement, account);
    const findings = [...ofFigures, ...ofName];
    const decided = await decide(trx, document, { ...reading, findings });
    if (isDry) return decided.outcome === "edited" ? { ...decided, utility_bill_id: null } : decided;
    if (decided.outcome !== "edited") {
      await putBack(app, trx, document, decided.outcome === "kept" ? otherwise(decided) : null);
      return decided;
    }
    const { changes, was, statement } = decided;
    await requeueDocument(trx, company_id, id);
    const read = { document, statement, findings, read_with: readersOf(app) };
    const { id: utility_bill_id } = await saveInTransaction(app, trx, read, { was });
    await setReadAgain(trx, company_id, id, { state: "accepted", findings, read_with: read.read_with });
    return { outcome: "edited", changes, utility_bill_id };
  });
}

async function decide(trx: Trx, document: AccountDocument, { statement, findings }: Reading): Promise<Decided> {
  const { company_id, id } = document;
  const before = await findStatement(trx, company_id, id);
  if (before === null) return { outcome: "kept", why: "Its earlier reading is not stored.", changes: [] };
  const stays = (why: string, changes: ReadingChange[] = []): Decided => ({ outcome: "kept", why, changes });
  const after = statement === null ? null : (await decidePeriodEnds(trx, document, statement)).own;
  const [was, is] = [identify(before), after === null ? null : identify(after)];
  // What a user has accepted once needs no second decision.
  if (is !== null && was.content_sha256.equals(is.content_sha256)) return { outcome: "same" };
  if (statement === null || after === null || is === null || !isAccepted(findings)) {
    // Our readers never could read it.
    if (readerOf(before) === "model") return { outcome: "same" };
    return stays(`It is not read without errors now: ${errorsOf(findings)}.`);
  }
  const changes = changesOf(readingOf(before), readingOf(after));
  const origin = originOf(document);
  const keys = [was.identity_key, is.identity_key];
  const versions = await findVersions(trx, document, keys);
  const liveOf = (key: string) =>
    versions.find((one) => one.origin === origin && one.identity_key === key && !one.archived);
  const live = liveOf(was.identity_key);
  if (document.decision !== null) return stays("A user decided about this document.", changes);
  if (live === undefined) return stays("Its bill no longer counts.", changes);
  if (live.document_id !== id) return stays(`Its bill counts by document ${live.document_id}.`, changes);
  if (isCorrected(await findBill(trx, company_id, live.id))) return stays(`A user corrected bill ${live.id}.`, changes);
  const other = liveOf(is.identity_key);
  if (other !== undefined && other.id !== live.id) return stays(`Bill ${other.id} has these days.`, changes);
  return { outcome: "edited", changes, was, statement };
}

/** A bill that a user corrected is a later version, and has no figure that its charges were compared with. */
const isCorrected = (bill: BillRow | undefined): boolean =>
  bill !== undefined && bill.checked_by === null && bill.original_utility_bill_id !== null;

const errorsOf = (findings: readonly Finding[]): string =>
  [...new Set(findings.filter(({ severity }) => severity === "error").map(({ name }) => name))].join(", ");

/** Warnings of reading a document again: each time replaces those of the time before. */
const OF_REREADING = new Set(["read_otherwise", "reading_failed"]);

/** A document whose bill is saved is again what it was before it waited; `warning` says what came of reading it again. */
export async function putBack(
  app: Pick<App, "utilities">,
  db: Sql,
  { company_id, id, utility_bill_id, findings }: DocumentRow,
  warning: Finding | null,
): Promise<void> {
  const bill = utility_bill_id === null ? undefined : await findBill(db, company_id, utility_bill_id);
  // Only readers write this column.
  const before = findings as unknown as Finding[];
  const others = before.filter(({ name, severity }) => severity === "error" || !OF_REREADING.has(name));
  const state = bill?.document_id === id ? "accepted" : "known";
  const warned = warning === null ? others : [...others, warning];
  await setReadAgain(db, company_id, id, { state, findings: warned, read_with: readersOf(app) });
}

const FIELDS_NAMED = 5;

function otherwise({ why, changes }: { why: string; changes: readonly ReadingChange[] }): Finding {
  const fields = changes.slice(0, FIELDS_NAMED).map(({ field }) => field);
  const more = changes.length > fields.length ? ` and ${changes.length - fields.length} more` : "";
  const which = fields.length === 0 ? "" : ` (${fields.join(", ")}${more})`;
  return {
    name: "read_otherwise",
    severity: "warning",
    detail: `The file is read otherwise now${which}, and its bill stays. ${why}`,
  };
}
