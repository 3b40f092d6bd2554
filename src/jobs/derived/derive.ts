/** Derive: calculates the calendar months of a meter and its findings from its live bills, and enqueues the roll-up of the property months they affect. Only changed rows are written; a second run writes nothing. */
import type { App } from "../../app.ts";
import { deriveMeter } from "../../domain/months/meter-derivation.ts";
import { monthsReached, type MonthDifference } from "../../domain/property/roll-up-span.ts";
import { withCopies } from "../../store/derived/copies.ts";
import { METER_MONTHS, replaceDerived, type OwnedRow } from "../../store/derived/derived-rows.ts";
import { billsToCheck, refreshFindings } from "../../operations/findings.ts";
import type { EnergyType } from "../../records/codes.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { setBilledDays } from "../../store/derived/billed-days.ts";
import { refreshExpectedBills } from "../../store/derived/expected-bills.ts";
import { readBillsOfMeters } from "../../store/derived/meter-bills.ts";
import { lockMeter, setMetersDerived } from "../../store/records/meters.ts";
import { lockRollUp, readWrapperOf } from "../../store/derived/roll-up-rows.ts";

export async function runDerive(app: App, payload: JobPayloads["derive"]): Promise<void> {
  const { company_id, utility_meter_id } = payload;
  await withCopies(app.db, async (trx, copies) => {
    const meter = await lockMeter(trx, company_id, utility_meter_id);
    if (meter === undefined) return;
    const { deactivation_date, property_id, utility_account_id } = meter;
    let derived = deriveMeter({ bills: [], deactivation_date });
    let checked = billsToCheck([]);
    await readBillsOfMeters(copies, company_id, [utility_meter_id], (_id, bills) => {
      derived = deriveMeter({ bills, deactivation_date });
      checked = billsToCheck(bills);
    });
    const { months, billed_days, bill_sums, ...facts } = derived;
    const rows = months.map((month): OwnedRow => [utility_meter_id, month]);
    const differences: MonthDifference[] = [];
    await replaceDerived({ trx, copies }, METER_MONTHS, company_id, [utility_meter_id], rows, {
      onRow: (difference) => differences.push(difference),
    });
    await setMetersDerived(trx, company_id, [{ id: utility_meter_id, ...facts }]);
    await setBilledDays(trx, company_id, [{ id: utility_meter_id, billed_days, bill_sums, months }]);
    // The column holds the closed list of records/codes.
    const energy_type = meter.energy_type as EnergyType;
    await refreshFindings(trx, company_id, [{ ...meter, energy_type, ...checked }]);
    await refreshExpectedBills(trx, company_id, [utility_account_id]);
    if (property_id === null || differences.length === 0) return;
    // From here on no month of another meter of the property changes, and earlier changes are visible.
    await lockRollUp(trx, company_id, property_id);
    const reached = monthsReached({
      meterId: utility_meter_id,
      months: months.map(({ effective_month }) => effective_month),
      differences,
      wrapper: await readWrapperOf(copies, company_id, { propertyId: property_id, meterId: utility_meter_id }),
    });
    const options = reached === null ? {} : { months: reached };
    await app.jobs.enqueue(trx, "roll-up", { company_id, property_id }, options);
  });
}
