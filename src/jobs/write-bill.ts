/** Writes the bill of a statement with its meters and properties. What follows for others is gathered and told once, when all bills of a transaction are written. */
import { createHash } from "node:crypto";
import type { App } from "../app.ts";
import { planBill } from "../domain/bill-from-statement.ts";
import { decideBill, identityOf } from "../domain/bill-identity.ts";
import { settleImported } from "../imported-rests.ts";
import { requestMonths } from "../months-due.ts";
import type { Finding, Statement } from "../records/statement.ts";
import { refreshLatestInvoiceDate } from "../store/accounts.ts";
import { listMeterIdsOfBill } from "../store/bill-rows.ts";
import { writeBillTexts } from "../store/bill-texts.ts";
import { archiveBill, findLiveBill, insertBillRows, linkVersions } from "../store/bills.ts";
import type { Trx } from "../store/db.ts";
import type { DocumentRow } from "../store/documents.ts";
import { recordChanges, type Change } from "../store/events.ts";
import { fillDemandUnits } from "../store/meters.ts";
import { attachNearestStation } from "../store/property-stations.ts";
import { withCarbon } from "../usage-carbon.ts";
import { sandboxUtilities } from "./sandbox-customers.ts";
import { saveLines } from "./save-lines.ts";

export interface Read {
  document: Pick<DocumentRow, "id" | "company_id" | "utility_account_id" | "import_id" | "format">;
  statement: Statement;
  findings: Finding[];
  /** Of each meter of the statement, in its order, where that is settled; null: at none, or where it is. Left out, the address tells. */
  property_ids?: readonly (number | null)[];
  /** Live bills of earlier imports that are the same with other days: both would count. */
  redated?: readonly number[];
}

/** The bill a statement speaks of, and the hash of all it says. */
export interface Identity {
  identity_key: string;
  content_sha256: Buffer;
}

export function identify(statement: Statement): Identity {
  const { identity_key, content_key } = identityOf(statement);
  return { identity_key, content_sha256: createHash("sha256").update(content_key).digest() };
}

/** What the bills of one transaction change for others. */
export interface Effects {
  changes: Change[];
  /** Meters whose months follow. */
  meters: Set<number>;
  /** The first that bills showed, by meter: filled in where none was known. */
  demandUnits: Map<number, string>;
  /** Bills whose texts are still to be written. */
  bills: Set<number>;
}

export const noEffects = (): Effects => ({ changes: [], meters: new Set(), demandUnits: new Map(), bills: new Set() });

/** Writes a bill that was not known, live or archived, and gives its id. The caller holds the lock of the account, and calls `settle` at the end. */
export async function writeBill(trx: Trx, read: Read, identity: Identity, effects: Effects): Promise<number> {
  const { document, statement } = read;
  const { company_id, utility_account_id } = document;
  const live = await findLiveBill(trx, company_id, utility_account_id, identity.identity_key);
  const decision = decideBill({
    incoming: {
      invoice_date: statement.invoice_date,
      corrected: statement.corrected,
      fetched_order: document.id,
      imported: document.import_id !== null,
    },
    live: live === undefined ? null : { ...live, fetched_order: live.document_id ?? 0 },
  });
  const isSameFile = live !== undefined && live.document_id === document.id;
  const isFromPortal = document.import_id === null;
  // What a portal gives takes the place of what was imported for the same days, see settleImported.
  const reason = isSameFile ? "edited" : isFromPortal && live?.imported === true ? "duplicate" : "rebilled";
  if (decision === "edit" && live !== undefined) await takeOutOfUse(trx, company_id, live.id, reason, effects);
  for (const id of read.redated ?? []) await takeOutOfUse(trx, company_id, id, "rebilled", effects);
  const lines = await saveLines(trx, read, effects);
  for (const { utility_meter_id } of [...lines.charges, ...lines.usages]) effects.meters.add(utility_meter_id);
  const { meters: _, ...plan } = planBill(statement);
  const billId = await insertBillRows(trx, company_id, {
    ...plan,
    charges: lines.charges,
    usages: await withCarbon(trx, company_id, lines.usages),
    ...identity,
    utility_account_id,
    document_id: document.id,
    original_utility_bill_id: isSameFile ? (live.original_utility_bill_id ?? live.id) : null,
    archived: decision === "superseded",
    archive_reason: decision === "superseded" ? "rebilled" : null,
    source_format: document.format,
  });
  effects.bills.add(billId);
  if (live !== undefined) await linkVersions(trx, company_id, utility_account_id, identity.identity_key);
  effects.changes.push({ event_type: "bill.created", record_id: billId });
  if (isFromPortal && decision !== "superseded") {
    const beside = await settleImported(trx, document, live === undefined ? [billId] : [billId, live.id]);
    effects.changes.push(...beside.changes);
    for (const id of beside.meters) effects.meters.add(id);
  }
  return billId;
}

async function takeOutOfUse(
  trx: Trx,
  companyId: number,
  billId: number,
  reason: "edited" | "rebilled" | "duplicate",
  effects: Effects,
): Promise<void> {
  await archiveBill(trx, companyId, billId, reason);
  for (const id of await listMeterIdsOfBill(trx, companyId, billId)) effects.meters.add(id);
  effects.changes.push({ event_type: "bill.archived", record_id: billId });
}

/** Tells what the bills of an account that were written have changed. Last in the transaction, once. */
export async function settle(
  app: App,
  trx: Trx,
  { company_id, utility_account_id }: Pick<DocumentRow, "company_id" | "utility_account_id">,
  { changes, meters, demandUnits, bills }: Effects,
): Promise<void> {
  if (changes.length === 0) return;
  await writeBillTexts(trx, company_id, [...bills]);
  await refreshLatestInvoiceDate(trx, company_id, utility_account_id);
  await requestMonths(app, trx, company_id, meters);
  // Only now: a meter that were locked before the others would be locked out of their order.
  await fillDemandUnits(trx, company_id, demandUnits);
  const made = changes.filter(({ event_type }) => event_type === "property.created").map(({ record_id }) => record_id);
  await attachNearestStation(trx, company_id, made, { exceptCustomersOf: sandboxUtilities(app) });
  await recordChanges(trx, company_id, changes);
}
