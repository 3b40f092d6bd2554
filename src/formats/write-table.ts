/** A table as a file: JSON, CSV, XLSX, HTML or PDF. What fails before the first byte fails as an error, what fails later breaks the file off. */
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
  /** To be read or destroyed: either ends the reading of the table. */
  body: Readable;
}

export interface WriteOptions {
  /** Of CSV: the mark by which Excel knows UTF-8. */
  bom?: boolean;
  /** Ends what takes long before the first byte. */
  signal?: AbortSignal;
}

interface Format {
  mediaType: string;
  /** Rows read before the first byte. */
  aheadRows: number;
  /** Of a format that does not hold every table. @throws Problem */
  check?(ahead: ReadAhead): void;
  write(ahead: ReadAhead, about: About, options: WriteOptions): FileParts | Promise<FileParts>;
}

export const FORMATS: Record<TableFormat, Format> = {
  json: { mediaType: "application/json; charset=utf-8", aheadRows: AHEAD_ROWS_MAX, write: writeJson },
  csv: {
    mediaType: "text/csv; charset=utf-8",
    aheadRows: AHEAD_ROWS_MAX,
    write: (ahead, _, { bom = false }) => writeCsv(ahead, { bom }),
  },
  xlsx: {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    aheadRows: AHEAD_ROWS_MAX,
    // Loaded with the first workbook: most processes write none.
    write: async (ahead, about) => (await import("./xlsx/xlsx-file.ts")).writeXlsx(ahead, about),
  },
  html: { mediaType: "text/html; charset=utf-8", aheadRows: AHEAD_ROWS_MAX, write: writeHtml },
  pdf: { mediaType: "application/pdf", aheadRows: PDF_ROWS_MAX, check: wholeForPdf, write: writePdf },
};

/** What a file is called and of which type it is: known without making it. */
export const fileOf = (format: TableFormat, { name }: Pick<About, "name">): Pick<TableFile, "mediaType" | "name"> => ({
  mediaType: FORMATS[format].mediaType,
  name: `${name}.${format}`,
});

/** Whether some tables are refused in this format: only then is there something to check. */
export const hasLimit = (format: TableFormat): boolean => FORMATS[format].check !== undefined;

/** As far as it has to be read for that, and without a file being made. @throws Problem when the table has more rows than the format holds */
export async function checkTable(table: Table, format: TableFormat): Promise<void> {
  const { aheadRows, check } = FORMATS[format];
  const ahead = await readAhead(table, aheadRows);
  await ahead.end();
  check?.(ahead);
}

/** @throws Problem when the table has more rows than the format holds */
export async function writeTable(
  table: Table,
  format: TableFormat,
  about: About,
  options: WriteOptions = {},
): Promise<TableFile> {
  const { aheadRows, write } = FORMATS[format];
  const ahead = await readAhead(table, aheadRows);
  try {
    const body = Readable.from(await write(ahead, about, options), { objectMode: false });
    // A reader that goes away, however early, ends the reading of the source.
    body.once("close", () => void ahead.end());
    return { ...fileOf(format, about), body };
  } catch (error) {
    await ahead.end();
    throw error;
  }
}
