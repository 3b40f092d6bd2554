/**
 * The only writer of bills, for portals, uploads, entered bills, imports and corrections: reads what the account has, plans,
 * writes, and updates what follows.
 */
import { randomUUID } from "node:crypto";
import type { App } from "../../app.ts";
import {
  planBills,
  type Archive,
  type BillPlan,
  type IncomingBill,
  type Version,
} from "../../domain/bills/plan-bills.ts";
import { meterKeysOf, planMeters } from "../../domain/bills/plan-meters.ts";
import { createMeters, findBilledMeters } from "../../store/bills/billed-meters.ts";
import {
  findVersions,
  listStatementsOfBills,
  saveBills,
  type AccountOfBills,
  type BillChanges,
} from "../../store/bills/bills.ts";
import type { Trx } from "../../store/db.ts";
import { listMetersBeside } from "../../store/derived/findings.ts";
import { recordChanges, type Change } from "../../store/events/events.ts";
import { refreshCountedDays } from "./counted-days.ts";
import { identify } from "./identity.ts";

type Parts = Pick<App, "jobs">;

/** The bill of an incoming one: `known` when it existed; null when nothing was written. */
export type Written = { id: number; known: boolean } | null;

/** A bill to insert; the store adds its account. */
export type RowsOfBill = BillChanges["bills"][number];

/**
 * Writes bills of one account, live or archived; a later one in the list is the newer version. `changes` are those that the caller
 * made in this transaction: those of the bills are added to them, and all are recorded. The caller holds the lock of the account.
 */
export async function writeBills(
  app: Parts,
  trx: Trx,
  account: AccountOfBills,
  bills: readonly IncomingBill[],
  changes: Change[] = [],
): Promise<Written[]> {
  const steps = withoutVersions(bills).map((incoming) => ({ incoming }));
  return write(app, trx, account, steps, changes);
}

/** Archives a bill, and writes the one that replaces it, if there is one; returns its id. The caller holds the lock of the account. */
export async function replaceBill(
  app: Parts,
  trx: Trx,
  account: AccountOfBills,
  archive: Archive,
  bill: RowsOfBill | null,
): Promise<number | null> {
  const results = bill === null ? [] : [{ inserted: bill }];
  const [written] = await write(app, trx, account, [{ archives: [archive], results }], []);
  return written?.id ?? null;
}

/** Splits the bills into runs without two versions of one bill: a version is written before the next one replaces it. */
function withoutVersions(bills: readonly IncomingBill[]): IncomingBill[][] {
  const runs: IncomingBill[][] = [];
  const identities = new Set<string>();
  for (const bill of bills) {
    const last = runs.at(-1);
    if (last === undefined || identities.has(bill.identity.identity_key)) {
      runs.push([bill]);
      identities.clear();
    } else last.push(bill);
    identities.add(bill.identity.identity_key);
  }
  return runs;
}

/** Changes to write; `renames` and `relink` may be left out. */
type Plan = Omit<BillChanges, "bills"> & { results: readonly ({ known: number } | { inserted: RowsOfBill } | null)[] };

