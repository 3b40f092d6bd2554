/** Rebuild: derives all data of a company from its bills, in independent parts. Only changed rows are written. */
import type { App } from "../../app.ts";
import { deriveMeter, type DerivedMeter } from "../../domain/months/meter-derivation.ts";
import { billsToCheck, refreshFindings, type BillsToCheck } from "../../operations/findings.ts";
import { deriveProperty } from "../../domain/property/property-derivation.ts";
import { addMeters, openRollUp, type RollUpLedger } from "../../domain/property/roll-up-ledger.ts";
import { inBatches } from "../../domain/property/service-points.ts";
import { withCopies, type Copies } from "../../store/derived/copies.ts";
import type { Trx } from "../../store/db.ts";
import {
  METER_MONTHS,
  PROPERTY_MONTHS,
  replaceDerived,
  SNAPSHOTS,
  SUMMED_MONTHS,
  type OwnedRow,
} from "../../store/derived/derived-rows.ts";
import { setBilledDays } from "../../store/derived/billed-days.ts";
import { refreshExpectedBills } from "../../store/derived/expected-bills.ts";
import { readBillsOfMeters } from "../../store/derived/meter-bills.ts";
import { listDegreeDays } from "../../store/derived/property-months.ts";
import { setMetersDerived } from "../../store/records/meters.ts";
import { refreshDataCurrentThrough } from "../../store/records/properties.ts";
import {
  listRebuildParts,
  lockMetersOfPart,
  lockPropertiesOfPart,
  type RebuildPart,
  type RebuiltMeter,
} from "../../store/derived/rebuild.ts";

/** Small enough that a bill saved meanwhile waits only a fraction of a second, and that little memory is needed. */
const METERS_OF_PART = 10;
/** For a large property: the months of this many meters are held in memory at a time. */
const METERS_AT_ONCE = 50;
/** While one part is calculated here, the database reads or writes the other. */
const PARTS_AT_ONCE = 2;

/** The result of one part. */
export interface RebuiltPart {
  meters: number;
  /** Changed rows. */
  rowsWritten: number;
}

/** Splits a company into parts that can be rebuilt in any order and in parallel. */
export const partsOf = ({ db }: Pick<App, "db">, companyId: number): Promise<RebuildPart[]> =>
  listRebuildParts(db, companyId, METERS_OF_PART);

/** The work of a rebuild, shared by its threads: each part is taken by exactly one of them. */
export interface RebuildOrder {
  databaseUrl: string;
  companyId: number;
  parts: RebuildPart[];
  /** How many parts are taken; shared by all threads. */
  taken: Int32Array<SharedArrayBuffer>;
}

export const orderOf = (databaseUrl: string, companyId: number, parts: RebuildPart[]): RebuildOrder => ({
  databaseUrl,
  companyId,
  parts,
  taken: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
});

/** Takes the parts that are still free, one at a time. */
export function* takenBy({ parts, taken }: RebuildOrder): Generator<RebuildPart, void> {
  for (;;) {
    const part = parts[Atomics.add(taken, 0, 1)];
    if (part === undefined) return;
    yield part;
  }
}

/** Rebuilds the parts, each in its own transaction; several callers with the same iterator share the work. */
export async function rebuildParts(
  { db }: Pick<App, "db">,
  companyId: number,
  parts: Iterator<RebuildPart, unknown>,
  onPart: (made: RebuiltPart) => void,
): Promise<void> {
  const work = async () => {
    for (let next = parts.next(); next.done !== true; next = parts.next()) {
      const part = next.value;
      const rowsWritten = await withCopies(db, (trx, copies) => rebuildPart({ trx, copies }, companyId, part));
      onPart({ meters: part.meters, rowsWritten });
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, work));
}

interface Session {
  trx: Trx;
  copies: Copies;
}

