/** Finds the header of a table, on one line or on several lines close under each other, as the heads of narrow columns are printed. */
import { columnsOf, type Columns } from "./columns.ts";
import { lineOf, wordsOf, type Line } from "./lines.ts";
import type { Word } from "./page-model.ts";

/** As many lines as a head was seen to have on real bills. */
const HEADER_LINES_MAX = 7;

export interface Header {
  columns: Columns;
  /** How many lines it takes. */
  length: number;
}

/** The header that begins on a line, the shortest there is. A line that has no part in it does not begin it. */
export function headerAt(lines: Line[], at: number, headers: Record<string, RegExp>): Header | null {
  for (let length = 1; length <= HEADER_LINES_MAX; length++) {
    const part = lines.slice(at, at + length);
    const [first] = part;
    const head = stacked(part);
    if (head === null || first === undefined || part.length < length) return null;
    const columns = columnsOf(head, headers);
    if (columns !== null && isAmong(first, columns)) return { columns, length };
  }
  return null;
}

function isAmong({ cells }: Line, { columns }: Columns): boolean {
  return columns.some(
    ({ name, left, right }) => name !== null && cells.some((cell) => cell.left < right && cell.right > left),
  );
}

/** The lines as one, cell over cell; null when they do not lie close under each other. */
function stacked(lines: Line[]): Line | null {
  const [first] = lines;
  if (first === undefined || lines.length === 1) return first ?? null;
  if (!lines.every((line, at) => at === 0 || isCloseUnder(lines[at - 1], line))) return null;
  const columns: { right: number; words: Word[] }[] = [];
  const pieces = lines.flatMap((line) => line.cells.map((cell) => ({ ...cell, words: wordsOf(line, cell) })));
  for (const { left, right, words } of pieces.toSorted((one, other) => one.left - other.left)) {
    const column = columns.at(-1);
    if (column === undefined || left >= column.right) columns.push({ right, words });
    else {
      column.right = Math.max(column.right, right);
      column.words = [...column.words, ...words];
    }
  }
  return lineOf(
    first.page,
    columns.map(({ words }) => words.toSorted((one, other) => one.top - other.top || one.left - other.left)),
  );
}

function isCloseUnder(above: Line | undefined, line: Line): boolean {
  if (above === undefined || above.page !== line.page) return false;
  return line.row.top - above.row.bottom < above.row.bottom - above.row.top;
}
