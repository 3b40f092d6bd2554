/** Opens any report over all properties of a company; rows are read on demand. */
import type { App } from "../app.ts";
import type { PortfolioReportType } from "../records/portfolio-report.ts";
import type { Table } from "../records/table.ts";
import { openGeneralLedger } from "./portfolio/open-ledger.ts";
import { openAccountsPayable } from "./portfolio/open-payable.ts";
import { openPortfolioPerformance } from "./portfolio/open-performance.ts";
import type { OpenPortfolioTable, PortfolioReportOptions } from "./portfolio/open-table.ts";

export interface PortfolioReportRequest extends PortfolioReportOptions {
  company_id: number;
  report_type: PortfolioReportType;
}

const OPENERS: { [type in PortfolioReportType]: OpenPortfolioTable } = {
  portfolio_performance: openPortfolioPerformance,
  accounts_payable: openAccountsPayable,
  general_ledger: openGeneralLedger,
};

/** @throws Problem when the options contradict each other */
export const openPortfolioReport = (
  { db }: Pick<App, "db">,
  { company_id, report_type, ...options }: PortfolioReportRequest,
): Promise<Table> => OPENERS[report_type](db, company_id, options);
