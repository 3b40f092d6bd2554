/** Rebuild: all that is derived for a company, from its bills: quickly, in parts that each stand for themselves. Only rows that differ are written. */
import type { App } from "../app.ts";
import { deriveMeter, type DerivedMeter } from "../domain/months/meter-derivation.ts";
import { deriveProperty } from "../domain/property/property-derivation.ts";
import { addMeters, openRollUp, type RollUpLedger } from "../domain/property/roll-up-ledger.ts";
import { inBatches } from "../domain/property/service-points.ts";
import { withCopies, type Copies } from "../store/derived/copies.ts";
import type { Trx } from "../store/db.ts";
import {
  METER_MONTHS,
  PROPERTY_MONTHS,
  replaceDerived,
  SNAPSHOTS,
  type OwnedRow,
} from "../store/derived/derived-rows.ts";
import { readBillsOfMeters } from "../store/derived/meter-bills.ts";
import { listDegreeDays } from "../store/derived/property-months.ts";
import { refreshDataCurrentThrough } from "../store/records/properties.ts";
import {
  listRebuildParts,
  lockMetersOfPart,
  lockPropertiesOfPart,
  setMetersDerived,
  type RebuildPart,
  type RebuiltMeter,
} from "../store/derived/rebuild.ts";

/** Few enough that a bill which is saved meanwhile waits for a fraction of a second, and that memory stays small. */
const METERS_OF_PART = 10;
/** Of a large property: the months of so many meters are held at a time. */
const METERS_AT_ONCE = 50;
/** While one part is computed here, the other is read or written by the database. */
const PARTS_AT_ONCE = 2;

/** What was made of a part. */
export interface RebuiltPart {
  meters: number;
  /** Rows that differed. */
  rowsWritten: number;
}

/** All of a company, in parts that may be made in any order and side by side. */
export const partsOf = ({ db }: Pick<App, "db">, companyId: number): Promise<RebuildPart[]> =>
  listRebuildParts(db, companyId, METERS_OF_PART);

/** Makes the parts, each in a transaction of its own; whoever else takes from the same parts shares the work. */
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
  let written = 0;
  for (const batch of inBatches(meters, METERS_AT_ONCE))
    written += await deriveBatch(session, companyId, batch.flat(), ledgers);
  return written + (await rollUpPart(session, companyId, part, ledgers));
}

const NOTHING = deriveMeter({ bills: [], deactivation_date: null });

type WholeMeter = RebuiltMeter & DerivedMeter;
/** By the properties; null is of the meters of none. */
type Ledgers = ReadonlyMap<number | null, RollUpLedger>;

/** All meters of some wrappers: their months are written, added up, and held no longer. */
async function deriveBatch(
  session: Session,
  companyId: number,
  meters: readonly RebuiltMeter[],
  ledgers: Ledgers,
): Promise<number> {
  const ids = meters.map(({ id }) => id).sort((a, b) => a - b);
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  const derived = new Map<number, DerivedMeter>();
  await readBillsOfMeters(session.copies, companyId, ids, (id, bills) => {
    derived.set(id, deriveMeter({ bills, deactivation_date: byId.get(id)?.deactivation_date ?? null }));
  });
  const whole = meters.map((meter): WholeMeter => ({ ...meter, ...(derived.get(meter.id) ?? NOTHING) }));
  const written = await replaceDerived(session, METER_MONTHS, companyId, ids, monthsOf(whole));
  await setMetersDerived(session.trx, companyId, whole);
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
  const snapshots: OwnedRow[] = [];
  for (const property of await lockPropertiesOfPart(trx, companyId, part)) {
    const { id } = property;
    const weather = property.property_use === null ? [] : await listDegreeDays(trx, companyId, id);
    const derived = deriveProperty({ ...property, ledger: ledgers.get(id) ?? openRollUp(), weather });
    for (const month of derived.months) months.push([id, month]);
    for (const snapshot of derived.snapshots) snapshots.push([id, snapshot]);
  }
  const written =
    (await replaceDerived(session, PROPERTY_MONTHS, companyId, part.property_ids, months)) +
    (await replaceDerived(session, SNAPSHOTS, companyId, part.property_ids, snapshots));
  await refreshDataCurrentThrough(trx, companyId, part.property_ids);
  return written;
}
