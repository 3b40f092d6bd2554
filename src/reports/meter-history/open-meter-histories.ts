/** Opens the reports whose rows are bills of a property's meters. */
import { METER_HISTORY, meterHistoryRows } from "./utility-meter-history.ts";
import { demandCharts } from "./demand-charts.ts";
import { METER_DEMAND_HISTORY, meterDemandHistoryRows } from "./utility-meter-demand-history.ts";
import type { MeterBills } from "../../domain/bills/bill-figures.ts";
import { atOneMoment, type Db } from "../../store/db.ts";
import { listPropertyMonths } from "../../store/derived/property-months.ts";
import { findBilledSpan, listReportBills } from "../../store/reports/report-bills.ts";
import { listReportMeters, type ReportMeterRow } from "../../store/reports/report-meters.ts";
import { makeTable, type OpenTable } from "../parts/open-table.ts";

export const openMeterHistory: OpenTable = async (db, { company_id, id }, { range }) => {
  const meters = await listReportMeters(db, company_id, id);
  const meterIds = meters.map((meter) => meter.id);
  const period = await findBilledSpan(db, company_id, meterIds, range);
  const head = { ...METER_HISTORY, period, charts: [] };
  return makeTable(head, meterHistoryRows(range), readMeterBills(db, company_id, meters));
};

export const openMeterDemandHistory: OpenTable = async (db, { company_id, id }, { range }) => {
  const meters = await listReportMeters(db, company_id, id);
  const meterIds = meters.map((meter) => meter.id);
  const period = await findBilledSpan(db, company_id, meterIds, range, "stating demand");
  const charts = demandCharts(await listPropertyMonths(db, company_id, id, "energy_type"), meters, range);
  const head = { ...METER_DEMAND_HISTORY, period, charts };
  return makeTable(head, meterDemandHistoryRows(range), readMeterBills(db, company_id, meters));
};

/** The meters with their bills one at a time, so that a long report is never fully in memory. */
async function* readMeterBills(
  db: Db,
  companyId: number,
  meters: readonly ReportMeterRow[],
): AsyncGenerator<MeterBills & { meter: ReportMeterRow }> {
  for (const meter of meters) {
    const bills = await atOneMoment(db, (trx) => listReportBills(trx, companyId, meter.id));
    yield { meter, bills };
  }
}
