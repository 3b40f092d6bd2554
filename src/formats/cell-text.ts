/** Formats a cell for readers: in words of their language, with thousands separators and the column's decimals; a dash is unknown. */
import type { Cell, Column, Tile } from "../records/table.ts";
import type { ColumnType } from "../records/codes.ts";
import { MONEY } from "../records/report.ts";
import type { BillReference } from "./about.ts";
import { wordsOf, type Words } from "./words/words.ts";

export const UNKNOWN = "–";
/** Between the dates of bills in one cell. */
export const BETWEEN_BILLS = "; ";

/** A sentence about columns that are not printed. */
export const leftOutNote = (columns: readonly Column[], { say }: Words): string =>
  say("leftOut.note", { columns: columns.map(nameOf).join(", ") });

/** Default decimals by type. */
const DIGITS: Partial<Record<ColumnType, number>> = { integer: 0, number: 2, money: 2, percent: 1 };

export const digitsOf = ({ type, digits }: Pick<Column, "type" | "digits">): number => digits ?? DIGITS[type] ?? 0;

/** Columns of figures are right-aligned. */
export const isFigure = ({ type }: Pick<Column, "type">): boolean => DIGITS[type] !== undefined;

/** The readable name in the language of the table. */
export const nameOf = ({ name, label }: Pick<Column, "name" | "label">): string => name ?? label;

/** What a cell of bills says of each: its date, never its id. */
export type Bills = ReadonlyMap<number, BillReference>;
const NO_BILLS: Bills = new Map();

/** The bills of a cell that are known, by date: each with its date as a text that is not broken. */
export const billsIn = (ids: readonly number[], bills: Bills, words: Words) =>
  ids
    .flatMap((id) => {
      const bill = bills.get(id);
      return bill === undefined ? [] : [{ id, date: words.day(bill.invoice_date).replaceAll(" ", NO_BREAK), ...bill }];
    })
    .toSorted((a, b) => (a.invoice_date < b.invoice_date ? -1 : a.invoice_date > b.invoice_date ? 1 : a.id - b.id));

const NO_BREAK = "\u00a0";

/** The text of a cell. */
export function cellText(cell: Cell, column: Column, words: Words, bills: Bills = NO_BILLS): string {
  if (cell === null) return UNKNOWN;
  if (typeof cell === "boolean") return words.say(cell ? "yes" : "no");
  if (typeof cell === "number") return figureText(cell, column, words);
  if (typeof cell === "string") return wordText(cell, column, words);
  const dates = billsIn(cell, bills, words).map(({ date }) => date);
  return dates.length === 0 ? UNKNOWN : dates.join(BETWEEN_BILLS);
}

function figureText(value: number, column: Pick<Column, "type" | "digits" | "unit">, words: Words): string {
  const digits = digitsOf(column);
  if (column.type === "percent") return `${words.number(value, digits)}%`;
  return column.unit !== null && isMoney(column.unit) ? words.money(value, digits) : words.number(value, digits);
}

/** Amounts of money; a price for each unit or square foot has a unit of its own. */
const isMoney = (unit: string): boolean => unit === MONEY;

function wordText(text: string, { type, words: known, unit, isPeriod }: Column, words: Words): string {
  if (isPeriod === true) return text.replace(/\d{4}-\d{2}-\d{2}/g, words.day).replace(" to ", words.say("period.to"));
  if (type === "month") return words.month(text);
  if (type === "date") return words.day(text);
  if (type === "instant") return words.instant(text);
  if (known !== undefined) return codeWords(text, known);
  return unit === null && text.startsWith(MONEY) ? words.unit(text) : text;
}

/** A cell is one code, which may contain ", ", several codes separated by it, or a text without any. */
function codeWords(text: string, known: Readonly<Record<string, string>>): string {
  const codes = text.split(", ");
  const hasCode = codes.some((code) => known[code] !== undefined);
  return known[text] ?? (hasCode ? codes.map((code) => known[code] ?? code).join("; ") : text);
}

/** The unit below the label, when the label does not contain it and cells do not say it. */
export function unitText(column: Column, words: Words): string | null {
  const { unit } = column;
  if (unit === null || isMoney(unit)) return null;
  const shown = words.unit(unit);
  return nameOf(column).toLowerCase().includes(shown.toLowerCase()) ? null : shown;
}

/** The figure of a tile, and its unit where the figure does not say it: "$12,340" alone, "58.9" and "kBtu/sq ft". */
export function tileParts({ value, unit, ...tile }: Tile, words: Words): [figure: string, unit: string | null] {
  if (value === null) return [UNKNOWN, null];
  if (typeof value === "string") return [cellText(value, columnOf(tile), words), null];
  const text = figureText(value, { ...tile, unit }, words);
  return [text, unit === null || isMoney(unit) || tile.type === "percent" ? null : words.unit(unit)];
}

/** "$12,340", "58.9 kBtu/sq ft". */
export const tileText = (tile: Tile, words: Words): string =>
  tileParts(tile, words)
    .filter((part) => part !== null)
    .join(" ");

const columnOf = ({ key, label, type }: Pick<Tile, "key" | "label" | "type">): Column => ({
  key,
  label,
  type,
  unit: null,
  meaning: "",
});

/** "+4.2%"; null without a change. */
export function changeText({ change }: Pick<Tile, "change">, words: Words): string | null {
  if (change === null) return null;
  const text = words.number(Math.abs(change), 1);
  return /^[0.]+$/.test(text) ? "±0%" : `${change < 0 ? "−" : "+"}${text}%`;
}

/** For texts that are measured or written without a language. */
export const ENGLISH: Words = wordsOf("en");
