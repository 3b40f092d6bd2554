/** Formats a cell for readers: thousands separators, the column's decimals, a dash for unknown values. */
import type { Cell, Column } from "../records/table.ts";
import type { ColumnType } from "../records/codes.ts";

export const UNKNOWN = "–";

/** A sentence at the end of a document that explains the dash. */
export const UNKNOWN_NOTE = `${UNKNOWN} means unknown or not applicable.`;

/** A sentence about columns that are not printed. */
export const leftOutNote = (columns: readonly Column[]): string =>
  `Not printed, because all their values are unknown or not applicable: ${columns.map(({ label }) => label).join(", ")}.`;

/** Default decimals by type. */
const DIGITS: Partial<Record<ColumnType, number>> = { integer: 0, number: 2, money: 2, percent: 1 };

export const digitsOf = ({ type, digits }: Column): number => digits ?? DIGITS[type] ?? 0;

/** Columns of figures are right-aligned. */
export const isFigure = ({ type }: Column): boolean => DIGITS[type] !== undefined;

/** Cached by number of decimals, because they are expensive to create. */
const formats = new Map<number, Intl.NumberFormat>();

function numberText(value: number, digits: number): string {
  const known = formats.get(digits);
  const format =
    known ?? new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (known === undefined) formats.set(digits, format);
  // Avoids "-0".
  return format.format(value).replace(/^-(?=[0.,]*$)/, "");
}

/** Instants to the minute, which is precise enough for readers. */
export const instantText = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;

/** The text of a cell. Bill ids are separated by spaces. */
export function cellText(cell: Cell, column: Column): string {
  if (cell === null) return UNKNOWN;
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "number") {
    const text = numberText(cell, digitsOf(column));
    return column.type === "percent" ? `${text}%` : text;
  }
  if (typeof cell === "string") return column.type === "instant" ? instantText(cell) : cell;
  return cell.length === 0 ? UNKNOWN : cell.join(" ");
}

/** The unit of the label, when the label does not contain it. */
export const unitText = ({ label, unit }: Column): string | null =>
  unit === null || label.toLowerCase().includes(unit.toLowerCase()) ? null : unit;
