/**
 * What a change of one meter asks of its property: the months it reaches are rolled up at once, in the transaction that
 * changes the meter, as long as that is little. Else the whole roll-up is asked for, which is done once for many changes.
 */
import type { App } from "../app.ts";
import { monthsReached, type MonthDifference, type MonthSpan } from "../domain/property/roll-up-span.ts";
import { requestRollUps } from "../operations/stale-months.ts";
import type { Month } from "../records/scalars.ts";
import type { Copies } from "../store/derived/copies.ts";
import type { Trx } from "../store/db.ts";
import { readWrapperOf } from "../store/derived/roll-up-rows.ts";
import { countMetersStale, lockRollUp } from "../store/derived/roll-ups.ts";
import { rollUpMonths } from "./roll-up.ts";

/** A bill of a year touches thirteen months. */
const MONTHS_AT_MOST = 13;
/** With more meters that wait beside this one, to roll up all months once costs less than some months for each of them. */
const METERS_WAITING_AT_MOST = 7;

export interface DerivedChange {
  company_id: number;
  property_id: number;
  utility_meter_id: number;
  /** All of the meter's, ascending. */
  months: readonly Month[];
  /** One at least. */
  differences: readonly MonthDifference[];
}

/** Nothing can be lost in between: with the months of the meter those of its property are right, or marked as stale. */
export async function rollUpChange(
  app: Pick<App, "jobs">,
  session: { trx: Trx; copies: Copies },
  change: DerivedChange,
): Promise<void> {
  const { trx } = session;
  const { company_id, property_id } = change;
  // From here on no month of another meter of the property changes; those that did are seen.
  const property = await lockRollUp(trx, company_id, property_id);
  // The roll-up of all that waits will read these months too.
  if (property === undefined || property.stale) return;
  const span = await findSpan(session, change);
  if (span === null) return requestRollUps(app, trx, company_id, [property_id]);
  await rollUpMonths(session, company_id, { ...property, id: property_id }, span);
}

async function findSpan(
  { trx, copies }: { trx: Trx; copies: Copies },
  change: DerivedChange,
): Promise<MonthSpan | null> {
  const { company_id, property_id, utility_meter_id, months, differences } = change;
  if (differences.length > MONTHS_AT_MOST) return null;
  const waiting = await countMetersStale(trx, company_id, property_id, METERS_WAITING_AT_MOST + 1);
  if (waiting > METERS_WAITING_AT_MOST) return null;
  const wrapper = await readWrapperOf(copies, company_id, { propertyId: property_id, meterId: utility_meter_id });
  const span = monthsReached({ meterId: utility_meter_id, months, differences, wrapper });
  return span !== null && span.last - span.first < MONTHS_AT_MOST ? span : null;
}
