/** A table that is produced part by part: the content of a report or delivery, independent of the output format. */
import type { ColumnType } from "./codes.ts";
import type { ReportBasis } from "./report.ts";
import type { Period } from "./scalars.ts";

export interface Column {
  /** Stable across releases, in snake_case. */
  key: string;
  /** The readable name, unique in its table. */
  label: string;
  /** The unit of the column; null: no unit, or the unit has its own column. */
  unit: string | null;
  type: ColumnType;
  /** Decimal places shown to people; formats for programs contain the full number. */
  digits?: number;
  /** True for a column that identifies rows: it is repeated in each part of a table that is too wide for a page. */
  isKey?: true;
  /** How the figure is calculated, in one sentence. */
  meaning: string;
}

/** Months are "2023-01", days "2023-01-15", instants ISO 8601 in UTC, per cents 12.5 for 12.5 %. Null: not known. */
export type Cell = string | number | boolean | null | readonly number[];

/** By column key. Every column has a cell. */
export type Row = Readonly<Record<string, Cell>>;

/** A chart of figures in the table; `null` is drawn as a gap. */
export interface Chart {
  title: string;
  kind: "line" | "column" | "stacked";
  /** The unit of the vertical axis. */
  unit: string;
  /** Names on the horizontal axis, such as months. */
  categories: readonly string[];
  series: readonly ChartSeries[];
}

export interface ChartSeries {
  name: string;
  values: readonly (number | null)[];
  /** One mark per value; absent when no figure of the series needs a mark. */
  marks?: readonly Mark[];
}

/** How a chart marks a figure. */
export interface Mark {
  /** A bill or a read of it was estimated by the utility. */
  isEstimated: boolean;
  /** Its month is not billed completely. */
  isIncomplete: boolean;
}

/** Nouns for the counts of estimated and missing items. */
export interface Counted {
  estimated: string;
  missing: string;
}

/** What precedes the rows. */
export interface TableHead {
  title: string;
  /** The basis of the rows: bills as billed, calendar months, or weather-adjusted; null when none applies. */
  basis: ReportBasis | null;
  /** The nouns for the counts of the tail, when they do not follow from `basis`. */
  counted?: Counted;
  /** Half-open; null when there is no data. */
  period: Period | null;
  columns: readonly Column[];
  /** How the figures are calculated, in sentences for people. */
  rule: string;
  charts: readonly Chart[];
}

/** What follows the rows. */
export interface TableTail {
  /** By column key; columns that cannot be summed are absent. */
  totals: Row;
  /** Estimated and missing months (or bills, when the rows are bills); null when it does not apply. */
  estimated: number | null;
  missing: number | null;
  /** Notes needed to interpret the figures, in sentences. */
  notes: readonly string[];
}

/** Rows come in parts, so that a long table is never held in memory. Call `tail` after the last part. */
export interface Table {
  head: TableHead;
  parts: AsyncIterable<readonly Row[]>;
  tail(): TableTail;
}

/** Turns each part of a report's input into rows, and calculates the tail. Used once. */
export interface TableRows<Part> {
  rowsOf(part: Part): Row[];
  tail(): TableTail;
}
