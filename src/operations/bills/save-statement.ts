/** Saves a valid statement as a bill with its meters and properties, in one transaction; saving the same statement again changes nothing. */
import type { App } from "../../app.ts";
import { replacedBill, type Identity, type IncomingBill } from "../../domain/bills/plan-bills.ts";
import type { AcceptedFinding } from "../../records/bill.ts";
import type { BillOrigin } from "../../records/codes.ts";
import type { Day } from "../../records/scalars.ts";
import type { Finding, Statement } from "../../records/statement.ts";
import {
  findDocument,
  replaceStatement,
  setDocumentOutcome,
  type AccountDocument,
  type DocumentRow,
} from "../../store/bills/documents.ts";
import { findVersions } from "../../store/bills/bills.ts";
import { requeueUnconfirmed } from "../../store/bills/unconfirmed-documents.ts";
import type { Trx } from "../../store/db.ts";
import { lockAccount } from "../../store/records/account-locks.ts";
import { analyzeAfterBills } from "../../store/statistics.ts";
import { inTransaction } from "../../store/transactions.ts";
import { requireWithinQuota } from "../quotas.ts";
import { identify } from "./identity.ts";
import { decidePeriodEnds } from "./period-ends.ts";
import { writeBills } from "./write.ts";

/** A document and the statement read from it. */
export interface ReadDocument {
  document: AccountDocument;
  statement: Statement;
  findings: Finding[];
  /** The templates and readers it was read with; null: unknown. */
  read_with: string | null;
}

/**
 * Saves the statement of a waiting document. The documents of an account can be read in any order: the same bills are live in the
 * end. Returns what keeps it from being saved unseen, or null. @throws Problem `quota-exceeded` for an uploaded bill beyond a
 * quota; bills of portals are not fetched beyond it
 */
export async function saveStatement(app: App, read: ReadDocument): Promise<Finding | null> {
  const { company_id, utility_account_id, id, uploaded_by } = read.document;
  const kept = await inTransaction(app, async (trx) => {
    await lockAccount(trx, company_id, utility_account_id);
    // A worker whose lease expired may have saved it already.
    if ((await findDocument(trx, company_id, id))?.state !== "waiting") return null;
    const replaced = uploaded_by === null ? null : await replacedByUpload(trx, read);
    if (replaced !== null) return replaced;
    const { known } = await saveInTransaction(app, trx, read);
    if (!known && uploaded_by !== null) await requireWithinQuota(app, trx, company_id, ["bills", "lines"]);
    return null;
  });
  await analyzeAfterBills(app.db);
  return kept;
}

/**
 * Only a portal is known to send bills of the utility. An uploaded file, which may have come by mail from anybody, replaces a live
 * bill only when a user accepts it; that bill must not confirm the figures that replace it.
 */
async function replacedByUpload(trx: Trx, { document, statement }: ReadDocument): Promise<Finding | null> {
  const { own } = await decidePeriodEnds(trx, document, statement);
  const incoming = incomingOf(document, own);
  const versions = (await findVersions(trx, document, [incoming.identity.identity_key])).filter(
    ({ origin }) => origin === incoming.origin,
  );
  const replaced = replacedBill(incoming, versions);
  if (replaced === null || replaced.document_id === document.id) return null;
  const detail = `The account has bill ${replaced.id} for the same days, with other figures. Accept this one if it corrects that bill, which it then replaces; otherwise reject it.`;
  return { name: "replaces_bill", severity: "error", detail };
}

interface HowToSave {
  /** A user asks for the bill and accepts these findings: then a bill of the same content that was voided does not stand for it. */
  accepted?: readonly AcceptedFinding[];
  /** The live bill of the document as it was read before: it is edited. */
  was?: Identity;
}

/** The same in the caller's transaction, which has locked the account. `known`: the bill existed. */
export async function saveInTransaction(
  app: Pick<App, "jobs">,
  trx: Trx,
  { document, statement, findings, read_with }: ReadDocument,
  { accepted, was }: HowToSave = {},
): Promise<{ id: number; known: boolean }> {
  const { company_id, id } = document;
  const { own, misread } = await decidePeriodEnds(trx, document, statement);
  const known_by = accepted === undefined ? "any_version" : "live_version";
  const [saved, ...corrected] = await writeBills(app, trx, document, [
    { ...incomingOf(document, own), accepted: accepted ?? [], ...(was === undefined ? { known_by } : { was }) },
    ...misread.map((other) => ({ ...incomingOf(other.document, other.statement), was: identify(other.was) })),
  ]);
  if (!saved) throw new Error("a bill was not written");
  const outcome = { statement: own, utility_bill_id: saved.id, read_with };
  await setDocumentOutcome(
    trx,
    company_id,
    id,
    saved.known
      ? { ...outcome, state: "known", findings: [...findings, ...billKnown(document, saved.id)] }
      : { ...outcome, state: "accepted", findings },
  );
  for (const [index, bill] of corrected.entries()) {
    const other = misread[index];
    if (!bill || !other) continue;
    const replaced = { statement: other.statement, utility_bill_id: bill.id };
    await replaceStatement(trx, company_id, other.document.id, replaced);
  }
  const { utility_account_id } = document;
  if (!saved.known) await readUnconfirmedAgain(app, trx, { company_id, id: utility_account_id, day: own.invoice_date });
  return saved;
}

/**
 * A bill confirms its neighbours: documents of its account that wait for nothing else are read again. The caller holds the lock of
 * the account, whose bill of this date it has just saved; without a date, several.
 */
export async function readUnconfirmedAgain(
  { jobs }: Pick<App, "jobs">,
  trx: Trx,
  { company_id, id, day }: { company_id: number; id: number; day?: Day },
): Promise<void> {
  await jobs.enqueueAll(trx, "parse", await requeueUnconfirmed(trx, company_id, id, day));
}

/** Tells the user who uploaded a file that its bill was there; utilities list the same bill in several files. */
const billKnown = ({ uploaded_by }: AccountDocument, billId: number): Finding[] => {
  const detail = `Bill ${billId} has the same values: it was saved before, and this file changes nothing.`;
  return uploaded_by === null ? [] : [{ name: "bill_known", severity: "warning", detail }];
};

/** A statement with its document, as a bill to write. */
const incomingOf = (document: AccountDocument, statement: Statement): IncomingBill => ({
  origin: originOf(document),
  document,
  statement,
  identity: identify(statement),
  ...propertiesOf(document, statement),
});

/** The origin of a document's bill. */
export const originOf = ({ import_id, uploaded_by }: Pick<DocumentRow, "import_id" | "uploaded_by">): BillOrigin => {
  if (uploaded_by !== null) return "upload";
  return import_id === null ? "portal" : "import";
};

/** The property that a user named with an uploaded file, for each meter of its bill. */
export const propertiesOf = (
  { property_id }: Pick<DocumentRow, "property_id">,
  { meters }: Pick<Statement, "meters">,
): Pick<IncomingBill, "property_ids"> => (property_id === null ? {} : { property_ids: meters.map(() => property_id) });
