/** Opens the reports whose rows are bills of a property's meters. */
import { METER_HISTORY, meterHistoryRows } from "./utility-meter-history.ts";
import { demandCharts } from "./demand-charts.ts";
import { METER_DEMAND_HISTORY, meterDemandHistoryRows } from "./utility-meter-demand-history.ts";
import { listPropertyMonths } from "../../store/derived/property-months.ts";
import { findBilledSpan } from "../../store/reports/report-bills.ts";
import { listReportMeters } from "../../store/reports/report-meters.ts";
import type { OpenTable } from "../opener.ts";
import { readMeterBills } from "./read-meters.ts";
import { makeTable } from "../parts/make-table.ts";

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
