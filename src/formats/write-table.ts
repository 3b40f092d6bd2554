/**
 * Writes a table as a file: JSON, CSV, XLSX, HTML or PDF. Failures before the first byte are errors; later ones break off the
 * file.
 */
import { Readable } from "node:stream";
import type { Table } from "../records/table.ts";
import type { About, FileParts, TableFormat } from "./about.ts";
import { writeCsv } from "./csv/csv-file.ts";
import { writeHtml } from "./html/html-file.ts";
import { writeJson } from "./json-file.ts";
import { PDF_ROWS_MAX, wholeForPdf, writePdf } from "./pdf/pdf-file.ts";
import { AHEAD_ROWS_MAX, readAhead, type ReadAhead } from "./read-ahead.ts";

export interface TableFile {
  mediaType: string;
  name: string;
  /** Must be read or destroyed: both end the reading of the table. */
  body: Readable;
}

export interface WriteOptions {
  /** For CSV: the byte order mark by which Excel recognizes UTF-8. */
  bom?: boolean;
  /** Aborts slow work before the first byte. */
  signal?: AbortSignal;
}

interface Format {
  mediaType: string;
  /** Rows read before the first byte. */
  aheadRows: number;
  /** Whether it begins with the answer and the figures behind it. */
  hasOpening: boolean;
  /** For a format that cannot represent every table. @throws Problem */
  check?(ahead: ReadAhead): void;
  write(ahead: ReadAhead, about: About, options: WriteOptions): FileParts | Promise<FileParts>;
}

export const FORMATS: Record<TableFormat, Format> = {
  json: { mediaType: "application/json; charset=utf-8", aheadRows: AHEAD_ROWS_MAX, hasOpening: true, write: writeJson },
  csv: {
    mediaType: "text/csv; charset=utf-8",
    aheadRows: AHEAD_ROWS_MAX,
    hasOpening: false,
    write: (ahead, _, { bom = false }) => writeCsv(ahead, { bom }),
  },
  xlsx: {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    aheadRows: AHEAD_ROWS_MAX,
    hasOpening: true,
    // Loaded with the first workbook: most processes write none.
    write: async (ahead, about) => (await import("./xlsx/xlsx-file.ts")).writeXlsx(ahead, about),
  },
  html: { mediaType: "text/html; charset=utf-8", aheadRows: AHEAD_ROWS_MAX, hasOpening: true, write: writeHtml },
  pdf: { mediaType: "application/pdf", aheadRows: PDF_ROWS_MAX, hasOpening: true, check: wholeForPdf, write: writePdf },
};

/** The name and type of a file, known without making it. */
export const fileOf = (format: TableFormat, { name }: Pick<About, "name">): Pick<TableFile, "mediaType" | "name"> => ({
  mediaType: FORMATS[format].mediaType,
  name: `${name}.${format}`,
});

/** Whether some tables are refused in this format, so that a check is needed. */
export const hasLimit = (format: TableFormat): boolean => FORMATS[format].check !== undefined;

/** Reads only as much as needed, without making a file. @throws Problem when the table has more rows than the format allows */
export async function checkTable(table: Table, format: TableFormat): Promise<void> {
  const { aheadRows, check } = FORMATS[format];
  const ahead = await readAhead(table, aheadRows);
  await ahead.end();
  check?.(ahead);
}

/** @throws Problem when the table has more rows than the format allows */
export async function writeTable(
  table: Table,
  format: TableFormat,
  about: About,
  options: WriteOptions = {},
): Promise<TableFile> {
  const { aheadRows, hasOpening, write } = FORMATS[format];
  const ahead = await readAhead(table, aheadRows, { withOpening: hasOpening });
  try {
    const body = Readable.from(await write(ahead, about, options), { objectMode: false });
    // When the reader goes away, at any time, the reading of the source ends.
    body.once("close", () => void ahead.end());
    return { ...fileOf(format, about), body };
  } catch (error) {
    await ahead.end();
    throw error;
  }
}
