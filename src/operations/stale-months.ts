/** Whatever changes what a meter was billed or a property is made of asks here for what is derived to be made again, last in the transaction that changes it. */
import type { App } from "../app.ts";
import type { Trx } from "../store/db.ts";
import { listPropertiesOfAccounts } from "../store/derived/roll-ups.ts";

/** The months of meters, and what follows for their properties. */
export function requestMonths(
  { jobs }: Pick<App, "jobs">,
  trx: Trx,
  company_id: number,
  meters: Iterable<number>,
): Promise<void> {
  const payloads = Array.from(new Set(meters), (utility_meter_id) => ({ company_id, utility_meter_id }));
  return jobs.enqueueAll(trx, "derive", payloads);
}

/** Those of the properties with meters of these accounts, whose status says until when the meters are in service. */
export async function requestRollUpsOfAccounts(
  app: Pick<App, "jobs">,
  trx: Trx,
  company_id: number,
  accountIds: readonly number[],
): Promise<void> {
  await requestRollUps(app, trx, company_id, await listPropertiesOfAccounts(trx, company_id, accountIds));
}

/** All months of properties and their snapshots. */
export function requestRollUps(
  { jobs }: Pick<App, "jobs">,
  trx: Trx,
  company_id: number,
  properties: Iterable<number>,
): Promise<void> {
  const payloads = Array.from(new Set(properties), (property_id) => ({ company_id, property_id }));
  return jobs.enqueueAll(trx, "roll-up", payloads);
}
