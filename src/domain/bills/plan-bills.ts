/** Plans the writing of one account's bills: which are new, known or newer versions, and the lines of each on its meters. */
import type { AcceptedFinding, BilledService } from "../../records/bill.ts";
import type { ArchiveReason, BillOrigin } from "../../records/codes.ts";
import type { Day } from "../../records/scalars.ts";
import type { SourcePlace, Statement } from "../../records/statement.ts";
import { carbonAt, type UsageCarbon } from "../carbon.ts";
import {
  planBill,
  type PlannedBill,
  type PlannedCharge,
  type PlannedMeter,
  type PlannedUsage,
} from "./bill-from-statement.ts";
import { decideBill, meterKey } from "./bill-identity.ts";
import type { BilledMeter } from "./plan-meters.ts";

/** The identity of the bill a statement describes, and the hash of the statement's content. */
export interface Identity {
  identity_key: string;
  content_sha256: Buffer;
}

/** A bill to write. */
export interface IncomingBill {
  origin: BillOrigin;
  /** With neither id nor format for a bill without a file. */
  document: { id: number | null; format: string | null };
  statement: Statement;
  identity: Identity;
  /** Findings that a user accepted. */
  accepted?: readonly AcceptedFinding[];
  /** The property of each meter of the statement, in the same order; null: no property, or the meter's existing one. When left out, the service address decides. */
  property_ids?: readonly (number | null)[];
  /** Live bills of earlier imports that are the same bill with other days: they are archived, or both would count. */
  redated?: readonly number[];
  /** Which existing bill with the same content is this bill, so that nothing is written; left out: none. */
  known_by?: "any_version" | "live_version";
  /** The identity before its printed days were read differently. It is written only if that bill is live and nobody has changed it. */
  was?: Identity;
}

/** A bill of the account, live or archived, with the identity of an incoming one. */
export interface Version extends Identity {
  id: number;
  origin: BillOrigin;
  archived: boolean;
  invoice_date: Day;
  corrected: boolean;
  document_id: number | null;
  original_utility_bill_id: number | null;
}

/** What the plan depends on. */
export interface Existing {
  /** The bills with the identities of the incoming ones, in id order. */
  versions: readonly Version[];
  /** The meters that the bills name, by their keys. */
  meters: ReadonlyMap<string, BilledMeter>;
}

export interface Archive {
  id: number;
  reason: ArchiveReason;
}

type OnMeter<Line> = Omit<Line, "group" | "place" | "is_part" | "lbs_co2"> & {
  utility_meter_id: number;
  line_item_group_id: string;
  page: number | null;
  box: number[] | null;
};

/** The lines of a bill on its meters. */
export interface BillLines {
  charges: OnMeter<PlannedCharge>[];
  usages: (OnMeter<PlannedUsage> & UsageCarbon)[];
}

/** A bill to insert. */
export type BillToInsert = Omit<PlannedBill, "meters"> &
  Identity &
  BillLines & {
    document_id: number | null;
    source_format: string | null;
    origin: BillOrigin;
    original_utility_bill_id: number | null;
    archived: boolean;
    archive_reason: ArchiveReason | null;
    /** As JSON text. */
    accepted_findings: string;
    /** As JSON text. */
    services: string;
  };

/** What happens to an incoming bill: it is the known bill with this id, it is inserted, or nothing. */
export type BillResult = { known: number } | { inserted: BillToInsert } | null;

/** Another identity for all versions of a bill. */
export interface Rename {
  origin: BillOrigin;
  from: string;
  to: string;
}

export interface BillPlan {
  /** In the order of the incoming bills. */
  results: BillResult[];
  /** Bills that get another identity, with all their versions. */
  renames: Rename[];
  /** Bills that are replaced. */
  archives: Archive[];
  /** The identities whose versions must be linked again. */
  relink: string[];
}

/** No two incoming bills have the same identity. `newGroup` makes the id of lines that belong together. */
export function planBills(incoming: readonly IncomingBill[], existing: Existing, newGroup: () => string): BillPlan {
  const gone = new Set<number>();
  const decided = incoming.map((bill) => decide(bill, existing, gone));
  const written = decided.filter((each) => each.kind === "written");
  return {
    results: decided.map((each) => {
      if (each.kind === "known") return { known: each.id };
      return each.kind === "written" ? { inserted: toInsert(each, existing.meters, newGroup) } : null;
    }),
    renames: written.flatMap(({ bill: { origin, was, identity } }) =>
      was === undefined || was.identity_key === identity.identity_key
        ? []
        : [{ origin, from: was.identity_key, to: identity.identity_key }],
    ),
    archives: written.flatMap(({ archives }) => archives),
    relink: written.flatMap(({ live, bill }) => (live === undefined ? [] : [bill.identity.identity_key])),
  };
}

/**
 * The live bill that a document's bill would replace; null when it is new, older, or known with the same content. `versions` are
 * those of its origin and identity.
 */
export function replacedBill(incoming: IncomingBill, versions: readonly Version[]): Version | null {
  const { identity, statement, document } = incoming;
  if (versions.some(({ content_sha256 }) => content_sha256.equals(identity.content_sha256))) return null;
  const live = versions.find(({ archived }) => !archived) ?? null;
  return live !== null && ageAgainst(statement, document.id, live) === "edit" ? live : null;
}

const ageAgainst = (
  { invoice_date, corrected }: Statement,
  documentId: number | null,
  live: Version | undefined,
): ReturnType<typeof decideBill> =>
  decideBill({
    incoming: { invoice_date, corrected, fetched_order: documentId ?? 0 },
    live: live === undefined ? null : { ...live, fetched_order: live.document_id ?? 0 },
  });

