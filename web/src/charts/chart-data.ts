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

/** RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe. */
export function csvOf({ columns, rows }: ChartData): string {
  const field = (value: string | number | null): string => {
    if (value === null) return "";
    if (typeof value === "number") return String(value);
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = [
    columns.map(({ label }) => field(label)),
    ...rows.map((row) => columns.map(({ key }) => field(row[key] ?? null))),
  ];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}
