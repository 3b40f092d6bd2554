/** Writes the bills of statements with their meters and properties, those of an account together. What follows for others is gathered and told once, when all bills of a transaction are written. */
import { createHash } from "node:crypto";
import type { App } from "../../app.ts";
import { planBill, type PlannedBill } from "../../domain/bills/bill-from-statement.ts";
import { decideBill, identityOf } from "../../domain/bills/bill-identity.ts";
import { settleImported } from "./supersede.ts";
import { requestMonths } from "../stale-months.ts";
import type { ArchiveReason } from "../../records/codes.ts";
import type { Finding, Statement } from "../../records/statement.ts";
import { refreshLatestInvoiceDate } from "../../store/records/accounts.ts";
import { listMeterIdsOfBills } from "../../store/bills/bill-rows.ts";
import {
  archiveBills,
  findLiveBills,
  insertBills,
  linkVersions,
  type LiveBill,
  type NewBill,
} from "../../store/bills/bills.ts";
import type { Trx } from "../../store/db.ts";
import type { DocumentRow } from "../../store/bills/documents.ts";
import { recordChanges, type Change } from "../../store/events/events.ts";
import { fillDemandUnits } from "../../store/records/meters.ts";
import { attachNearestStation } from "../../store/records/property-stations.ts";
import { openCarbon } from "./carbon.ts";
import { sandboxUtilities } from "../sandbox-customers.ts";
import { saveLines } from "./lines.ts";

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
}

export const noEffects = (): Effects => ({ changes: [], meters: new Set(), demandUnits: new Map() });

export type Account = Pick<DocumentRow, "company_id" | "utility_account_id">;

export interface IdentifiedRead extends Read {
  identity: Identity;
}

/** A bill on its way. */
export interface BillToWrite extends IdentifiedRead {
  plan: PlannedBill;
  live: LiveBill | undefined;
  decision: ReturnType<typeof decideBill>;
  /** Bills whose place it takes. */
  archives: { id: number; reason: ArchiveReason }[];
  /** What it changes for others, in the order in which they are told. */
  changes: Change[];
}

/**
 * Writes bills of an account that were not known, live or archived, and gives their ids. Those that come later are the
 * later versions. The caller holds the lock of the account, and calls `settle` at the end.
 */
export async function writeBills(
  trx: Trx,
  account: Account,
  reads: readonly IdentifiedRead[],
  effects: Effects,
): Promise<number[]> {
  const ids: number[] = [];
  for (const together of withoutVersions(reads)) ids.push(...(await writeTogether(trx, account, together, effects)));
  return ids;
}

/** The same for one. */
export async function writeBill(trx: Trx, read: Read, identity: Identity, effects: Effects): Promise<number> {
  const [id] = await writeBills(trx, read.document, [{ ...read, identity }], effects);
  if (id === undefined) throw new Error("a bill that was not written");
  return id;
}

/** A bill is written before its next version, which takes its place. */
function withoutVersions(reads: readonly IdentifiedRead[]): IdentifiedRead[][] {
  const runs: IdentifiedRead[][] = [];
  const identities = new Set<string>();
  for (const read of reads) {
    const last = runs.at(-1);
    if (last === undefined || identities.has(read.identity.identity_key)) {
      runs.push([read]);
      identities.clear();
    } else last.push(read);
    identities.add(read.identity.identity_key);
  }
  return runs;
}

async function writeTogether(
  trx: Trx,
  account: Account,
  reads: readonly IdentifiedRead[],
  effects: Effects,
): Promise<number[]> {
  const { company_id, utility_account_id } = account;
  const identityKeys = reads.map(({ identity }) => identity.identity_key);
  const bills = placeBills(reads, await findLiveBills(trx, company_id, utility_account_id, identityKeys));
  await takeOutOfUse(trx, company_id, bills, effects);
  const lines = await saveLines(trx, account, bills, effects);
  const metersBilled = lines
    .flatMap(({ charges, usages }) => [...charges, ...usages])
    .map((line) => line.utility_meter_id);
  for (const id of metersBilled) effects.meters.add(id);
  const withCarbon = await openCarbon(trx, company_id, metersBilled);
  const ids = await insertBills(
    trx,
    company_id,
    bills.map((bill, index) => newBillOf(bill, lines[index]?.charges ?? [], withCarbon(lines[index]?.usages ?? []))),
  );
  const replacing = bills.filter(({ live }) => live !== undefined);
  await linkVersions(
    trx,
    company_id,
    utility_account_id,
    replacing.map(({ identity }) => identity.identity_key),
  );
  for (const [index, { changes }] of bills.entries())
    effects.changes.push(...changes, { event_type: "bill.created", record_id: ids[index] ?? 0 });
  await settlePortals(trx, account, bills, ids, effects);
  return ids;
}

