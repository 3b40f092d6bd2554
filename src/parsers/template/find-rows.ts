/** Finds the rows of a table, or lines of one form, and the named parts of each. */
import { splitByColumns, type Columns } from "./columns.ts";
import { headerAt } from "./table-header.ts";
import { foundCell, foundGroups, foundIn, lineOf, type Found, type Line } from "./lines.ts";
import { partsOf as namesOf, type Rows } from "./rows.ts";
import type { Pattern } from "../../domain/pattern.ts";

/** One row: its parts by name, and the place of all its lines. */
export interface Entry {
  parts: Record<string, Found>;
  whole: Found;
}

export interface RowsResult {
  /** False when neither the header nor any row was found. */
  isPresent: boolean;
  entries: Entry[];
  /** The lines that the rules below understand: of rows, headers and headings, lines to skip, and the last line. */
  known: Set<Line>;
  /** Lines between the rows that are not rows and that the template does not skip. */
  unknownLines: Line[];
}

/** All rows in a section. A repeated header, as on a new page, sets the columns again. */
export function findRows(lines: Line[], rows: Rows): RowsResult {
  const result: RowsResult = { isPresent: false, entries: [], known: new Set(), unknownLines: [] };
  const body = bodyOf(lines, rows);
  if (rows.columns !== undefined) findByHeader(body, rows, rows.columns, result);
  else if (rows.row !== undefined) findByForm(body, rows, rows.row, result);
  return result;
}

function bodyOf(lines: Line[], { after }: Rows): Line[] {
  if (after === undefined) return lines;
  const at = lines.findIndex(({ text }) => after.test(text));
  return at < 0 ? [] : lines.slice(at + 1);
}

type Parts = Record<string, Found>;

function findByHeader(lines: Line[], rows: Rows, headers: Record<string, Pattern>, result: RowsResult): void {
  let columns: Columns | null = null;
  const key = namesOf(rows).includes("amount") ? "amount" : "current_read";
  let headerEnds = 0;
  let heading: Parts = {};
  /** The lines of the last row. */
  let own: Line[] = [];
  for (const [at, line] of lines.entries()) {
    if (at < headerEnds) continue;
    const header = headerAt(lines, at, headers);
    if (header !== null) {
      columns = header.columns;
      headerEnds = at + header.length;
      result.isPresent = true;
      for (const part of lines.slice(at, headerEnds)) result.known.add(part);
      continue;
    }
    const groups = headingOf(line, rows, result);
    heading = groups ?? heading;
    if (groups !== null || columns === null) continue;
    if (isOver(line, rows, result)) break;
    if (isSkipped(line, rows, result)) continue;
    const parts = partsOf(line, columns, rows);
    const last = result.entries.at(-1);
    if (parts[key] !== undefined) {
      own = [line];
      result.entries.push({ parts: { ...heading, ...parts }, whole: wholeOf(line) });
      result.known.add(line);
    } else if (last !== undefined && own.length < (rows.lines ?? 1) && follows(own.at(-1), line)) {
      own.push(line);
      continueEntry(last, parts, own);
      result.known.add(line);
    } else result.unknownLines.push(line);
  }
}

/** Adds the texts of a further line to the parts of a row. */
function continueEntry(entry: Entry, parts: Parts, lines: Line[]): void {
  entry.whole = wholeOf(joined(lines));
  for (const [name, found] of Object.entries(parts)) {
    const above = entry.parts[name];
    entry.parts[name] = above === undefined ? found : { text: `${above.text} ${found.text}`, place: entry.whole.place };
  }
}

function findByForm(lines: Line[], rows: Rows, row: Pattern, result: RowsResult): void {
  let heading: Parts = {};
  /** Unknown lines before the first row and after the last one are text around the rows, unless the rule says where rows are. */
  let unknownUntilRow = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined || isOver(line, rows, result)) break;
    if (isSkipped(line, rows, result)) continue;
    const groups = headingOf(line, rows, result);
    heading = groups ?? heading;
    if (groups !== null) continue;
    const found = rowAt(lines, at, rows, row);
    if (found === null) {
      result.unknownLines.push(line);
      continue;
    }
    if (result.entries.length === 0 && rows.after === undefined) result.unknownLines = [];
    result.entries.push({ parts: { ...heading, ...found.parts }, whole: wholeOf(joined(found.lines)) });
    for (const part of found.lines) result.known.add(part);
    unknownUntilRow = result.unknownLines.length;
    at += found.lines.length - 1;
  }
  if (rows.end === undefined) result.unknownLines = result.unknownLines.slice(0, unknownUntilRow);
  result.isPresent = result.entries.length > 0;
}

/** The row that begins on a line, on as few lines as possible. */
function rowAt(lines: Line[], at: number, { lines: most = 1 }: Rows, row: Pattern) {
  const own: Line[] = [];
  for (const line of lines.slice(at, at + most)) {
    if (own.length > 0 && !follows(own.at(-1), line)) return null;
    own.push(line);
    const parts = foundGroups(joined(own), row);
    if (parts !== null) return { parts, lines: own };
  }
  return null;
}

/** A row does not continue on another page. */
const follows = (above: Line | undefined, line: Line): boolean => above?.page === line.page;

/** Lines as one: the cells of each after those of the one above. */
function joined(lines: Line[]): Line {
  const [first, ...others] = lines;
  if (first === undefined) throw new RangeError("a row has at least one line");
  if (others.length === 0) return first;
  return lineOf(
    first.page,
    lines.flatMap(({ cells }) => cells.map(({ words }) => words)),
  );
}

function headingOf(line: Line, { heading }: Rows, { known }: RowsResult): Parts | null {
  const groups = heading === undefined ? null : foundGroups(line, heading);
  if (groups !== null) known.add(line);
  return groups;
}

function isOver(line: Line, { end, count }: Rows, { entries, known }: RowsResult): boolean {
  const isEnd = end?.test(line.text) === true;
  if (isEnd) known.add(line);
  return isEnd || entries.length >= (count ?? Number.POSITIVE_INFINITY);
}

function isSkipped(line: Line, { skip }: Rows, { known }: RowsResult): boolean {
  const isOne = skip.some((pattern) => pattern.test(line.text));
  if (isOne) known.add(line);
  return isOne;
}

const wholeOf = (line: Line): Found => foundIn(line, 0, line.text.length);

/** The cells of a line by column; a column may contain several parts, and its header may state one. */
function partsOf(line: Line, columns: Columns, rows: Rows): Parts {
  const parts: Parts = { ...columns.stated };
  for (const [name, cell] of Object.entries(splitByColumns(line, columns))) {
    parts[name] = foundCell(line, cell);
    const pattern = rows.parts?.[name];
    if (pattern !== undefined) Object.assign(parts, foundGroups(line, pattern, cell) ?? {});
  }
  return parts;
}
