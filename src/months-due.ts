/** Whatever changes what a meter was billed asks here for its months to be derived again, in the transaction that changes it. */
import type { App } from "./app.ts";
import type { Trx } from "./store/db.ts";
import { markMonthsStale } from "./store/meters.ts";

export async function requestMonths(
  { jobs }: Pick<App, "jobs">,
  trx: Trx,
  company_id: number,
  meters: Iterable<number>,
): Promise<void> {
  const ids = [...new Set(meters)].sort((a, b) => a - b);
  await markMonthsStale(trx, company_id, ids);
  for (const utility_meter_id of ids) await jobs.enqueue(trx, "derive", { company_id, utility_meter_id });
}
