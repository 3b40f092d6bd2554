/** Requests new months and roll-ups: every transaction that changes meters or properties calls this at its end, as the writer of bills does itself. */
import type { App } from "../app.ts";
import type { Trx } from "../store/db.ts";
import { insertDerives } from "../store/jobs.ts";
import { metersOfProperty } from "../store/records/meters.ts";
import { listPropertiesOfAccounts } from "../store/records/properties.ts";

/** Requests the months of meters; the months of their properties follow from them. */
export function requestMonths(
  { jobs }: Pick<App, "jobs">,
  trx: Trx,
  company_id: number,
  meters: Iterable<number>,
): Promise<void> {
  const payloads = Array.from(new Set(meters), (utility_meter_id) => ({ company_id, utility_meter_id }));
  return jobs.enqueueAll(trx, "derive", payloads);
}

/** Requests the months of all meters of a property. */
export async function requestMonthsOfProperty(trx: Trx, companyId: number, propertyId: number): Promise<void> {
  await insertDerives(metersOfProperty(companyId, propertyId)).execute(trx);
}

/** Requests roll-ups of the properties with meters of these accounts: the account's status decides until when its meters are in service. */
export async function requestRollUpsOfAccounts(
  app: Pick<App, "jobs">,
  trx: Trx,
  company_id: number,
  accountIds: readonly number[],
): Promise<void> {
  await requestRollUps(app, trx, company_id, await listPropertiesOfAccounts(trx, company_id, accountIds));
}

/** Requests all months of properties and their snapshots. */
export function requestRollUps(
  { jobs }: Pick<App, "jobs">,
  trx: Trx,
  company_id: number,
  properties: Iterable<number>,
): Promise<void> {
  const payloads = Array.from(new Set(properties), (property_id) => ({ company_id, property_id }));
  return jobs.enqueueAll(trx, "roll-up", payloads);
}