/** Writes bills to plan, or plans, step by step; and once at the end what follows: counted days, events, and jobs. */
async function write(
  app: Parts,
  trx: Trx,
  account: AccountOfBills,
  steps: readonly ({ incoming: readonly IncomingBill[] } | Plan)[],
  changes: Change[],
): Promise<Written[]> {
  const { company_id } = account;
  const written: Written[] = [];
  const meters = new Set<number>();
  let hasSeveralOrigins = false;
  for (const step of steps) {
    const plan: Plan = "incoming" in step ? await prepare(trx, account, step.incoming, changes) : step;
    const bills = plan.results.flatMap((result) => (result !== null && "inserted" in result ? [result.inserted] : []));
    const saved = await saveBills(trx, account, { ...plan, bills });
    for (const { id } of plan.archives) changes.push({ event_type: "bill.archived", record_id: id });
    for (const record_id of saved.ids) changes.push({ event_type: "bill.created", record_id });
    for (const id of saved.meters) meters.add(id);
    hasSeveralOrigins ||= saved.hasSeveralOrigins;
    written.push(...writtenOf(plan, saved.ids));
  }
  if (changes.length === 0) return written;
  if (hasSeveralOrigins) await refreshCountedDays(trx, account, { changes, meters });
  const changed = changes.filter(({ event_type }) => event_type.startsWith("bill.")).map(({ record_id }) => record_id);
  for (const id of await listMetersBeside(trx, account, changed, meters)) meters.add(id);
  await recordChanges(trx, company_id, changes);
  const made = changes.filter(({ event_type }) => event_type === "property.created");
  const stations = made.map(({ record_id }) => ({ company_id, property_id: record_id }));
  const months = Array.from(meters, (utility_meter_id) => ({ company_id, utility_meter_id }));
  await app.jobs.enqueueAll(trx, "attach-station", stations);
  await app.jobs.enqueueAll(trx, "derive", months);
  return written;
}

/** Plans bills of which no two are versions of one, and creates their meters and properties. */
async function prepare(
  trx: Trx,
  account: AccountOfBills,
  incoming: readonly IncomingBill[],
  changes: Change[],
): Promise<BillPlan> {
  const keys = meterKeysOf(incoming);
  const existing = await findBilledMeters(trx, account, keys);
  const planned = planMeters(incoming, existing);
  const created = await createMeters(trx, account, planned);
  for (const record_id of created.properties) changes.push({ event_type: "property.created", record_id });
  for (const record_id of created.meters) changes.push({ event_type: "utility_meter.created", record_id });
  // Read again for the locations of the new ones, which follow from their properties.
  const meters = created.meters.length === 0 ? existing : await findBilledMeters(trx, account, keys);
  const identities = incoming.flatMap(({ identity, was }) => (was === undefined ? [identity] : [identity, was]));
  const identityKeys = identities.map(({ identity_key }) => identity_key);
  const versions = await findVersions(trx, account, identityKeys);
  return planBills(incoming, { versions: await withContents(trx, account, incoming, versions), meters }, randomUUID);
}

/**
 * The versions, their contents made as they are made today: some were written when fewer values belonged to the content, and are
 * made again from the statements of their documents. Those are read only where a bill is compared by its content and no version has
 * it.
 */
async function withContents(
  trx: Trx,
  account: AccountOfBills,
  incoming: readonly IncomingBill[],
  versions: readonly Version[],
): Promise<readonly Version[]> {
  const compared = incoming.flatMap(({ identity, was, known_by }) => [
    ...(known_by ? [identity] : []),
    ...(was ? [was] : []),
  ]);
  const unseen = compared.filter(({ identity_key, content_sha256 }) => {
    const same = versions.filter((version) => version.identity_key === identity_key);
    return same.length > 0 && !same.some((version) => version.content_sha256.equals(content_sha256));
  });
  if (unseen.length === 0) return versions;
  const keys = unseen.map(({ identity_key }) => identity_key);
  const contents = new Map<number, Buffer>();
  for (const { id, statement } of await listStatementsOfBills(trx, account, keys))
    contents.set(id, identify(statement).content_sha256);
  return versions.map((version) => ({
    ...version,
    content_sha256: contents.get(version.id) ?? version.content_sha256,
  }));
}

/** The ids of known bills, and those of inserted ones, which are in the order of their insertion. */
function writtenOf({ results }: Pick<Plan, "results">, inserted: readonly number[]): Written[] {
  const ids = inserted.values();
  return results.map((result) => {
    if (result === null) return null;
    if ("known" in result) return { id: result.known, known: true };
    const { value: id } = ids.next();
    if (id === undefined) throw new Error("a bill was not written");
    return { id, known: false };
  });
}
