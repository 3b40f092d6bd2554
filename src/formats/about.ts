/** Data about a table besides its rows: its subject, its company, its language, and where its bills and months are. */
import type { PageLanguage } from "../records/company.ts";
import type { PortfolioReportType } from "../records/portfolio-report.ts";
import { REPORT_FORMATS, type ReportType } from "../records/report.ts";

export const TABLE_FORMATS = REPORT_FORMATS;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** What a report is about. The name of a portfolio is that of its company. */
export type Subject = { kind: "property"; id: number; name: string } | { kind: "portfolio"; name: string };

/** The company as its reports show it. */
export interface CompanyLook {
  name: string;
  /** As #rrggbb; null: the colour of the service. */
  colour: string | null;
  logo: { png: Uint8Array; width: number; height: number } | null;
}

/** A bill as rows refer to it. */
export interface BillReference {
  /** 2026-03-14. */
  invoice_date: string;
  utility: string;
  account: string;
  /** Null when it has no charge. */
  total_cost: number | null;
  /** Link to its file, valid for 7 days; null without a file, and for readers who may not see it. */
  file: string | null;
}

export interface About {
  /** Null for a table that is not a report. */
  report_type: ReportType | PortfolioReportType | null;
  /** Null for a table of records. */
  subject: Subject | null;
  company: CompanyLook | null;
  language: PageLanguage;
  /** ISO 8601 in UTC. */
  generated_at: string;
  billsOf(ids: readonly number[]): Promise<ReadonlyMap<number, BillReference>>;
  /** The address of the dashboard, to whose pages figures lead; null for readers who cannot sign in. */
  dashboard: string | null;
  /** Where the same table is had in each format; null where it is made once, as a file. */
  addressOf: ((format: TableFormat) => string) | null;
  /** Name of the file without its extension. */
  name: string;
}

/** The file as a stream: strings for text formats, bytes for others. */
export type FileParts = AsyncIterable<string | Uint8Array>;
