/** Derive: the calendar months of a meter from all its live bills. Only rows that differ are written; run twice it writes nothing. */
import type { App } from "../app.ts";
import { addDays } from "../domain/calendar.ts";
import { calendarize, eligibility, type MeterBill } from "../domain/calendarize.ts";
import { serviceOf } from "../domain/coverage.ts";
import { requestRollUps } from "../months-due.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { listBillsOfMeter } from "../store/meter-bills.ts";
import { lockMeter, setMeterDerived } from "../store/meters.ts";
import { replaceMonths } from "../store/months.ts";
import { refreshDataCurrentThrough } from "../store/properties.ts";

export async function runDerive(app: App, payload: JobPayloads["derive"]): Promise<void> {
  const { company_id, utility_meter_id } = payload;
  await app.db.transaction().execute(async (trx) => {
    const meter = await lockMeter(trx, company_id, utility_meter_id);
    // Another job has seen the same bills already; many bills at once cost one rebuild.
    if (meter === undefined || !meter.stale) return;
    const bills = await listBillsOfMeter(trx, company_id, utility_meter_id);
    const months = calendarize({ bills, service: serviceOf(meter) });
    const written = await replaceMonths(trx, company_id, utility_meter_id, months);
    await setMeterDerived(trx, company_id, utility_meter_id, {
      ...eligibility(months),
      latest_usage_date: latestUsageDate(bills),
    });
    if (meter.property_id === null) return;
    await refreshDataCurrentThrough(trx, company_id, meter.property_id);
    if (written > 0) await requestRollUps(app, trx, company_id, [meter.property_id]);
  });
}

/** The last day that a usage covers. Periods end on the first day not covered; a delivery of one date covers that date. */
function latestUsageDate(bills: MeterBill[]): string | null {
  const uses = bills.flatMap(({ usages }) => usages).filter((usage) => usage.utility_usage_type === "usage_amount");
  const days = uses.map(({ start_date, end_date }) => (end_date > start_date ? addDays(end_date, -1) : start_date));
  return days.length === 0 ? null : days.reduce((latest, day) => (day > latest ? day : latest));
}
