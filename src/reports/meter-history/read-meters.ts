/** Reads the meters of a property with their bills one at a time, so that a long report is never fully in memory. */
import type { MeterBills } from "../../domain/bills/bill-figures.ts";
import { atOneMoment, type Db } from "../../store/db.ts";
import { listReportBills } from "../../store/reports/report-bills.ts";
import type { ReportMeterRow } from "../../store/reports/report-meters.ts";

export async function* readMeterBills(
  db: Db,
  companyId: number,
  meters: readonly ReportMeterRow[],
): AsyncGenerator<MeterBills & { meter: ReportMeterRow }> {
  for (const meter of meters) {
    const bills = await atOneMoment(db, (trx) => listReportBills(trx, companyId, meter.id));
    yield { meter, bills };
  }
}
