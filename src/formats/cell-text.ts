/** How a cell is shown to people: thousands apart, as many decimals as the column says, a dash for what is not known. */
import type { Cell, Column } from "../records/table.ts";
import type { ColumnType } from "../records/report.ts";

export const UNKNOWN = "–";

/** What a sentence at the end of a document says of it. */
export const UNKNOWN_NOTE = `${UNKNOWN} stands for what is not known or does not apply.`;

/** The same of columns that are not printed. */
export const leftOutNote = (columns: readonly Column[]): string =>
  `Left out on paper, since nothing in them is known or applies: ${columns.map(({ label }) => label).join(", ")}.`;

/** Decimals of a column that does not say. */
const DIGITS: Partial<Record<ColumnType, number>> = { integer: 0, number: 2, money: 2, percent: 1 };

export const digitsOf = ({ type, digits }: Column): number => digits ?? DIGITS[type] ?? 0;

/** Columns of figures stand at the right. */
export const isFigure = ({ type }: Column): boolean => DIGITS[type] !== undefined;

/** Made once for each number of decimals: they are dear. */
const formats = new Map<number, Intl.NumberFormat>();

function numberText(value: number, digits: number): string {
  const known = formats.get(digits);
  const format =
    known ?? new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (known === undefined) formats.set(digits, format);
  // No bill says "-0".
  return format.format(value).replace(/^-(?=[0.,]*$)/, "");
}

/** Instants to the minute: nobody reads more of them. */
const instantText = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;

/** The text of a cell. Ids of bills come apart by blanks. */
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

/** The label with its unit, where the label does not say it already. */
export const unitText = ({ label, unit }: Column): string | null =>
  unit === null || label.toLowerCase().includes(unit.toLowerCase()) ? null : unit;
