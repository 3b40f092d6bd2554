/** The rows of a table for pdfmake: with labels on each page, in as many parts as the paper needs. */
import type { Content, Text } from "pdfmake";
import type { Cell, Column, Row, TableHead, TableTail } from "../../records/table.ts";
import type { About } from "../about.ts";
import { cellText, isFigure, unitText } from "../cell-text.ts";
import { LIGHT } from "../charts/palette.ts";
import type { Part } from "../paper-parts.ts";
import { PADDING } from "../paper.ts";

/** The input of a document, passed to the thread that makes it. */
export interface PdfSource {
  head: TableHead;
  rows: readonly Row[];
  tail: TableTail;
  about: Pick<About, "property" | "generated_at">;
  links: ReadonlyMap<number, string>;
}

/** Letters of a text that fit a page in the narrowest column. */
const KEPT_TEXT_MAX = 500;

export function pdfTables(source: PdfSource, parts: readonly Part[], size: number): Content[] {
  const dontBreakRows = !hasLongText(source);
  return parts.map(({ columns, widths }, place): Content => {
    const heading = parts.length > 1 ? [headingRow(`Part ${place + 1} of ${parts.length}`, columns)] : [];
    const headerRows = heading.length + 1;
    const rows = source.rows.map((row) => columns.map((column) => bodyCell(row[column.key] ?? null, column, source)));
    return {
      margin: [0, 12, 0, 0],
      table: {
        headerRows,
        // Labels are kept with a row at the end of a page, unless a row may be longer than a page.
        keepWithHeaderRows: dontBreakRows ? 1 : 0,
        dontBreakRows,
        widths: [...widths],
        body: [...heading, columns.map(labelCell), ...rows, ...totalsRow(columns, source.tail)],
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

function labelCell(column: Column): Text {
  const unit = unitText(column);
  return {
    text: [{ text: column.label, bold: true }, unit === null ? "" : { text: `\n${unit}`, color: LIGHT.quiet }],
    alignment: isFigure(column) ? "right" : "left",
  };
}

function bodyCell(cell: Cell, column: Column, { links }: PdfSource): Text {
  if (typeof cell === "object" && cell !== null && cell.length > 0) {
    return {
      text: cell.flatMap((id, place) => {
        const link = links.get(id);
        const text = String(id);
        const shown =
          link === undefined
            ? text
            : ({ text, link, color: LIGHT.series[0] ?? LIGHT.ink, decoration: "underline" } as const);
        // A separate space without underline, so that two numbers do not look like one.
        return place === 0 ? shown : [" ", shown];
      }),
    };
  }
  const text = cellText(cell, column);
  return isFigure(column) ? { text, alignment: "right" } : text;
}

function totalsRow(columns: readonly Column[], { totals }: TableTail): Text[][] {
  if (columns.every(({ key }) => totals[key] === undefined)) return [];
  const cells = columns.map((column, place): Text => {
    const total = totals[column.key];
    if (place === 0 && total === undefined) return { text: "Total", bold: true };
    return {
      text: total === undefined ? "" : cellText(total, column),
      bold: true,
      alignment: isFigure(column) ? "right" : "left",
    };
  });
  return [cells];
}

/** A row that is kept together must fit a page, or it would be cut off. */
const hasLongText = ({ rows }: PdfSource): boolean =>
  rows.some((row) => Object.values(row).some((cell) => typeof cell === "string" && cell.length > KEPT_TEXT_MAX));
