/** A table that is told part by part: what a report or a delivery says, before anybody knows in which format it will be written. */
import type { ColumnType, ReportBasis } from "./report.ts";
import type { Period } from "./scalars.ts";

export type { ColumnType };

export interface Column {
  /** The same in every release, in snake_case. */
  key: string;
  /** What people read, unique in its table. */
  label: string;
  /** Of every figure of the column; null: none, or it stands in a column of its own. */
  unit: string | null;
  type: ColumnType;
  /** Decimal places that are shown to people; formats for programs carry the whole number. */
  digits?: number;
  /** Of those that tell rows apart: it is repeated in each part of a table that is too wide for paper. */
  isKey?: true;
  /** One sentence: how the figure comes about. */
  meaning: string;
}

/** Months are "2023-01", days "2023-01-15", instants ISO 8601 in UTC, per cents 12.5 for 12.5 %. Null: not known. */
export type Cell = string | number | boolean | null | readonly number[];

/** By the key of the column. Every column has its cell. */
export type Row = Readonly<Record<string, Cell>>;

/** A drawing of figures that the table holds; `null` is a hole and is drawn as one. */
export interface Chart {
  title: string;
  kind: "line" | "column" | "stacked";
  /** Of the vertical axis. */
  unit: string;
  /** Names on the horizontal axis, such as months. */
  categories: readonly string[];
  series: readonly ChartSeries[];
}

export interface ChartSeries {
  name: string;
  values: readonly (number | null)[];
  /** One for each value; absent where no figure of the series needs a mark. */
  marks?: readonly Mark[];
}

/** What a chart shows of a figure beside its size. */
export interface Mark {
  /** A bill or a read behind it was estimated by the utility. */
  isEstimated: boolean;
  /** It is of a month that is not billed in full. */
  isIncomplete: boolean;
}

/** Nouns for what is counted as estimated and as missing. */
export interface Counted {
  estimated: string;
  missing: string;
}

/** What is known before the first row. */
export interface TableHead {
  title: string;
  /** What the rows are: of bills as they came, of calendar months, or set against the weather; null where none of them. */
  basis: ReportBasis | null;
  /** What the tail counts, where `basis` does not say it: one of them each. */
  counted?: Counted;
  /** Half-open; null while there is nothing to tell. */
  period: Period | null;
  columns: readonly Column[];
  /** The rule the figures follow, in sentences that people read. */
  rule: string;
  charts: readonly Chart[];
}

/** What is known after the last row. */
export interface TableTail {
  /** By the key of the column; what cannot be added up is not there. */
  totals: Row;
  /** Of the months (or bills, where the rows are bills) told of; null where the word means nothing. */
  estimated: number | null;
  missing: number | null;
  /** What a reader must know to use the figures, in sentences. */
  notes: readonly string[];
}

/** Rows come in parts, so that a long table is never held whole. `tail` may be asked for once they have ended. */
export interface Table {
  head: TableHead;
  parts: AsyncIterable<readonly Row[]>;
  tail(): TableTail;
}

/** Turns what one part of a report is made of into its rows, and adds up what the tail says. Used once. */
export interface TableRows<Part> {
  rowsOf(part: Part): Row[];
  tail(): TableTail;
}
