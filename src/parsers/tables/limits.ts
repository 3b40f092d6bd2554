/** The limits for a spreadsheet. A file beyond one of them is not read, with a sentence that names the limit. */
import type { FileLimits } from "../../processes/limited-process.ts";

export interface TableLimits extends FileLimits {
  rowsMax: number;
  /** Further cells of a row are ignored. */
  columnsMax: number;
  sheetsMax: number;
  /** CPU seconds for each started megabyte of the file, with a minimum. */
  cpuSecondsPerMegabyte: number;
  cpuSecondsMin: number;
}

export const TABLE_LIMITS: TableLimits = {
  bytesMax: 50 * 1024 * 1024,
  rowsMax: 250_000,
  columnsMax: 500,
  sheetsMax: 50,
  // Measured on 2 busy cores: 45 MB of CSV with 200,000 rows take 17 s and 24 CPU-seconds.
  timeoutMs: 60_000,
  cpuSecondsPerMegabyte: 5,
  cpuSecondsMin: 30,
  dataBytesMax: 1024 * 1024 * 1024,
  heapMegabytesMax: 768,
  answerBytesMax: 16 * 1024 * 1024,
};

/** Of the columns that the profile does not read, over all sheets: further ones are not listed. */
export const COLUMNS_UNREAD_MAX = 1000;

/** For a table that was uploaded as a bill: the limits of other documents, since only its header is needed. */
export const DOCUMENT_TABLE_LIMITS: Partial<TableLimits> = {
  timeoutMs: 9000,
  dataBytesMax: 512 * 1024 * 1024,
  heapMegabytesMax: 256,
  cpuSecondsMin: 10,
};

/** The file cannot be read at all; the message is for the person who sent it. */
export class TableError extends Error {
  override name = "TableError";
}
