/** How a page is printed: upright, else across; a table that is wider still in parts, as in a PDF, so that its letters stay as large. */
import type { Column, Row } from "../records/table.ts";
import { layOutParts } from "./paper-parts.ts";
import { filledColumns, measure, roomOn, widthAt, type Paper } from "./paper.ts";

export interface PagePaper {
  paper: Paper;
  /** The columns of each part; none where the table is printed as it stands. */
  parts: readonly (readonly Column[])[];
  /** Columns in which nothing is known: they are not printed. */
  leftOut: readonly Column[];
  /** The table is too wide for the sheet, and too long to be taken apart: its letters are small. */
  isShrunk: boolean;
}

/** A point more than is printed: nobody knows how wide the letters of the reader's system are. */
const SIZE = 8;

/** `isWhole`: these are all rows of the table, with its totals. */
export function pagePaper(columns: readonly Column[], rows: readonly Row[], isWhole: boolean): PagePaper {
  if (!isWhole) return { ...ofLongTable(columns, rows), parts: [], leftOut: [] };
  const filled = filledColumns(columns, rows);
  const { paper, parts } = layOutParts(filled, rows, [SIZE]);
  return {
    paper,
    parts: parts.length === 1 ? [] : parts.map((part) => part.columns),
    leftOut: columns.filter((column) => !filled.includes(column)),
    isShrunk: false,
  };
}

/** It is sent while it is read, and cannot be told twice. */
function ofLongTable(columns: readonly Column[], first: readonly Row[]): Pick<PagePaper, "paper" | "isShrunk"> {
  const all = measure(columns, first);
  if (widthAt(all, SIZE, "wanted") <= roomOn("upright")) return { paper: "upright", isShrunk: false };
  return { paper: "across", isShrunk: widthAt(all, SIZE, "least") > roomOn("across") };
}
