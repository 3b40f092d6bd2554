/** Roll up: calculates the months and snapshots of a property from the months of its meters. Only changed rows are written; a second run writes nothing. */
import type { App } from "../../app.ts";
import { monthFromNumber } from "../../domain/calendar.ts";
import { deriveProperty, type PropertyToDerive } from "../../domain/property/property-derivation.ts";
import { addMeters, openRollUp } from "../../domain/property/roll-up-ledger.ts";
import { ALWAYS, monthsShownBeside, snapshotsShowing, type MonthSpan } from "../../domain/property/roll-up-span.ts";
import { usableMonths } from "../../domain/property/stored-months.ts";
import { withCopies, type Copies } from "../../store/derived/copies.ts";
import type { Trx } from "../../store/db.ts";
import {
  PROPERTY_MONTHS,
  replaceDerived,
  SNAPSHOTS,
  SUMMED_MONTHS,
  type OwnedRow,
} from "../../store/derived/derived-rows.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { refreshDataCurrentThrough } from "../../store/records/properties.ts";
import { listDegreeDays, listPropertyMonths } from "../../store/derived/property-months.ts";
import { lockRollUp, readMetersOfProperty, readMonthsOfMeters } from "../../store/derived/roll-up-rows.ts";

/** `months`: the months that meters have changed; null: all. */
export async function runRollUp(
  app: Pick<App, "db">,
  { company_id, property_id }: JobPayloads["roll-up"],
  months: MonthSpan | null = null,
): Promise<void> {
  await withCopies(app.db, async (trx, copies) => {
    const property = await lockRollUp(trx, company_id, property_id);
    if (property === undefined) return;
    await rollUpMonths({ trx, copies }, company_id, { ...property, id: property_id }, months ?? ALWAYS);
  });
}

/**
 * Rolls up the months of the span and the snapshots that include them. The caller has locked the property with `lockRollUp`. Its
 * months outside the span are correct, or a job for them is enqueued.
 */
async function rollUpMonths(
  session: { trx: Trx; copies: Copies },
  companyId: number,
  property: Pick<PropertyToDerive, "sq_ft" | "property_use"> & { id: number },
  span: MonthSpan,
): Promise<void> {
  const { id } = property;
  const { trx, copies } = session;
  const beside = rangeOf(monthsShownBeside(span));
  const meters = await readMetersOfProperty(copies, companyId, id);
  const stored = span === ALWAYS ? [] : await listPropertyMonths(trx, companyId, id, "energy_type", beside);
  const usable = usableMonths(meters, stored, span);
  const ledger = openRollUp();
  await readMonthsOfMeters(copies, companyId, meters, { span, stored: usable }, (some) => addMeters(ledger, some));
  const weather = property.property_use === null ? [] : await listDegreeDays(trx, companyId, id, beside);
  const derived = deriveProperty({ ...property, ledger, stored: usable, weather }, span);
  const ownedBy = (rows: object[]) => rows.map((row): OwnedRow => [id, row]);
  await replaceDerived(session, PROPERTY_MONTHS, companyId, [id], ownedBy(derived.months), { span });
  await replaceDerived(session, SUMMED_MONTHS, companyId, [id], ownedBy(derived.summed), { span });
  const shown = { span: snapshotsShowing(span) };
  await replaceDerived(session, SNAPSHOTS, companyId, [id], ownedBy(derived.snapshots), shown);
  await refreshDataCurrentThrough(trx, companyId, [id]);
}

const rangeOf = ({ first, last }: MonthSpan) =>
  Number.isFinite(first + last) ? { from: monthFromNumber(first), to: monthFromNumber(last + 1) } : {};
