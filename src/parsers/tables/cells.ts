/** A spreadsheet as its readers hand it on: rows with their number in the sheet, cells of text or numbers, whatever the file was. */
import type { Decimal } from "../../records/statement.ts";

/** A number is one that the file holds as a number; days come as `YYYY-MM-DD`. */
export type Cell = string | number | null;

export interface SheetRow {
  /** The first row of the sheet is 1. */
  row: number;
  cells: readonly Cell[];
}

/** One table of the file. Its rows can be read again from the beginning; who has read enough of them stops. */
export interface Sheet {
  /** Of its tab; null where the file is no workbook, and each table another way to read the same text. */
  name: string | null;
  /** What stands between fields of a text; null in a workbook. */
  separator: string | null;
  rows: () => AsyncIterable<SheetRow>;
}

export const isEmptyRow = ({ cells }: SheetRow): boolean => cells.every((cell) => cell === null || cell === "");

/** Longer than any text on a bill; the rest of a cell is not read. */
const TEXT_MAX = 1000;

/** The text of a cell as people see it. Empty for an empty cell. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "number" ? decimalOf(cell) : cell;
}

/** Text as the database can keep it: without zero characters and halves of characters, and not longer than a bill needs. */
export function tidyText(text: string): string {
  const short = text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) : text;
  return short.replaceAll("\0", "").toWellFormed().trim();
}

/** Digits a spreadsheet keeps; what stands behind them is noise of its arithmetic: 0.1 + 0.2 is 0.3. */
const DIGITS = 15;

/** The number without an exponent, as a spreadsheet shows it. */
export function decimalOf(value: number): Decimal {
  if (!Number.isFinite(value)) return "";
  const rounded = Number(value.toPrecision(DIGITS));
  // The largest number there is would be rounded to none.
  const text = String(Number.isFinite(rounded) ? rounded : value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "", part = "", exponent = "0"] = match;
  const power = Number(exponent);
  const digits = whole + part;
  const point = whole.length + power;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return point >= digits.length
    ? `${sign}${digits.padEnd(point, "0")}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
