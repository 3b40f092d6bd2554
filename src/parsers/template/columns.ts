/** Columns of a table without rules: each is where the words of its header stand, and a cell belongs to the one it is in line with. */
import { foundGroups, type Cell, type Found, type Line } from "./lines.ts";
import type { Pattern } from "../../domain/pattern.ts";

interface Column {
  /** Null for one that the template does not speak of. */
  name: string | null;
  left: number;
  right: number;
}

export interface Columns {
  /** From left to right. */
  columns: Column[];
  /** What the header itself tells, such as the unit in "Usage (kWh)". */
  told: Record<string, Found>;
}

/** The columns when the line is the header: a cell of its own for each that is asked for. Else null. */
export function columnsOf(line: Line, headers: Record<string, Pattern>): Columns | null {
  const columns: Column[] = [];
  const told: Record<string, Found> = {};
  const free = new Set(line.cells);
  for (const [name, pattern] of Object.entries(headers)) {
    const cell = [...free].find(({ text }) => pattern.test(text));
    if (cell === undefined) return null;
    free.delete(cell);
    columns.push({ name, left: cell.left, right: cell.right });
    Object.assign(told, foundGroups(line, pattern, cell) ?? {});
  }
  for (const { left, right } of free) columns.push({ name: null, left, right });
  return { columns: columns.sort((one, other) => one.left - other.left), told };
}

/** The cells of a line by the name of their column. Neighbours of one column are one cell. */
export function splitByColumns(line: Line, { columns }: Columns): Record<string, Cell> {
  const found: Record<string, Cell> = {};
  let from = 0;
  for (const cell of line.cells.flatMap((wide) => narrowed(wide, columns))) {
    const at = columnOf(cell, columns, from);
    const name = columns[at]?.name;
    from = at;
    if (name === undefined || name === null) continue;
    const known = found[name];
    found[name] = known === undefined ? cell : joined(line, known, cell);
  }
  return found;
}

/** Narrow columns come so close that their numbers look like words of one cell: under several headers, numbers stand for themselves. */
function narrowed(cell: Cell, columns: Column[]): Cell[] {
  const isUnderSeveral = columns.filter(({ left, right }) => left < cell.right && right > cell.left).length > 1;
  const texts = cell.text.split(" ");
  if (!isUnderSeveral || !texts.every((text) => /\d/.test(text))) return [cell];
  let start = cell.start;
  return cell.words.map((word) => {
    const { text, left, right } = word;
    const own = { text, left, right, start, words: [word] };
    start += text.length + 1;
    return own;
  });
}

/** Of the columns from one on, since cells come in the order of their columns: the best aligned of those above it, else of all. */
function columnOf(cell: Cell, columns: Column[], from: number): number {
  const open = columns.map((column, at) => ({ column, at })).slice(from);
  const above = open.filter(({ column }) => column.left < cell.right && column.right > cell.left);
  const [first, ...others] = above.length > 0 ? above : open;
  if (first === undefined) return from;
  return others.reduce((best, other) => (misfit(cell, other.column) < misfit(cell, best.column) ? other : best), first)
    .at;
}

/** How far the cell is from being set flush left, flush right or in the middle under its header, in points. */
function misfit(cell: Cell, column: Column): number {
  const left = Math.abs(cell.left - column.left);
  const right = Math.abs(cell.right - column.right);
  return Math.min(left, right, Math.abs(cell.left + cell.right - column.left - column.right) / 2);
}

function joined(line: Line, one: Cell, other: Cell): Cell {
  const text = line.text.slice(one.start, other.start + other.text.length);
  return { text, left: one.left, right: other.right, start: one.start, words: [...one.words, ...other.words] };
}
