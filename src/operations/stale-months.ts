/** Whatever changes what a meter was billed or a property is made of asks here for what is derived to be made again, in the transaction that changes it. */
import type { App } from "../app.ts";
import type { Trx } from "../store/db.ts";
import { markMonthsStale } from "../store/records/meters.ts";
import { listPropertiesOfAccounts, markRollUpsStale } from "../store/derived/roll-ups.ts";

export async function requestMonths(
  { jobs }: Pick<App, "jobs">,
  trx: Trx,
  company_id: number,
  meters: Iterable<number>,
): Promise<void> {
  const ids = [...new Set(meters)].sort((a, b) => a - b);
  for (const utility_meter_id of await markMonthsStale(trx, company_id, ids))
    await jobs.enqueue(trx, "derive", { company_id, utility_meter_id });
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

/** The months of properties and their snapshots. The properties stay locked until the transaction ends, so this comes last in it. */
export async function requestRollUps(
  { jobs }: Pick<App, "jobs">,
  trx: Trx,
  company_id: number,
  properties: Iterable<number>,
): Promise<void> {
  for (const property_id of await markRollUpsStale(trx, company_id, [...new Set(properties)]))
    await jobs.enqueue(trx, "roll-up", { company_id, property_id });
}
