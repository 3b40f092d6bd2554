/** Measures the letters and columns of a table on paper; breaking a figure or a word is the last resort. */
import type { Cell, Column, Row } from "../records/table.ts";
import { BETWEEN_BILLS, cellText, ENGLISH, nameOf, unitText, type Bills } from "./cell-text.ts";
import type { Words } from "./words/words.ts";

/** The widths of letter paper, in points. */
const WIDTHS = { portrait: 612, landscape: 792 } as const;
export type Paper = keyof typeof WIDTHS;

/** In points. */
export const MARGIN = 36;
export const PADDING = 3;

/** Average width of a letter at size 1, rather too wide. */
export const LETTER_WIDTH = 0.56;
/** Letters per line of a text column: the wanted number, and the maximum when there is space. */
const WANTED_MAX = 30;
const MOST_MAX = 90;
/** The number of rows that are measured. */
const MEASURED_ROWS = 2000;

/** How cells are written, on which their widths depend. */
export interface Shown {
  words: Words;
  bills: Bills;
}
export const PLAIN: Shown = { words: ENGLISH, bills: new Map() };

/** Letters per line of a column. */
interface Letters {
  /** The minimum that breaks nothing unbreakable. */
  least: number;
  wanted: number;
  most: number;
}

export interface Measured extends Letters {
  column: Column;
}

/** The width between the margins, in points. */
export const printableWidth = (paper: Paper): number => WIDTHS[paper] - 2 * MARGIN;

/** The width of these columns, in points. */
export const widthAt = (columns: readonly Letters[], size: number, name: keyof Letters): number =>
  columns.reduce((sum, letters) => sum + letters[name] * LETTER_WIDTH * size + 2 * PADDING, 0);

/** Columns without any known cell are not printed; without rows, all are. */
export function filledColumns(columns: readonly Column[], rows: readonly Row[]): readonly Column[] {
  const filled = columns.filter((column) => rows.some((row) => isFilled(row[column.key] ?? null)));
  return filled.length === 0 ? columns : filled;
}

const isFilled = (cell: Cell): boolean => (typeof cell === "object" ? cell !== null && cell.length > 0 : true);

/** Measured on the first rows, because not all rows of a long table are known. */
export const measure = (columns: readonly Column[], rows: readonly Row[], shown = PLAIN): Measured[] =>
  columns.map((column) => ({ column, ...lettersOf(column, rows, shown) }));

function lettersOf(column: Column, rows: readonly Row[], shown: Shown): Letters {
  const name = nameOf(column);
  const label =
    Math.max(...name.split(" ").map(({ length }) => length), (unitText(column, shown.words) ?? "").length) + 1;
  const letters: Letters = { least: label, wanted: Math.max(label, name.length / 3), most: label };
  for (const row of rows.slice(0, MEASURED_ROWS)) {
    const text = cellText(row[column.key] ?? null, column, shown.words, shown.bills);
    // Each bill has a line of its own.
    const lines = column.type === "bills" ? text.split(BETWEEN_BILLS) : [text];
    const words = column.type === "text" ? text.split(/\s+/) : lines;
    const [line, word] = [lines, words].map((texts) => Math.max(...texts.map(({ length }) => length)));
    letters.least = Math.max(letters.least, Math.min(word ?? 0, WANTED_MAX) + 1);
    letters.wanted = Math.max(letters.wanted, Math.min(line ?? 0, WANTED_MAX) + 1);
    letters.most = Math.max(letters.most, Math.min(line ?? 0, MOST_MAX) + 1);
  }
  return { ...letters, most: Math.max(letters.most, letters.wanted) };
}
