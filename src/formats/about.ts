/** Data about a table besides its rows: its property, the time it was made, and the links of its bills. */
import type { ReportType } from "../records/report.ts";

export const TABLE_FORMATS = ["json", "csv", "xlsx", "html", "pdf"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export interface About {
  /** Null for a table that is not a report. */
  report_type: ReportType | null;
  /** Null for a table over several properties. */
  property: { id: number; name: string } | null;
  /** ISO 8601 in UTC. */
  generated_at: string;
  /** Links to the files of these bills, valid for 7 days; bills without a file are left out. */
  linksOfBills(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Where the same table is had in each format; null where it is made once, as a file. */
  addressOf: ((format: TableFormat) => string) | null;
  /** Name of the file without its extension. */
  name: string;
}

/** The file as a stream: strings for text formats, bytes for others. */
export type FileParts = AsyncIterable<string | Uint8Array>;
