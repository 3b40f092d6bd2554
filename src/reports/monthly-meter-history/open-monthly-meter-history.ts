/** Opens the report whose rows are calendar months of a property's meters. */
import { costCharts } from "../parts/energy-charts.ts";
import { countMonths, latestYear } from "../parts/year.ts";
import { monthlyAnswer } from "./monthly-answer.ts";
import { MONTHLY_METER_HISTORY, monthlyMeterHistoryRows, type MeterMonths } from "./monthly-meter-history.ts";
import { coverageFaultsOf } from "../parts/coverage-faults.ts";
import { partialMonths } from "../parts/partial-months.ts";
import { monthUses } from "../parts/month-uses.ts";
import { atOneMoment, type Db } from "../../store/db.ts";
import { listBillsOfMeter } from "../../store/derived/meter-bills.ts";
import { findMonthSpan, listMonths } from "../../store/derived/months.ts";
import { isJobThere } from "../../store/jobs.ts";
import { listReportMeters, type ReportMeterRow } from "../../store/reports/report-meters.ts";
import { readCosts } from "../parts/read-costs.ts";
import { makeTable, type OpenTable } from "../parts/open-table.ts";

export const openMonthlyMeterHistory: OpenTable = async (db, { company_id, id, name, sq_ft }, options) => {
  const { range, words } = options;
  const meters = await listReportMeters(db, company_id, id);
  const meterIds = meters.map((meter) => meter.id);
  const period = await findMonthSpan(db, company_id, meterIds, range);
  const costs = await readCosts(db, company_id, id);
  const year = latestYear(costs.types, costs.completeMonths, range);
  return makeTable({
    head: { ...MONTHLY_METER_HISTORY, period, charts: costCharts(costs, options) },
    opening: () => monthlyAnswer(year, countMonths(costs.types, range), sq_ft, { property: name, ...options }),
    rows: monthlyMeterHistoryRows(range, words),
    read: readMeterMonths(db, company_id, meters),
  });
};

async function* readMeterMonths(
  db: Db,
  companyId: number,
  meters: readonly ReportMeterRow[],
): AsyncGenerator<MeterMonths> {
  for (const meter of meters) {
    yield await atOneMoment(db, async (trx) => {
      const months = await listMonths(trx, companyId, [meter.id]);
      const bills = await listBillsOfMeter(trx, companyId, meter.id);
      const coverageFaults = coverageFaultsOf({ meter, bills });
      return {
        meter,
        months,
        coverageFaults,
        uses: monthUses(bills),
        isStale: await isJobThere(trx, "derive", { company_id: companyId, utility_meter_id: meter.id }),
        isPartial: partialMonths([{ meter: { ...meter, months }, coverageFaults }]),
      };
    });
  }
}
