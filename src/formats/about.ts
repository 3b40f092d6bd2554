/** What the writers of tables know beyond the table: whose it is, when it was made, and where its bills lie. */
import type { ReportType } from "../records/report.ts";

export const TABLE_FORMATS = ["json", "csv", "xlsx", "html", "pdf"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export interface About {
  /** Null for a table that is none of the reports. */
  report_type: ReportType | null;
  /** Null for a table over several properties. */
  property: { id: number; name: string } | null;
  /** ISO 8601 in UTC. */
  generated_at: string;
  /** Addresses under which the files of these bills can be opened for 7 days; a bill without a file is not in it. */
  linksOfBills(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Where the same table is had in each format; null where it is made once, as a file. */
  addressOf: ((format: TableFormat) => string) | null;
  /** Of the file, without its ending. */
  name: string;
}

/** One of the forms a table is written in. The parts of a text are strings, of anything else bytes. */
export type FileParts = AsyncIterable<string | Uint8Array>;
