/** A spreadsheet in the form that its readers produce: numbered rows with cells of text or numbers, for any file format. */
import type { Decimal } from "../../records/statement.ts";

/** A number only if the file stores a number; days are `YYYY-MM-DD`. */
export type Cell = string | number | null;

export interface SheetRow {
  /** The first row of the sheet is 1. */
  row: number;
  cells: readonly Cell[];
}

/** One table of the file. Its rows can be read several times, and reading may stop early. */
export interface Sheet {
  /** The name of its tab; null when the file is not a workbook and each table is another way to split the same text. */
  name: string | null;
  /** The field separator of a text file; null in a workbook. */
  separator: string | null;
  rows: () => AsyncIterable<SheetRow>;
}

export const isEmptyRow = ({ cells }: SheetRow): boolean => cells.every((cell) => cell === null || cell === "");

/** Longer than any text on a bill; the rest of a cell is not read. */
const TEXT_MAX = 1000;

/** The text of a cell as displayed. Empty for an empty cell. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "number" ? decimalOf(cell) : cell;
}

/** Text as the database can store it: without zero characters and lone surrogates, and limited in length. */
export function tidyText(text: string): string {
  const short = text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) : text;
  return short.replaceAll("\0", "").toWellFormed().trim();
}

/** Digits that a spreadsheet keeps; further ones are floating-point noise: 0.1 + 0.2 is 0.3. */
const DIGITS = 15;

/** The number without an exponent, as a spreadsheet shows it. */
export function decimalOf(value: number): Decimal {
  if (!Number.isFinite(value)) return "";
  const rounded = Number(value.toPrecision(DIGITS));
  // The largest number would round to infinity.
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

/** Texts that a pool keeps: frequent ones appear early, and rare ones are not worth the memory. */
const POOLED_TEXTS_MAX = 20_000;

/** Returns one shared copy of equal texts: spreadsheets repeat names, days and amounts. */
export function createTextPool(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before === undefined && known.size < POOLED_TEXTS_MAX) known.set(text, text);
    return before ?? text;
  };
}
