/** Derive: the calendar months of a meter from all its live bills. Only rows that differ are written; run twice it writes nothing. */
import type { App } from "../app.ts";
import { addDays } from "../domain/calendar.ts";
import { calendarize, eligibility, type MeterBill } from "../domain/calendarize.ts";
import { listLinesOfMeter } from "../store/bill-rows.ts";
import type { Trx } from "../store/db.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { lockMeter, setMeterDerived } from "../store/meters.ts";
import { replaceMonths } from "../store/months.ts";
import { refreshDataCurrentThrough } from "../store/properties.ts";

export async function runDerive(app: App, payload: JobPayloads["derive"]): Promise<void> {
  const { company_id, utility_meter_id } = payload;
  await app.db.transaction().execute(async (trx) => {
    const meter = await lockMeter(trx, company_id, utility_meter_id);
    // Another job has seen the same bills already; many bills at once cost one rebuild.
    if (meter === undefined || !meter.stale) return;
    const bills = await readBills(trx, company_id, utility_meter_id);
    const months = calendarize({ bills, service: { start_date: null, end_date: meter.deactivation_date } });
    await replaceMonths(trx, company_id, utility_meter_id, months);
    await setMeterDerived(trx, company_id, utility_meter_id, {
      ...eligibility(months),
      latest_usage_date: latestUsageDate(bills),
    });
    if (meter.property_id !== null) await refreshDataCurrentThrough(trx, company_id, meter.property_id);
  });
}

async function readBills(trx: Trx, companyId: number, meterId: number): Promise<MeterBill[]> {
  const { bills, charges, usages } = await listLinesOfMeter(trx, companyId, meterId);
  const chargesOf = Map.groupBy(charges, ({ utility_bill_id }) => utility_bill_id);
  const usagesOf = Map.groupBy(usages, ({ utility_bill_id }) => utility_bill_id);
  return bills.map(({ id, estimated, period_start, period_end }) => ({
    id,
    estimated,
    period: period_start === null || period_end === null ? null : { start_date: period_start, end_date: period_end },
    // The columns hold the closed lists of records/codes: the database checks them.
    charges: (chargesOf.get(id) ?? []) as MeterBill["charges"],
    usages: (usagesOf.get(id) ?? []) as MeterBill["usages"],
  }));
}

/** The last day that a usage covers. Periods end on the first day not covered; a delivery of one date covers that date. */
function latestUsageDate(bills: MeterBill[]): string | null {
  const uses = bills.flatMap(({ usages }) => usages).filter((usage) => usage.utility_usage_type === "usage_amount");
  const days = uses.map(({ start_date, end_date }) => (end_date > start_date ? addDays(end_date, -1) : start_date));
  return days.length === 0 ? null : days.reduce((latest, day) => (day > latest ? day : latest));
}
