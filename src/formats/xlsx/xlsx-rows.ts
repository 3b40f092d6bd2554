/**
 * Writes the rows of a sheet as SpreadsheetML, one by one: texts stay texts whatever they begin with, days are dates, unknown
 * cells are empty.
 */
import { MONEY } from "../../records/report.ts";
import type { Column, Row } from "../../records/table.ts";
import type { About } from "../about.ts";
import { BETWEEN_BILLS, billsIn, cellText, nameOf, unitText, type Bills } from "../cell-text.ts";
import { escapeHtml } from "../html/html.ts";
import { billPage, monthPage } from "../pages.ts";
import type { Words } from "../words/words.ts";
import { DAY_MS } from "../../domain/instant.ts";

/** Excel's limit for the text of a cell. */
const TEXT_MAX = 32_767;
/** Excel's limit for a text in a formula. */
const LINK_MAX = 255;
/** Day 0 of spreadsheet dates. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** Characters that XML 1.0 cannot represent. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export interface RowWriter {
  /** Row numbers begin with 1. */
  row(number: number, row: Row, bills: Bills): string;
  /** The row of totals, with its name in the first cell unless that has a total. */
  totals(number: number, totals: Row): string;
}

/** Where the cells of months and bills lead, and the language of the others. */
export interface RowLook {
  about: Pick<About, "dashboard" | "subject">;
  words: Words;
}

/** `styles` are the style indexes in the workbook, for each column. */
export function createRowWriter(columns: readonly Column[], styles: readonly string[], look: RowLook): RowWriter {
  const places = columns.map((column, index) => ({ column, letter: columnName(index), style: styles[index] ?? "0" }));
  const rowOf = (number: number, contents: (column: Column, at: number) => string | null) => {
    let cells = "";
    for (const [at, { column, letter, style }] of places.entries()) {
      const content = contents(column, at);
      if (content !== null) cells += `<c r="${letter}${number}" s="${style}"${content}</c>`;
    }
    return `<row r="${number}">${cells}</row>`;
  };
  return {
    row: (number, row, bills) => rowOf(number, (column) => contentOf(row, column, look, bills)),
    totals: (number, totals) =>
      rowOf(number, (column, at) => {
        const total = totals[column.key] ?? null;
        if (total === null) return at === 0 ? textOf(look.words.say("total")) : null;
        return contentOf(
          { [column.key]: total },
          { ...column, type: column.type === "bills" ? "text" : column.type },
          look,
          new Map(),
        );
      }),
  };
}

/** The labels with their units, inline in the row instead of in the shared string table at the end of the workbook. */
export const labelRow = (columns: readonly Column[], style: string, words: Words): string =>
  `<row r="1">${columns.map((column, index) => `<c r="${columnName(index)}1" s="${style}"${textOf(headerOf(column, words))}</c>`).join("")}</row>`;

/** "Total Cost ($)", so that a sheet alone says what its figures are. */
export function headerOf(column: Column, words: Words): string {
  const name = nameOf(column);
  const unit = column.unit === MONEY ? words.unit(column.unit) : unitText(column, words);
  return unit === null || name.includes(`(${unit})`) ? name : `${name} (${unit})`;
}

/** The content after the style attribute; null for an empty cell. */
function contentOf(row: Row, column: Column, { about, words }: RowLook, bills: Bills): string | null {
  const cell = row[column.key] ?? null;
  if (cell === null) return null;
  if (typeof cell === "boolean") return textOf(words.say(cell ? "yes" : "no"));
  if (typeof cell === "number") {
    if (!Number.isFinite(cell)) return null;
    return `><v>${column.type === "percent" ? Number((cell / 100).toPrecision(15)) : cell}</v>`;
  }
  if (typeof cell === "object") return billsContent(cell, { about, words }, bills);
  const days = DAYS[column.type]?.(cell);
  if (days === undefined || Number.isNaN(days))
    return textOf(column.words === undefined ? cell : cellText(cell, column, words));
  const page = column.type === "month" ? monthPage(about, row, cell) : null;
  return page === null ? `><v>${days}</v>` : dateLink(page, days);
}

/** One link for a cell: to the page of its bill, else to its file. A cell of several bills leads to the first. */
function billsContent(ids: readonly number[], { about, words }: RowLook, bills: Bills): string | null {
  const known = billsIn(ids, bills, words);
  const [first] = known;
  if (first === undefined) return null;
  const text = known.map(({ date }) => date).join(BETWEEN_BILLS);
  const target = billPage(about, first.id) ?? first.file;
  return target === null ? textOf(text) : linkContent(target, text);
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

/** A date that leads to a page: its cached value stays a number, so that it sorts and filters as a date. */
const dateLink = (link: string, days: number): string =>
  link.length > LINK_MAX
    ? `><v>${days}</v>`
    : `><f>${escapeHtml(`HYPERLINK("${link.replaceAll('"', "%22")}",${days})`)}</f><v>${days}</v>`;

/** A row of the list of bills: date, utility, account, amount, and links. */
export function billRow(
  number: number,
  id: number,
  { bills, about, words }: RowLook & { bills: Bills },
  styles: readonly string[],
): string {
  const bill = bills.get(id);
  if (bill === undefined) return "";
  const page = billPage(about, id);
  const date = DAYS.date?.(bill.invoice_date) ?? 0;
  const contents = [
    page === null ? `><v>${date}</v>` : dateLink(page, date),
    textOf(bill.utility),
    textOf(bill.account),
    bill.total_cost === null ? null : `><v>${bill.total_cost}</v>`,
    bill.file === null ? null : linkContent(bill.file, words.say("bills.open")),
  ];
  const cells = contents.map((content, at) =>
    content === null ? "" : `<c r="${columnName(at)}${number}" s="${styles[at] ?? "0"}"${content}</c>`,
  );
  return `<row r="${number}">${cells.join("")}</row>`;
}

/** The name of the column at a position from 0: A, B, ... AA. */
export const columnName = (column: number): string =>
  (column < 26 ? "" : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
