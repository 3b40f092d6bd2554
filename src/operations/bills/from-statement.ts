/** Turns statements into bills with their meters and properties, and decides how each relates to the existing bills of its account. */
import { createHash } from "node:crypto";
import { planBill, type PlannedBill } from "../../domain/bills/bill-from-statement.ts";
import { decideBill, identityOf } from "../../domain/bills/bill-identity.ts";
import type { AcceptedFinding } from "../../records/bill.ts";
import type { BillOrigin } from "../../records/codes.ts";
import type { Statement } from "../../records/statement.ts";
import { findLiveBills, linkVersions, type LiveBill } from "../../store/bills/bills.ts";
import type { DocumentRow } from "../../store/bills/documents.ts";
import type { Trx } from "../../store/db.ts";
import { linesOf, saveMeters, type Lines } from "./lines.ts";
import { archiveBills, insertBills, type Account, type Archive, type BillToInsert, type Effects } from "./write.ts";

export interface Read {
  origin: BillOrigin;
  /** With neither id nor format for a bill without a file. */
  document: Account & { id: number | null; format: string | null };
  statement: Statement;
  /** Findings that a user accepted. */
  accepted?: readonly AcceptedFinding[];
  /** The property of each meter of the statement, in the same order; null: no property, or the meter's existing one. When left out, the service address decides. */
  property_ids?: readonly (number | null)[];
  /** Live bills of earlier imports that are the same bill with other days: they are archived, or both would count. */
  redated?: readonly number[];
}

/** The identity of the bill a statement describes, and the hash of the statement's content. */
export interface Identity {
  identity_key: string;
  content_sha256: Buffer;
}

export function identify(statement: Statement): Identity {
  const { identity_key, content_key } = identityOf(statement);
  return { identity_key, content_sha256: createHash("sha256").update(content_key).digest() };
}

/** The origin of a document's bill. */
export const originOf = ({ import_id, uploaded_by }: Pick<DocumentRow, "import_id" | "uploaded_by">): BillOrigin => {
  if (uploaded_by !== null) return "upload";
  return import_id === null ? "portal" : "import";
};

/** The property that a user named with an uploaded file, for each meter of its bill. */
export const propertiesOf = (
  { property_id }: Pick<DocumentRow, "property_id">,
  { meters }: Pick<Statement, "meters">,
): Pick<Read, "property_ids"> => (property_id === null ? {} : { property_ids: meters.map(() => property_id) });

export interface IdentifiedRead extends Read {
  identity: Identity;
}

/** A bill that is about to be written. */
interface BillToWrite extends IdentifiedRead {
  plan: PlannedBill;
  live: LiveBill | undefined;
  decision: ReturnType<typeof decideBill>;
  /** Bills that it replaces. */
  archives: Archive[];
}

/**
 * Writes new bills of one account and one origin, live or archived, and returns their ids. A later one in the list is the newer
 * version. The caller holds the lock of the account, and calls `finishBills` at the end.
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

/** Writes one bill. */
export async function writeBill(trx: Trx, read: Read, identity: Identity, effects: Effects): Promise<number> {
  const [id] = await writeBills(trx, read.document, [{ ...read, identity }], effects);
  if (id === undefined) throw new Error("a bill was not written");
  return id;
}

/** Splits the bills into runs without two versions of one bill: a version is written before the next one replaces it. */
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
  const [first] = reads;
  if (first === undefined) return [];
  const { origin } = first;
  const bills = placeBills(reads, await findLiveBills(trx, company_id, utility_account_id, origin, identityKeys));
  await archiveBills(
    trx,
    account,
    bills.flatMap(({ archives }) => archives),
    effects,
  );
  const meters = await saveMeters(trx, account, bills, effects);
  const ids = await insertBills(
    trx,
    account,
    bills.map((bill) => newBillOf(bill, linesOf(bill, meters))),
    effects,
  );
  const replacing = bills.filter(({ live }) => live !== undefined);
  await linkVersions(
    trx,
    company_id,
    utility_account_id,
    replacing.map(({ identity }) => identity.identity_key),
  );
  return ids;
}

/** Decides for each bill what happens to it and to the live bills, assuming the bills before it in the list are written. */
function placeBills(reads: readonly IdentifiedRead[], lives: ReadonlyMap<string, LiveBill>): BillToWrite[] {
  const gone = new Set<number>();
  return reads.map((read) => {
    const { document, statement, identity, redated = [] } = read;
    const found = lives.get(identity.identity_key);
    const live = found === undefined || gone.has(found.id) ? undefined : found;
    const versions = {
      incoming: {
        invoice_date: statement.invoice_date,
        corrected: statement.corrected,
        fetched_order: document.id ?? 0,
      },
      live: live === undefined ? null : { ...live, fetched_order: live.document_id ?? 0 },
    };
    // A user who enters a bill again means the new one, whatever its date.
    const decision = read.origin === "keyed_in" && live !== undefined ? "edit" : decideBill(versions);
    const replaced =
      decision === "edit" && live !== undefined
        ? [{ id: live.id, reason: isSameFile(read, live) ? "edited" : "rebilled" } as const]
        : [];
    const archives = [...replaced, ...redated.map((id) => ({ id, reason: "rebilled" as const }))];
    for (const { id } of archives) gone.add(id);
    return { ...read, plan: planBill(statement), live, decision, archives };
  });
}

const isSameFile = ({ document }: Read, live: LiveBill): boolean => live.document_id === document.id;

function newBillOf(bill: BillToWrite, lines: Lines): BillToInsert {
  const { document, origin, accepted = [], identity, live, decision } = bill;
  const { meters: _, ...plan } = bill.plan;
  const isSuperseded = decision === "superseded";
  return {
    ...plan,
    ...identity,
    ...lines,
    document_id: document.id,
    original_utility_bill_id:
      live !== undefined && isSameFile(bill, live) ? (live.original_utility_bill_id ?? live.id) : null,
    archived: isSuperseded,
    archive_reason: isSuperseded ? "rebilled" : null,
    source_format: document.format,
    origin,
    accepted_findings: JSON.stringify(accepted),
  };
}
