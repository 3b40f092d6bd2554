/**
 * Writes the rows of a sheet as SpreadsheetML, one by one: texts stay texts whatever they begin with, days are dates, unknown
 * cells are empty.
 */
import type { Cell, Column, Row } from "../../records/table.ts";
import { escapeHtml } from "../html/html.ts";
import { columnName } from "./xlsx-workbook.ts";

/** Excel's limit for the text of a cell. */
const TEXT_MAX = 32_767;
/** Excel's limit for a text in a formula. */
const LINK_MAX = 255;
const DAY_MS = 86_400_000;
/** Day 0 of spreadsheet dates. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** Characters that XML 1.0 cannot represent. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export interface RowWriter {
  /** Row numbers begin with 1. */
  row(number: number, row: Row, linkOf: (id: number) => string | undefined): string;
}

/** `styles` are the style indexes in the workbook, for each column. */
export function createRowWriter(columns: readonly Column[], styles: readonly string[]): RowWriter {
  const places = columns.map((column, index) => ({ column, letter: columnName(index), style: styles[index] ?? "0" }));
  return {
    row(number, row, linkOf) {
      let cells = "";
      for (const { column, letter, style } of places) {
        const content = contentOf(row[column.key] ?? null, column, linkOf);
        if (content !== null) cells += `<c r="${letter}${number}" s="${style}"${content}</c>`;
      }
      return `<row r="${number}">${cells}</row>`;
    },
  };
}

/** The labels, inline in the row instead of in the shared string table at the end of the workbook. */
export const labelRow = (columns: readonly Column[], style: string): string =>
  `<row r="1">${columns.map(({ label }, index) => `<c r="${columnName(index)}1" s="${style}"${textOf(label)}</c>`).join("")}</row>`;

/** The content after the style attribute; null for an empty cell. */
function contentOf(cell: Cell, { type }: Column, linkOf: (id: number) => string | undefined): string | null {
  if (cell === null) return null;
  if (typeof cell === "boolean") return ` t="b"><v>${cell ? 1 : 0}</v>`;
  if (typeof cell === "number") {
    if (!Number.isFinite(cell)) return null;
    return `><v>${type === "percent" ? Number((cell / 100).toPrecision(15)) : cell}</v>`;
  }
  if (typeof cell === "string") {
    const days = DAYS[type]?.(cell);
    return days === undefined || Number.isNaN(days) ? textOf(cell) : `><v>${days}</v>`;
  }
  const [first] = cell;
  if (first === undefined) return null;
  const link = cell.length === 1 ? linkOf(first) : undefined;
  return link === undefined ? textOf(cell.join(" ")) : linkContent(link, String(first));
}

/** Days since the epoch of spreadsheets. */
const serial = (iso: string): number => (Date.parse(iso) - EPOCH_MS) / DAY_MS;
const DAYS: Partial<Record<Column["type"], (text: string) => number>> = {
  month: (month) => serial(`${month}-01T00:00:00Z`),
  date: (day) => serial(`${day}T00:00:00Z`),
  instant: serial,
};

function textOf(text: string): string {
  const whole = text.replace(UNWRITABLE, "").replace(/_x(?=[0-9A-Fa-f]{4}_)/g, "_x005F_x");
  const fitting = whole.length > TEXT_MAX ? `${whole.slice(0, TEXT_MAX - 1)}…` : whole;
  return ` t="inlineStr"><is><t xml:space="preserve">${escapeHtml(fitting)}</t></is>`;
}

/** A link as a formula, with its text as the cached value: unlike a list of links it can be written row by row. */
function linkContent(link: string, text: string): string {
  if (link.length > LINK_MAX) return textOf(text);
  const quoted = link.replaceAll('"', "%22");
  return ` t="str"><f>${escapeHtml(`HYPERLINK("${quoted}","${text}")`)}</f><v>${escapeHtml(text)}</v>`;
}

/** A link with its address as text. */
export const linkRow = (number: number, id: number, link: string | undefined, styles: readonly string[]): string => {
  const target = link === undefined ? "" : `<c r="B${number}" s="${styles[1] ?? "0"}"${linkContent(link, link)}</c>`;
  return `<row r="${number}"><c r="A${number}" s="${styles[0] ?? "0"}"><v>${id}</v></c>${target}</row>`;
};
