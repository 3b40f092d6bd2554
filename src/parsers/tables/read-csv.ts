/** Reads text files with any field separator and encoding, row by row, so that a large file is in memory only once. */
import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { tidyText, type Sheet, type SheetRow } from "./cells.ts";
import { TableError, type TableLimits } from "./limits.ts";

const SEPARATORS = [",", ";", "\t", "|"];
const HEAD_BYTES = 4096;

/** The file once for each possible separator, most likely first; the header decides. */
export function readCsv(bytes: Uint8Array, { columnsMax }: TableLimits): Sheet[] {
  const text = asUtf8(bytes);
  const head = text.toString("utf8", 0, HEAD_BYTES);
  const times = (separator: string) => head.split(separator).length;
  return SEPARATORS.toSorted((a, b) => times(b) - times(a)).map((separator) => ({
    name: null,
    separator,
    rows: () => rowsOf(text, separator, columnsMax),
  }));
}

async function* rowsOf(text: Buffer, separator: string, columnsMax: number): AsyncGenerator<SheetRow> {
  const parser = parse({
    delimiter: separator,
    // For each line separately: concatenated files have mixed line endings.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
  });
  const records: AsyncIterable<string[]> = Readable.from(piecesOf(text)).pipe(parser);
  let row = 0;
  try {
    for await (const fields of records) {
      row += 1;
      yield { row, cells: fields.slice(0, columnsMax).map(tidyText) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TableError("A quotation mark is opened and not closed: the file cannot be split into rows.", {
      cause: error,
    });
  }
}

const PIECE_BYTES = 64 * 1024;

function* piecesOf(text: Buffer): Generator<Buffer> {
  for (let at = 0; at < text.length; at += PIECE_BYTES) yield text.subarray(at, at + PIECE_BYTES);
}

/**
 * UTF-8 or UTF-16 by the byte order mark, else UTF-8 if valid, else Windows-1252 as Western spreadsheets write. Without the
 * mark.
 */
export function asUtf8(bytes: Uint8Array): Buffer {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoded = (encoding: string) => Buffer.from(new TextDecoder(encoding).decode(given));
  const mark = given.toString("latin1", 0, 3);
  if (mark.startsWith("\xff\xfe")) return decoded("utf-16le");
  if (mark.startsWith("\xfe\xff")) return decoded("utf-16be");
  if (!isUtf8(given)) return decoded("windows-1252");
  return mark === "\xef\xbb\xbf" ? given.subarray(3) : given;
}
