/** How large the letters of a table are on paper, and how wide its columns: a figure or a word is broken last of all. */
import type { Cell, Column, Row } from "../records/table.ts";
import { cellText, unitText } from "./cell-text.ts";

export const PAPERS = {
  upright: { pageSize: "LETTER", pageOrientation: "portrait", width: 612 },
  across: { pageSize: "LETTER", pageOrientation: "landscape", width: 792 },
} as const;
export type Paper = keyof typeof PAPERS;

/** All in points. */
export const MARGIN = 36;
export const PADDING = 3;

/** Width of a letter or figure at size 1, on the wide side. */
export const LETTER_WIDTH = 0.56;
/** Letters that a column of texts has in a line: what it asks for, and what it takes where there is room. */
const WANTED_MAX = 30;
const MOST_MAX = 90;
/** Rows that are measured. */
const MEASURED_ROWS = 2000;

/** Letters of a column in a line. */
interface Letters {
  /** So that nothing is broken that must not be. */
  least: number;
  wanted: number;
  most: number;
}

export interface Measured extends Letters {
  column: Column;
}

/** Between the margins, in points. */
export const roomOn = (paper: Paper): number => PAPERS[paper].width - 2 * MARGIN;

/** What columns of so many letters take, in points. */
export const widthAt = (columns: readonly Letters[], size: number, name: keyof Letters): number =>
  columns.reduce((sum, letters) => sum + letters[name] * LETTER_WIDTH * size + 2 * PADDING, 0);

/** Columns without a single known cell are not printed; where there is no row, all are. */
export function filledColumns(columns: readonly Column[], rows: readonly Row[]): readonly Column[] {
  const filled = columns.filter((column) => rows.some((row) => isFilled(row[column.key] ?? null)));
  return filled.length === 0 ? columns : filled;
}

const isFilled = (cell: Cell): boolean => (typeof cell === "object" ? cell !== null && cell.length > 0 : true);

/** Letters follow from the first rows: of a long table not all are known. */
export const measure = (columns: readonly Column[], rows: readonly Row[]): Measured[] =>
  columns.map((column) => ({ column, ...lettersOf(column, rows) }));

function lettersOf(column: Column, rows: readonly Row[]): Letters {
  const label = Math.max(...column.label.split(" ").map(({ length }) => length), (unitText(column) ?? "").length) + 1;
  const letters: Letters = { least: label, wanted: Math.max(label, column.label.length / 3), most: label };
  for (const row of rows.slice(0, MEASURED_ROWS)) {
    const text = cellText(row[column.key] ?? null, column);
    const canBreak = column.type === "text" || column.type === "bills";
    const longestWord = canBreak ? Math.max(...text.split(/\s+/).map(({ length }) => length)) : text.length;
    letters.least = Math.max(letters.least, Math.min(longestWord, WANTED_MAX) + 1);
    letters.wanted = Math.max(letters.wanted, Math.min(text.length, WANTED_MAX) + 1);
    letters.most = Math.max(letters.most, Math.min(text.length, MOST_MAX) + 1);
  }
  return { ...letters, most: Math.max(letters.most, letters.wanted) };
}