/** What becomes of each beside the bills that are live, when those before it are written. */
function placeBills(reads: readonly IdentifiedRead[], lives: ReadonlyMap<string, LiveBill>): BillToWrite[] {
  const gone = new Set<number>();
  return reads.map((read) => {
    const { document, statement, identity, redated = [] } = read;
    const found = lives.get(identity.identity_key);
    const live = found === undefined || gone.has(found.id) ? undefined : found;
    const decision = decideBill({
      incoming: {
        invoice_date: statement.invoice_date,
        corrected: statement.corrected,
        fetched_order: document.id,
        imported: document.import_id !== null,
      },
      live: live === undefined ? null : { ...live, fetched_order: live.document_id ?? 0 },
    });
    const versions = decision === "edit" && live !== undefined ? [{ id: live.id, reason: reasonOf(read, live) }] : [];
    const archives = [...versions, ...redated.map((id) => ({ id, reason: "rebilled" as const }))];
    for (const { id } of archives) gone.add(id);
    const changes = archives.map(({ id }): Change => ({ event_type: "bill.archived", record_id: id }));
    return { ...read, plan: planBill(statement), live, decision, archives, changes };
  });
}

const isFromPortal = ({ document }: Pick<Read, "document">): boolean => document.import_id === null;

const isSameFile = ({ document }: Read, live: LiveBill): boolean => live.document_id === document.id;

function reasonOf(read: Read, live: LiveBill): ArchiveReason {
  if (isSameFile(read, live)) return "edited";
  // What a portal gives takes the place of what was imported for the same days, see settleImported.
  return isFromPortal(read) && live.imported ? "duplicate" : "rebilled";
}

async function takeOutOfUse(
  trx: Trx,
  companyId: number,
  bills: readonly BillToWrite[],
  { meters }: Effects,
): Promise<void> {
  const archives = bills.flatMap((bill) => bill.archives);
  const ids = archives.map(({ id }) => id);
  for (const [reason, those] of Map.groupBy(archives, ({ reason: each }) => each))
    await archiveBills(
      trx,
      companyId,
      those.map(({ id }) => id),
      reason,
    );
  for (const id of await listMeterIdsOfBills(trx, companyId, ids)) meters.add(id);
}

function newBillOf(bill: BillToWrite, charges: NewBill["charges"], usages: NewBill["usages"]): NewBill {
  const { document, identity, live, decision } = bill;
  const { meters: _, ...plan } = bill.plan;
  const isSuperseded = decision === "superseded";
  return {
    ...plan,
    ...identity,
    charges,
    usages,
    utility_account_id: document.utility_account_id,
    document_id: document.id,
    original_utility_bill_id:
      live !== undefined && isSameFile(bill, live) ? (live.original_utility_bill_id ?? live.id) : null,
    archived: isSuperseded,
    archive_reason: isSuperseded ? "rebilled" : null,
    source_format: document.format,
  };
}

/** Lets imported bills give way to those that a portal gave. */
async function settlePortals(
  trx: Trx,
  account: Account,
  bills: readonly BillToWrite[],
  ids: readonly number[],
  { changes, meters }: Effects,
): Promise<void> {
  const changed = bills.flatMap((bill, index) =>
    isFromPortal(bill) && bill.decision !== "superseded" ? [ids[index] ?? 0, ...(bill.live ? [bill.live.id] : [])] : [],
  );
  if (changed.length === 0) return;
  const beside = await settleImported(trx, account, changed);
  changes.push(...beside.changes);
  for (const id of beside.meters) meters.add(id);
}

/** Tells what the bills of an account that were written have changed. Last in the transaction, once. */
export async function settle(
  app: App,
  trx: Trx,
  { company_id, utility_account_id }: Account,
  { changes, meters, demandUnits }: Effects,
): Promise<void> {
  if (changes.length === 0) return;
  await refreshLatestInvoiceDate(trx, company_id, utility_account_id);
  await requestMonths(app, trx, company_id, meters);
  // Only now: a meter that were locked before the others would be locked out of their order.
  await fillDemandUnits(trx, company_id, demandUnits);
  const made = changes.filter(({ event_type }) => event_type === "property.created").map(({ record_id }) => record_id);
  await attachNearestStation(trx, company_id, made, { exceptCustomersOf: sandboxUtilities(app) });
  await recordChanges(trx, company_id, changes);
}
