/** Finds the rows of a table, or lines of one form, and the named parts of each. */
import { splitByColumns, type Columns } from "./columns.ts";
import { headerAt } from "./table-header.ts";
import { foundCell, foundGroups, foundIn, type Found, type Line } from "./lines.ts";
import type { Rows } from "./template.ts";
import type { Pattern } from "../../domain/pattern.ts";

/** One row: its parts by name, and the place of the whole line. */
export interface Entry {
  parts: Record<string, Found>;
  whole: Found;
}

export interface RowsResult {
  /** False when neither the header nor any row was found. */
  isPresent: boolean;
  entries: Entry[];
  /** Lines between the rows that are not rows and that the template does not skip. */
  strangers: Found[];
}

/** All rows in a section. A repeated header, as on a new page, sets the columns again. */
export function findRows(lines: Line[], rows: Rows): RowsResult {
  const body = bodyOf(lines, rows);
  return rows.columns === undefined ? findByForm(body, rows) : findByHeader(body, rows, rows.columns);
}

function bodyOf(lines: Line[], { after }: Rows): Line[] {
  if (after === undefined) return lines;
  const at = lines.findIndex(({ text }) => after.test(text));
  return at < 0 ? [] : lines.slice(at + 1);
}

function findByHeader(lines: Line[], rows: Rows, headers: Record<string, Pattern>): RowsResult {
  const result: RowsResult = { isPresent: false, entries: [], strangers: [] };
  let columns: Columns | null = null;
  let headerEnds = 0;
  for (const [at, line] of lines.entries()) {
    if (at < headerEnds) continue;
    const header = headerAt(lines, at, headers);
    if (header !== null) {
      columns = header.columns;
      headerEnds = at + header.length;
      result.isPresent = true;
      continue;
    }
    if (columns === null) continue;
    if (isOver(line, rows, result)) break;
    if (isSkipped(line, rows)) continue;
    const parts = partsOf(line, columns, rows);
    if (parts["amount"] === undefined) result.strangers.push(wholeOf(line));
    else result.entries.push({ parts, whole: wholeOf(line) });
  }
  return result;
}

function findByForm(lines: Line[], rows: Rows): RowsResult {
  const result: RowsResult = { isPresent: false, entries: [], strangers: [] };
  for (const line of lines) {
    if (isOver(line, rows, result)) break;
    if (isSkipped(line, rows)) continue;
    const parts = rows.row === undefined ? null : foundGroups(line, rows.row);
    if (parts === null) result.strangers.push(wholeOf(line));
    else result.entries.push({ parts: { ...parts }, whole: wholeOf(line) });
  }
  return { ...result, isPresent: result.entries.length > 0 };
}

function isOver({ text }: Line, { end, count }: Rows, { entries }: RowsResult): boolean {
  return end?.test(text) === true || entries.length >= (count ?? Number.POSITIVE_INFINITY);
}

const isSkipped = ({ text }: Line, { skip }: Rows): boolean => skip.some((pattern) => pattern.test(text));

const wholeOf = (line: Line): Found => foundIn(line, 0, line.text.length);

/** The cells of a line by column; a column may contain several parts, and its header may state one. */
function partsOf(line: Line, columns: Columns, rows: Rows): Record<string, Found> {
  const parts: Record<string, Found> = { ...columns.stated };
  for (const [name, cell] of Object.entries(splitByColumns(line, columns))) {
    parts[name] = foundCell(line, cell);
    const pattern = rows.parts?.[name];
    if (pattern !== undefined) Object.assign(parts, foundGroups(line, pattern, cell) ?? {});
  }
  return parts;
}
