/** Writes a table as CSV (RFC 4180): a line of labels, then only rows; no cell is a formula. */
import { writeCsvStream } from "hucre/csv";
import type { Cell, Column } from "../../records/table.ts";
import type { FileParts } from "../about.ts";
import type { ReadAhead } from "../read-ahead.ts";

/** `bom`: with the byte order mark by which Excel recognizes UTF-8. */
export async function* writeCsv({ head, parts }: ReadAhead, { bom }: { bom: boolean }): FileParts {
  const headers = head.columns.map(({ label }) => withoutFormula(label));
  yield* writeCsvStream(rowsOf(head.columns, parts), { headers, bom });
  yield "\r\n";
}

async function* rowsOf(columns: readonly Column[], parts: ReadAhead["parts"]) {
  for await (const rows of parts) for (const row of rows) yield columns.map(({ key }) => plain(row[key] ?? null));
}

/** Bill ids share one cell, separated by spaces. */
function plain(cell: Cell): string | number | boolean | null {
  if (typeof cell === "string") return withoutFormula(cell);
  return typeof cell === "object" && cell !== null ? cell.join(" ") : cell;
}

/** The beginnings of a formula, including full-width ones (OWASP, CSV injection). */
const BEGINS_FORMULA = /^[ "']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Where a spreadsheet of another locale may begin a new cell, even inside quoted text. */
const SEPARATORS = /([;,|\t\r\n])/;
const NUMBER = /^ *[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)? *$/;

/**
 * The text with an apostrophe before each part that a spreadsheet could evaluate, whatever its separator; numbers stay numbers.
 */
export const withoutFormula = (text: string): string =>
  text
    .split(SEPARATORS)
    .map((part) => (BEGINS_FORMULA.test(part) && !NUMBER.test(part) ? `'${part}` : part))
    .join("");
