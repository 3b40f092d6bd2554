/** A table that is produced part by part: the content of a report or delivery, independent of the output format. */
import type { ColumnType } from "./codes.ts";
import type { ReportBasis } from "./report.ts";
import type { Period } from "./scalars.ts";

export interface Column {
  /** Stable across releases, in snake_case. */
  key: string;
  /** The readable name in English, unique in its table: the key of the rows in JSON. */
  label: string;
  /** The readable name in the language of the table; the label when absent. */
  name?: string;
  /** The unit of the column; null: no unit, or the unit has its own column. */
  unit: string | null;
  type: ColumnType;
  /** Decimal places shown to people; formats for programs contain the full number. */
  digits?: number;
  /** True for a column that identifies rows: it is repeated in each part of a table that is too wide for a page. */
  isKey?: true;
  /** True for the column that answers the question of the table: on a page it stays in sight, too. */
  isAnswer?: true;
  /** True for a text of two days, "2024-01-01 to 2024-12-31", which people read as dates. */
  isPeriod?: true;
  /** For a column of codes: their words in the language of the table. A cell may have several, separated by ", ". */
  words?: Readonly<Record<string, string>>;
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
  kind: "line" | "column" | "stacked" | "scatter";
  /** The unit of the vertical axis. */
  unit: string;
  /** Names on the horizontal axis, such as months; those of the points of a scatter. */
  categories: readonly string[];
  series: readonly ChartSeries[];
  /** A range between two values of each category, such as an uncertainty; null where there is none. */
  band?: ChartBand;
  /** For a scatter: the places of the points on a horizontal axis of numbers, and its unit. */
  across?: { unit: string; values: readonly number[] };
}

export interface ChartBand {
  name: string;
  low: readonly (number | null)[];
  high: readonly (number | null)[];
}

export interface ChartSeries {
  name: string;
  /** In a scatter: a line through its points instead of the points. */
  isFitted?: true;
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

/** What is counted, in the words of files. */
export const COUNTED_NOUNS = ["bill", "gap", "month", "period", "read", "row"] as const;
export type CountedNoun = (typeof COUNTED_NOUNS)[number];

/** Nouns for the counts of estimated and missing items. */
export interface Counted {
  estimated: CountedNoun;
  missing: CountedNoun;
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
  /** For a table of what is new: where the next one goes on, so that nothing comes twice. */
  nextSince?: string;
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

/** A figure at the top of a report. */
export interface Tile {
  /** Stable across releases, in snake_case. */
  key: string;
  /** In the language of the report. */
  label: string;
  /** Of the type of `type`; null: not known. */
  value: number | string | null;
  type: Exclude<ColumnType, "bills" | "flag">;
  unit: string | null;
  /** Decimal places shown to people. */
  digits?: number;
  /** In percent, against what `comparison` says; null when there is nothing to compare with. */
  change: number | null;
  /** What it is compared with, in the language of the report. */
  comparison: string | null;
  /** Part of it is estimated, or it is not of the whole time. */
  mark: "estimated" | "partial" | null;
}

/** What a report says first: its answer in a sentence, and the figures behind it. */
export interface Opening {
  /** In the language of the report. Without enough data, it says what is missing and what to do. */
  answer: string;
  tiles: readonly Tile[];
}

/** Rows come in parts, so that a long table is never held in memory. Call `tail` after the last part. */
export interface Table {
  head: TableHead;
  /** For formats that people read; absent for a table that answers no question. Can be called before, during and after the parts. */
  opening?(): Promise<Opening>;
  parts: AsyncIterable<readonly Row[]>;
  tail(): TableTail;
}

/** Turns each part of a report's input into rows, and calculates the tail. Used once. */
export interface TableRows<Part> {
  rowsOf(part: Part): Row[];
  tail(): TableTail;
}