async function rebuildPart(session: Session, companyId: number, part: RebuildPart): Promise<number> {
  const meters = await lockMetersOfPart(session.trx, companyId, part);
  const byProperty = Map.groupBy(meters, ({ property_id }) => property_id);
  const ledgers = new Map([...byProperty.keys()].map((id) => [id, openRollUp()]));
  const checked = new Map<number, BillsToCheck>();
  let written = 0;
  for (const batch of inBatches(meters, METERS_AT_ONCE))
    written += await deriveBatch(session, companyId, batch.flat(), { ledgers, checked });
  const toCheck = meters.map((meter) => ({ ...meter, ...(checked.get(meter.id) ?? UNBILLED) }));
  await refreshFindings(session.trx, companyId, toCheck, { isRebuild: true });
  const accounts = meters.map(({ utility_account_id }) => utility_account_id);
  await refreshExpectedBills(session.trx, companyId, accounts);
  return written + (await rollUpPart(session, companyId, part, ledgers));
}

const NOTHING = deriveMeter({ bills: [], deactivation_date: null });
const UNBILLED = billsToCheck([]);

type WholeMeter = RebuiltMeter & DerivedMeter;
/** By property; null is for meters without a property. */
type Ledgers = ReadonlyMap<number | null, RollUpLedger>;

/** Derives all meters of some wrappers: writes their months, adds them to the ledgers, keeps what findings need, and frees their bills. */
async function deriveBatch(
  session: Session,
  companyId: number,
  meters: readonly RebuiltMeter[],
  { ledgers, checked }: { ledgers: Ledgers; checked: Map<number, BillsToCheck> },
): Promise<number> {
  const ids = meters.map(({ id }) => id).sort((a, b) => a - b);
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  const derived = new Map<number, DerivedMeter>();
  await readBillsOfMeters(session.copies, companyId, ids, (id, bills) => {
    derived.set(id, deriveMeter({ bills, deactivation_date: byId.get(id)?.deactivation_date ?? null }));
    checked.set(id, billsToCheck(bills));
  });
  const whole = meters.map((meter): WholeMeter => ({ ...meter, ...(derived.get(meter.id) ?? NOTHING) }));
  const written = await replaceDerived(session, METER_MONTHS, companyId, ids, monthsOf(whole));
  await setMetersDerived(session.trx, companyId, whole);
  await setBilledDays(session.trx, companyId, whole);
  for (const [propertyId, ledger] of ledgers)
    addMeters(
      ledger,
      whole.filter(({ property_id }) => property_id === propertyId),
    );
  return written;
}

function* monthsOf(meters: readonly WholeMeter[]): Generator<OwnedRow> {
  for (const { id, months } of meters) for (const month of months) yield [id, month];
}

async function rollUpPart(session: Session, companyId: number, part: RebuildPart, ledgers: Ledgers): Promise<number> {
  if (part.property_ids.length === 0) return 0;
  const { trx } = session;
  const months: OwnedRow[] = [];
  const summed: OwnedRow[] = [];
  const snapshots: OwnedRow[] = [];
  for (const property of await lockPropertiesOfPart(trx, companyId, part)) {
    const { id } = property;
    const weather = property.property_use === null ? [] : await listDegreeDays(trx, companyId, id);
    const derived = deriveProperty({ ...property, ledger: ledgers.get(id) ?? openRollUp(), weather });
    for (const month of derived.months) months.push([id, month]);
    for (const month of derived.summed) summed.push([id, month]);
    for (const snapshot of derived.snapshots) snapshots.push([id, snapshot]);
  }
  const written =
    (await replaceDerived(session, PROPERTY_MONTHS, companyId, part.property_ids, months)) +
    (await replaceDerived(session, SUMMED_MONTHS, companyId, part.property_ids, summed)) +
    (await replaceDerived(session, SNAPSHOTS, companyId, part.property_ids, snapshots));
  await refreshDataCurrentThrough(trx, companyId, part.property_ids);
  return written;
}
