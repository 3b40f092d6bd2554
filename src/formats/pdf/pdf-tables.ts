/** The rows of a table for pdfmake: with labels on each page, in as many parts as the paper needs. */
import type { Content, Text } from "pdfmake";
import type { Cell, Column, Opening, Row, TableHead, TableTail } from "../../records/table.ts";
import type { About } from "../about.ts";
import { billsIn, cellText, isFigure, nameOf, UNKNOWN, unitText, type Bills } from "../cell-text.ts";
import { LIGHT } from "../charts/palette.ts";
import type { Part } from "../paper-parts.ts";
import { PADDING } from "../paper.ts";
import { rowMark } from "../row-mark.ts";
import type { Words } from "../words/words.ts";

/** The input of a document, passed to the thread that makes it. */
export interface PdfSource {
  head: TableHead;
  rows: readonly Row[];
  tail: TableTail;
  about: Pick<About, "subject" | "company" | "language" | "generated_at">;
  opening: Opening | null;
  bills: Bills;
}

/** How cells are written. */
interface Look {
  size: number;
  words: Words;
}

/** Letters of a text that fit a page in the narrowest column. */
const KEPT_TEXT_MAX = 500;

export function pdfTables(source: PdfSource, parts: readonly Part[], { size, words }: Look): Content[] {
  const dontBreakRows = !hasLongText(source);
  return parts.map(({ columns, widths }, place): Content => {
    const heading =
      parts.length > 1 ? [headingRow(words.say("part", { part: place + 1, parts: parts.length }), columns)] : [];
    const headerRows = heading.length + 1;
    const rows = source.rows.map((row) =>
      columns.map((column, at) =>
        bodyCell(row[column.key] ?? null, column, { words, bills: source.bills, mark: at === 0 ? rowMark(row) : null }),
      ),
    );
    return {
      margin: [0, 12, 0, 0],
      table: {
        headerRows,
        // Labels are kept with a row at the end of a page, unless a row may be longer than a page.
        keepWithHeaderRows: dontBreakRows ? 1 : 0,
        dontBreakRows,
        widths: [...widths],
        body: [
          ...heading,
          columns.map((column) => labelCell(column, words)),
          ...rows,
          ...totalsRow(columns, source.tail, words),
        ],
      },
      fontSize: size,
      layout: layoutUnder(headerRows),
    };
  });
}

const layoutUnder = (headerRows: number) => ({
  hLineWidth: (line: number) => (line === headerRows ? 1 : 0.5),
  vLineWidth: () => 0,
  hLineColor: (line: number) => (line === headerRows ? LIGHT.quiet : LIGHT.edge),
  fillColor: (row: number) => (row < headerRows ? "#eef4fb" : null),
  paddingLeft: () => PADDING,
  paddingRight: () => PADDING,
  paddingTop: () => 2,
  paddingBottom: () => 2,
});

/** Spans all columns; the covered cells are empty. */
const headingRow = (text: string, columns: readonly Column[]): Text[] => [
  { text, color: LIGHT.quiet, colSpan: columns.length },
  ...columns.slice(1).map(() => ""),
];

function labelCell(column: Column, words: Words): Text {
  const unit = unitText(column, words);
  return {
    text: [{ text: nameOf(column), bold: true }, unit === null ? "" : { text: `\n${unit}`, color: LIGHT.quiet }],
    alignment: isFigure(column) ? "right" : "left",
  };
}

interface CellLook {
  words: Words;
  bills: Bills;
  /** How the row is marked, in its first cell. */
  mark: ReturnType<typeof rowMark>;
}

function bodyCell(cell: Cell, column: Column, { words, bills, mark }: CellLook): Text {
  if (typeof cell === "object" && cell !== null) return billsCell(cell, words, bills);
  const text = cellText(cell, column, words);
  if (mark !== null) return { text: [text, { text: `\n${words.say(`row.${mark}`)}`, color: LIGHT.quiet }] };
  return isFigure(column) ? { text, alignment: "right" } : text;
}

/** The date of each bill, which leads to its file. */
function billsCell(ids: readonly number[], words: Words, bills: Bills): Text {
  const texts = billsIn(ids, bills, words).flatMap(({ date, file }, place): Text[] => {
    const shown: Text =
      file === null ? date : { text: date, link: file, color: LIGHT.series[0] ?? LIGHT.ink, decoration: "underline" };
    return place === 0 ? [shown] : ["\n", shown];
  });
  return texts.length === 0 ? UNKNOWN : { text: texts };
}

function totalsRow(columns: readonly Column[], { totals }: TableTail, words: Words): Text[][] {
  if (columns.every(({ key }) => totals[key] === undefined)) return [];
  const cells = columns.map((column, place): Text => {
    const total = totals[column.key];
    if (place === 0 && total === undefined) return { text: words.say("total"), bold: true };
    return {
      text: total === undefined ? "" : cellText(total, column, words),
      bold: true,
      alignment: isFigure(column) ? "right" : "left",
    };
  });
  return [cells];
}

/** A row that is kept together must fit a page, or it would be cut off. */
const hasLongText = ({ rows }: PdfSource): boolean =>
  rows.some((row) => Object.values(row).some((cell) => typeof cell === "string" && cell.length > KEPT_TEXT_MAX));
