/**
 * The print layout of a page: portrait, else landscape; a table that is wider still is split into parts, as in a PDF, so that
 * its letters stay readable.
 */
import type { Column, Row } from "../records/table.ts";
import { layOutParts } from "./paper-parts.ts";
import { filledColumns, measure, PLAIN, printableWidth, widthAt, type Paper, type Shown } from "./paper.ts";

export interface PagePaper {
  paper: Paper;
  /** The columns of each part; empty when the table is printed unsplit. */
  parts: readonly (readonly Column[])[];
  /** Columns without known values, which are not printed. */
  leftOut: readonly Column[];
  /** The table is too wide for the sheet and too long to split, so its letters are small. */
  isShrunk: boolean;
}

/** A point larger than printed, because the widths of the reader's font are unknown. */
const SIZE = 8;

/** `isWhole`: `rows` are all rows of the table, including its totals. */
export function pagePaper(
  columns: readonly Column[],
  rows: readonly Row[],
  isWhole: boolean,
  shown: Shown = PLAIN,
): PagePaper {
  if (!isWhole) return { ...ofLongTable(columns, rows, shown), parts: [], leftOut: [] };
  const filled = filledColumns(columns, rows);
  const { paper, parts } = layOutParts(filled, rows, { sizes: [SIZE], shown });
  return {
    paper,
    parts: parts.length === 1 ? [] : parts.map((part) => part.columns),
    leftOut: columns.filter((column) => !filled.includes(column)),
    isShrunk: false,
  };
}

/** A long table is sent while it is read, so it cannot be repeated. */
function ofLongTable(
  columns: readonly Column[],
  first: readonly Row[],
  shown: Shown,
): Pick<PagePaper, "paper" | "isShrunk"> {
  const all = measure(columns, first, shown);
  if (widthAt(all, SIZE, "wanted") <= printableWidth("portrait")) return { paper: "portrait", isShrunk: false };
  return { paper: "landscape", isShrunk: widthAt(all, SIZE, "least") > printableWidth("landscape") };
}
