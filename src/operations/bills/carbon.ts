/** The CO2 of usages, which depends on where their meters are: calculated when a bill is saved, and again for existing bills. */
import { carbonAt, UNKNOWN_CARBON, type UsageCarbon } from "../../domain/carbon.ts";
import { listUsages } from "../../store/bills/bill-rows.ts";
import { writeBillTexts } from "../../store/bills/bill-texts.ts";
import type { Trx } from "../../store/db.ts";
import { clearCarbonStale, replaceUsageCarbon } from "../../store/bills/usage-carbon.ts";
import { listLocatedMeters } from "../../store/bills/billed-meters.ts";

interface Usage {
  utility_meter_id: number;
  kbtus: number | null;
}

/** Adds the CO2 to usages of these meters. */
export async function addCarbon<Each extends Usage>(
  trx: Trx,
  companyId: number,
  usages: readonly Each[],
): Promise<(Omit<Each, keyof UsageCarbon> & UsageCarbon)[]> {
  const ids = usages.map(({ utility_meter_id }) => utility_meter_id);
  const meters = new Map(
    (await listLocatedMeters(trx, companyId, [...new Set(ids)])).map((meter) => [meter.id, meter]),
  );
  return usages.map((usage) => {
    const meter = meters.get(usage.utility_meter_id);
    return { ...usage, ...(meter === undefined ? UNKNOWN_CARBON : carbonAt(meter, usage.kbtus)) };
  });
}

/** Recalculates the CO2 of existing bills and rewrites their JSON; returns the meters whose months must be derived again. The caller has locked the accounts of the bills. */
export async function refreshCarbon(trx: Trx, companyId: number, billIds: number[]): Promise<number[]> {
  const rows = await listUsages(trx, companyId, billIds);
  const changed = await replaceUsageCarbon(trx, companyId, await addCarbon(trx, companyId, rows));
  await writeBillTexts(trx, companyId, [...new Set(changed.map(({ utility_bill_id }) => utility_bill_id))]);
  await clearCarbonStale(trx, companyId, billIds);
  return changed.map(({ utility_meter_id }) => utility_meter_id);
}