/** A bill that will be written. */
export interface WrittenBill {
  kind: "written";
  bill: IncomingBill;
  plan: PlannedBill;
  live: Version | undefined;
  isSuperseded: boolean;
  archives: Archive[];
}

type Decided = WrittenBill | { kind: "known"; id: number } | { kind: "skipped" };

/** Assumes that the bills before it are written; `gone` collects the bills that they replace. */
function decide(bill: IncomingBill, { versions }: Existing, gone: Set<number>): Decided {
  const { origin, identity, was, known_by, statement, document, redated = [] } = bill;
  const of = (key: string) => versions.filter((one) => one.origin === origin && one.identity_key === key);
  const liveOf = (key: string) => of(key).find(({ id, archived }) => !archived && !gone.has(id));
  const before = was && liveOf(was.identity_key);
  if (was !== undefined) {
    const isUnchanged = before?.content_sha256.equals(was.content_sha256) === true;
    const isTaken = was.identity_key !== identity.identity_key && liveOf(identity.identity_key) !== undefined;
    if (!isUnchanged || isTaken) return { kind: "skipped" };
  }
  if (known_by !== undefined) {
    const same = of(identity.identity_key).filter((one) => one.content_sha256.equals(identity.content_sha256));
    const known = same.find(({ archived }) => !archived) ?? (known_by === "any_version" ? same[0] : undefined);
    if (known !== undefined) return { kind: "known", id: known.id };
  }
  const live = before ?? liveOf(identity.identity_key);
  const decision = ageAgainst(statement, document.id, live);
  // A user who enters a bill again means the new one, whatever its date.
  const isSuperseded = decision === "superseded" && origin !== "keyed_in";
  const reason = isAgain(bill, live) ? ("edited" as const) : ("rebilled" as const);
  const replaced = live === undefined || isSuperseded ? [] : [{ id: live.id, reason }];
  const archives = [...replaced, ...redated.map((id) => ({ id, reason: "rebilled" as const }))];
  for (const { id } of archives) gone.add(id);
  return { kind: "written", bill, plan: planBill(statement), live, isSuperseded, archives };
}

/** The same file read again, or a bill without a file entered again. */
const isAgain = ({ document }: IncomingBill, live: Version | undefined): boolean =>
  live !== undefined && live.document_id === document.id;

function toInsert(
  { bill, plan, live, isSuperseded }: WrittenBill,
  billed: Existing["meters"],
  newGroup: () => string,
): BillToInsert {
  const { document, origin, accepted = [], identity, statement } = bill;
  const { meters, ...head } = plan;
  const services = meters.map((meter): BilledService => {
    const service_address = meter.service_address ?? statement.service_address;
    return { utility_meter_id: savedMeter(meter, billed).id, tariff: meter.tariff, service_address };
  });
  return {
    ...head,
    ...identity,
    ...linesOf(plan, billed, newGroup),
    document_id: document.id,
    source_format: document.format,
    origin,
    original_utility_bill_id:
      live !== undefined && isAgain(bill, live) ? (live.original_utility_bill_id ?? live.id) : null,
    archived: isSuperseded,
    archive_reason: isSuperseded ? "rebilled" : null,
    accepted_findings: JSON.stringify(accepted),
    services: JSON.stringify(services),
  };
}

/** The lines of a bill, with the CO2 of its usages. `newGroup` makes the id of lines that belong together. */
export function linesOf(
  { meters }: Pick<PlannedBill, "meters">,
  billed: ReadonlyMap<string, BilledMeter>,
  newGroup: () => string,
): BillLines {
  const groups: Groups = new Map();
  const lines = meters.map((meter) => linesOn(savedMeter(meter, billed), meter, { groups, newGroup }));
  return { charges: lines.flatMap(({ charges }) => charges), usages: lines.flatMap(({ usages }) => usages) };
}

function savedMeter(meter: PlannedMeter, billed: ReadonlyMap<string, BilledMeter>): BilledMeter {
  const saved = billed.get(meterKey(meter));
  if (saved === undefined) throw new Error("a billed meter was not saved");
  return saved;
}

/** A group name is unique within one meter, or within the account, of one statement only; the stored line gets an id instead. */
type Groups = Map<string, string>;

function linesOn(
  saved: BilledMeter,
  meter: PlannedMeter,
  { groups, newGroup }: { groups: Groups; newGroup: () => string },
): BillLines {
  const { id } = saved;
  const groupId = (group: string | null, of: number | "account") =>
    group === null ? newGroup() : groups.getOrInsertComputed(`${of}|${group}`, () => newGroup());
  return {
    charges: meter.charges.map(({ group, is_part, place, ...charge }) => ({
      ...charge,
      utility_meter_id: id,
      line_item_group_id: groupId(group, is_part ? "account" : id),
      ...pageOf(place),
    })),
    usages: meter.usages.map(({ group, place, ...usage }) => ({
      ...usage,
      // From the meter and not the bill: a user may have corrected whether it measures supply.
      supply: saved.association_type === "SUPPLY",
      ...carbonAt(saved, usage.kbtus),
      utility_meter_id: id,
      line_item_group_id: groupId(group, id),
      ...pageOf(place),
    })),
  };
}

/** The columns hold positions on pages; the row of a spreadsheet is kept in the document's statement only. */
const pageOf = (place: SourcePlace | null): { page: number | null; box: number[] | null } =>
  place !== null && "page" in place ? place : { page: null, box: null };
