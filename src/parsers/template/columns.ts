/**
 * Columns of a table without drawn lines: each is at the words of its header, and a cell belongs to the column it is aligned
 * with.
 */
import { foundGroups, type Cell, type Found, type Line } from "./lines.ts";
import type { Pattern } from "../../domain/pattern.ts";

interface Column {
  /** Null when the template does not name the column. */
  name: string | null;
  left: number;
  right: number;
}

export interface Columns {
  /** From left to right. */
  columns: Column[];
  /** Values in the header itself, such as the unit in "Usage (kWh)". */
  stated: Record<string, Found>;
}

/** The columns when the line is the header, with a separate cell for each named column; else null. */
export function columnsOf(line: Line, headers: Record<string, Pattern>): Columns | null {
  const columns: Column[] = [];
  const stated: Record<string, Found> = {};
  const free = new Set(line.cells);
  for (const [name, pattern] of Object.entries(headers)) {
    const cell = [...free].find(({ text }) => pattern.test(text));
    if (cell === undefined) return null;
    free.delete(cell);
    columns.push({ name, left: cell.left, right: cell.right });
    Object.assign(stated, foundGroups(line, pattern, cell) ?? {});
  }
  for (const { left, right } of free) columns.push({ name: null, left, right });
  return { columns: columns.sort((one, other) => one.left - other.left), stated };
}

/** The cells of a line by the name of their column. Neighboring cells of one column are joined. */
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

/**
 * Narrow columns can be so close that their numbers look like words of one cell: under several headers, numbers are separate
 * cells.
 */
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

/** The best aligned column above the cell, else of all, from index `from` on, since cells have the order of their columns. */
function columnOf(cell: Cell, columns: Column[], from: number): number {
  const open = columns.map((column, at) => ({ column, at })).slice(from);
  const above = open.filter(({ column }) => column.left < cell.right && column.right > cell.left);
  const [first, ...others] = above.length > 0 ? above : open;
  if (first === undefined) return from;
  return others.reduce((best, other) => (misfit(cell, other.column) < misfit(cell, best.column) ? other : best), first)
    .at;
}

/** How far the cell is from being aligned left, right or centered under its header, in points. */
function misfit(cell: Cell, column: Column): number {
  const left = Math.abs(cell.left - column.left);
  const right = Math.abs(cell.right - column.right);
  return Math.min(left, right, Math.abs(cell.left + cell.right - column.left - column.right) / 2);
}

function joined(line: Line, one: Cell, other: Cell): Cell {
  const text = line.text.slice(one.start, other.start + other.text.length);
  return { text, left: one.left, right: other.right, start: one.start, words: [...one.words, ...other.words] };
}
