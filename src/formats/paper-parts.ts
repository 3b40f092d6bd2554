/**
 * Fits a table on letter paper: portrait, else landscape with readable letters; a wider table is split into parts, each with
 * the columns that identify its rows.
 */
import type { Column, Row } from "../records/table.ts";
import {
  LETTER_WIDTH,
  measure,
  PADDING,
  PLAIN,
  printableWidth,
  widthAt,
  type Measured,
  type Paper,
  type Shown,
} from "./paper.ts";

/** Columns next to each other. */
export interface Part {
  columns: readonly Column[];
  /** In points, without padding. */
  widths: readonly number[];
}

export interface PaperLayout {
  paper: Paper;
  /** Letter size in points. */
  size: number;
  parts: readonly Part[];
}

/** In points, from the preferred size to the smallest readable one. */
const SIZE = 8;
const SIZES = [SIZE, 7.5, 7, 6.5] as const;
/** The step for distributing columns over parts, in points. */
const STEP = 10;

export function layOutParts(
  columns: readonly Column[],
  rows: readonly Row[],
  { sizes = SIZES, shown = PLAIN }: { sizes?: readonly number[]; shown?: Shown } = {},
): PaperLayout {
  const all = measure(columns, rows, shown);
  for (const paper of ["portrait", "landscape"] as const)
    if (widthAt(all, SIZE, "wanted") <= printableWidth(paper))
      return { paper, size: SIZE, parts: [widen(all, paper, SIZE)] };
  const paper = "landscape";
  const room = printableWidth(paper);
  const least = Math.min(...sizes);
  const { length: count } = split(all, room, least);
  // Larger letters when they need no further part.
  const size = sizes.find((each) => split(all, room, each).length === count) ?? least;
  const parts = split(all, room, size).map((part) => widen(part, paper, size));
  // Parts of one table are equally wide; an unsplit table takes only the space that it needs.
  return { paper, size, parts: parts.length > 1 ? parts.map((part) => stretch(part, room)) : parts };
}

function split(all: readonly Measured[], room: number, size: number): (readonly Measured[])[] {
  const widthOf = (columns: readonly Measured[]) => widthAt(columns, size, "least");
  if (widthOf(all) <= room) return [all];
  const keys = keysOf(all, (columns) => widthOf(columns) <= room / 2);
  const others = all.filter((column) => !keys.has(column));
  const free = room - widthOf([...keys]);
  const { length: count } = pack(others, free, widthOf);
  // As even as possible, to avoid full parts followed by a last one with a single column.
  let packed = pack(others, widthOf(others) / count, widthOf);
  for (let most = widthOf(others) / count; packed.length > count; most += STEP)
    packed = pack(others, Math.min(most, free), widthOf);
  return packed.map((part) => all.filter((column) => keys.has(column) || part.includes(column)));
}

/** The key columns; the first column when none is marked, or when they would leave too little space. */
function keysOf(all: readonly Measured[], areNarrow: (columns: readonly Measured[]) => boolean): Set<Measured> {
  const keys = all.filter(({ column }) => column.isKey === true);
  return new Set(keys.length > 0 && areNarrow(keys) ? keys : all.slice(0, 1));
}

/** In order, each part as full as possible; a column that is too wide has its own part. */
function pack(
  columns: readonly Measured[],
  most: number,
  widthOf: (columns: readonly Measured[]) => number,
): Measured[][] {
  const parts: Measured[][] = [];
  for (const column of columns) {
    const part = parts.at(-1);
    if (part !== undefined && widthOf([...part, column]) <= most) part.push(column);
    else parts.push([column]);
  }
  return parts;
}

function stretch({ columns, widths }: Part, room: number): Part {
  const factor = (room - 2 * PADDING * columns.length) / widths.reduce((sum, width) => sum + width, 0);
  return { columns, widths: widths.map((width) => width * factor) };
}

/** Distributes the available space: first to the wanted widths, then to long texts. Columns that do not fit are narrowed. */
function widen(part: readonly Measured[], paper: Paper, size: number): Part {
  const room = printableWidth(paper);
  const [from, to] =
    widthAt(part, size, "wanted") <= room ? (["wanted", "most"] as const) : (["least", "wanted"] as const);
  const needed = widthAt(part, size, from);
  const share = Math.min(1, Math.max(0, (room - needed) / Math.max(widthAt(part, size, to) - needed, 1)));
  const free = 2 * PADDING * part.length;
  const narrowed = Math.min(1, (room - free) / (needed - free));
  const widths = part.map(
    (letters) => (letters[from] + (letters[to] - letters[from]) * share) * LETTER_WIDTH * size * narrowed,
  );
  return { columns: part.map(({ column }) => column), widths };
}
