/** What a chart shows, as a table: for readers of tables, for downloads, and for those who cannot see the picture. */

export interface ChartColumn {
  key: string;
  /** With its unit. */
  label: string;
  /** How a value is written in the table; downloads have the plain value. */
  format?: (value: number | null) => string;
}

export type ChartRow = Record<string, string | number | null>;

export interface ChartData {
  columns: ChartColumn[];
  rows: ChartRow[];
}

/** The text of a cell. */
export function cellText(column: ChartColumn, row: ChartRow): string {
  const value = row[column.key] ?? null;
  if (typeof value === "string") return value;
  if (column.format !== undefined) return column.format(value);
  return value === null ? "" : String(value);
}

/** The beginnings of a formula, including full-width ones (OWASP, CSV injection). */
const BEGINS_FORMULA = /^[ "']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Where a spreadsheet of another locale may begin a new cell, even inside quoted text. */
const SEPARATORS = /([;,|\t\r\n])/;
const NUMBER = /^ *[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)? *$/;

/** As in the CSV files of the service. */
const withoutFormula = (text: string): string =>
  text
    .split(SEPARATORS)
    .map((part) => (BEGINS_FORMULA.test(part) && !NUMBER.test(part) ? `'${part}` : part))
    .join("");

/** RFC 4180. Each part of a text that a spreadsheet could evaluate gets an apostrophe. */
export function csvOf({ columns, rows }: ChartData): string {
  const field = (value: string | number | null): string => {
    if (value === null) return "";
    if (typeof value === "number") return String(value);
    const safe = withoutFormula(value);
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = [
    columns.map(({ label }) => field(label)),
    ...rows.map((row) => columns.map(({ key }) => field(row[key] ?? null))),
  ];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}
