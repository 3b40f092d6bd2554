/** Finds the header of a table, on one line or on several close lines, as the headers of narrow columns are printed. */
import { columnsOf, type Columns } from "./columns.ts";
import { lineOf, type Line } from "./lines.ts";
import type { Word } from "../pdf/page-model.ts";
import type { Pattern } from "../../domain/pattern.ts";

/** The most lines that a header had on real bills. */
const HEADER_LINES_MAX = 7;

export interface TableHeader {
  columns: Columns;
  /** How many lines it takes. */
  length: number;
}

/** The shortest header that begins on a line. A line that is not part of it does not begin it. */
export function headerAt(lines: Line[], at: number, headers: Record<string, Pattern>): TableHeader | null {
  const first = lines[at];
  // A line with only numbers is a row: most lines of a long table need no further checks.
  if (first === undefined || first.cells.every(({ text }) => /\d/.test(text))) return null;
  let cells: StackedCell[] = [];
  for (let length = 1; length <= HEADER_LINES_MAX; length++) {
    const line = lines[at + length - 1];
    if (line === undefined || (length > 1 && !isCloseUnder(lines[at + length - 2], line))) return null;
    cells = stack(cells, line);
    if (!mayBeHeader(cells, headers)) continue;
    const columns = columnsOf(length === 1 ? first : toLine(first, cells), headers);
    if (columns !== null && isAmong(first, columns)) return { columns, length };
  }
  return null;
}

function isAmong({ cells }: Line, { columns }: Columns): boolean {
  return columns.some(
    ({ name, left, right }) => name !== null && cells.some((cell) => cell.left < right && cell.right > left),
  );
}

/** Words of several lines above each other. */
interface StackedCell {
  left: number;
  right: number;
  text: string;
  words: Word[];
}

/** The cells combined with those of the next line; a cell under two of them joins all three. */
function stack(above: StackedCell[], line: Line): StackedCell[] {
  if (above.length === 0) return line.cells;
  const stacked: StackedCell[] = [];
  // Upper cells first when both begin at the same position, so that their words come first.
  for (const cell of [...above, ...line.cells].sort((one, other) => one.left - other.left)) {
    const last = stacked.at(-1);
    if (last === undefined || cell.left >= last.right) stacked.push(cell);
    else stacked.splice(-1, 1, joined(last, cell));
  }
  return stacked;
}

function joined(one: StackedCell, other: StackedCell): StackedCell {
  const words = [...one.words, ...other.words].sort((a, b) => a.top - b.top || a.left - b.left);
  return {
    left: one.left,
    right: Math.max(one.right, other.right),
    text: words.map(({ text }) => text).join(" "),
    words,
  };
}

function mayBeHeader(cells: StackedCell[], headers: Record<string, Pattern>): boolean {
  return Object.values(headers).every((pattern) => cells.some(({ text }) => pattern.test(text)));
}

function toLine({ page }: Line, cells: StackedCell[]): Line {
  return lineOf(
    page,
    cells.map(({ words }) => words),
  );
}

/** Closer than the height of a line. */
function isCloseUnder(above: Line | undefined, line: Line): boolean {
  if (above === undefined || above.page !== line.page) return false;
  return line.row.top - above.row.bottom < above.row.bottom - above.row.top;
}
