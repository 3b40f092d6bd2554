/** Opens any report on a property of a company; rows are read on demand. */
import type { App } from "../app.ts";
import type { Table } from "../records/table.ts";
import type { PageLanguage } from "../records/company.ts";
import type { ReportType } from "../records/report.ts";
import { findProperty } from "../store/records/properties.ts";
import {
  openCostAvoidanceDetail,
  openCostAvoidanceExpanded,
  openCostAvoidanceSummary,
} from "./cost-avoidance/open-cost-avoidance.ts";
import { openEnergyHistoryDetail } from "./energy-history/open-energy-history.ts";
import { openPropertyEnergyJournal } from "./energy-journal/open-energy-journal.ts";
import { openMeterDemandHistory, openMeterHistory } from "./meter-history/open-meter-histories.ts";
import { openMonthlyMeterHistory } from "./monthly-meter-history/open-monthly-meter-history.ts";
import type { OpenTable, ReportOptions } from "./parts/open-table.ts";
import { reportWordsOf } from "./words/report-words.ts";
import { headIn } from "./words/static-words.ts";

export interface ReportRequest extends Omit<ReportOptions, "words"> {
  language: PageLanguage;
  company_id: number;
  property_id: number;
  report_type: ReportType;
}

const OPENERS: { [type in ReportType]: OpenTable } = {
  utility_meter_history: openMeterHistory,
  utility_meter_demand_history: openMeterDemandHistory,
  monthly_meter_history: openMonthlyMeterHistory,
  energy_history_detail_report: openEnergyHistoryDetail,
  cost_avoidance_summary: openCostAvoidanceSummary,
  cost_avoidance_detail: openCostAvoidanceDetail,
  cost_avoidance_expanded: openCostAvoidanceExpanded,
  property_energy_journal: openPropertyEnergyJournal,
};

/** Undefined when the company has no such property. */
export async function openReport({ db }: Pick<App, "db">, request: ReportRequest): Promise<Table | undefined> {
  const { company_id, property_id, report_type, language } = request;
  const property = await findProperty(db, company_id, property_id);
  if (property === undefined) return undefined;
  const table = await OPENERS[report_type](db, property, { ...request, words: reportWordsOf(language) });
  return { ...table, head: headIn(table.head, language) };
}
