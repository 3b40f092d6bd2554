/** Opens the reports whose rows are bills of a property's meters. */
import { billsOf } from "../../formats/bill-cells.ts";
import type { TableRows } from "../../records/table.ts";
import { listMonths } from "../../store/derived/months.ts";
import { costCharts } from "../parts/energy-charts.ts";
import { readCosts } from "../parts/read-costs.ts";
import { billsAnswer } from "./bills-answer.ts";
import { demandAnswer } from "./demand-answer.ts";
import { METER_HISTORY, meterHistoryRows } from "./utility-meter-history.ts";
import { comparableMonths, demandCharts } from "./demand-charts.ts";
import { METER_DEMAND_HISTORY, meterDemandHistoryRows } from "./utility-meter-demand-history.ts";
import type { MeterBills } from "../../domain/bills/bill-figures.ts";
import { atOneMoment, type Db } from "../../store/db.ts";
import { listPropertyMonths } from "../../store/derived/property-months.ts";
import { findBilledSpan, listReportBills } from "../../store/reports/report-bills.ts";
import { listReportMeters, type ReportMeterRow } from "../../store/reports/report-meters.ts";
import { makeTable, type OpenTable } from "../parts/open-table.ts";

export const openMeterHistory: OpenTable = async (db, { company_id, id, name }, options) => {
  const { range, words } = options;
  const meters = await listReportMeters(db, company_id, id);
  const meterIds = meters.map((meter) => meter.id);
  const period = await findBilledSpan(db, company_id, meterIds, range);
  const charts = costCharts(await readCosts(db, company_id, id), options);
  return makeTable({
    head: { ...METER_HISTORY, period, charts },
    opening: async () => {
      const totals = await readTotals(meterHistoryRows(range, words), readMeterBills(db, company_id, meters));
      return billsAnswer({ ...totals, period }, { property: name, ...options });
    },
    rows: meterHistoryRows(range, words),
    read: readMeterBills(db, company_id, meters),
  });
};

export const openMeterDemandHistory: OpenTable = async (db, { company_id, id, name }, options) => {
  const { range, words } = options;
  const meters = await listReportMeters(db, company_id, id);
  const meterIds = meters.map((meter) => meter.id);
  const period = await findBilledSpan(db, company_id, meterIds, range, "stating demand");
  const months = comparableMonths(await listPropertyMonths(db, company_id, id, "energy_type"), meters);
  const charts = demandCharts(months, await listMonths(db, company_id, meterIds), meters, options);
  return makeTable({
    head: { ...METER_DEMAND_HISTORY, period, charts },
    opening: () => demandAnswer(months, { property: name, ...options }),
    rows: meterDemandHistoryRows(range, words),
    read: readMeterBills(db, company_id, meters),
  });
};

/** Reads all rows once for what is said before them: as many as there are, and never more than one part in memory. */
async function readTotals<Part>(rows: TableRows<Part>, read: AsyncIterable<Part>) {
  const bills = new Set<number>();
  for await (const part of read) {
    const made = rows.rowsOf(part);
    for (const id of billsOf(made, METER_HISTORY.columns)) bills.add(id);
  }
  return { bills: bills.size, tail: rows.tail() };
}

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
