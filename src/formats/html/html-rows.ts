/** The table of a page: a header for every column and row, figures right-aligned, and links from months and bills to their pages. */
import type { Cell, Column, Row, TableTail } from "../../records/table.ts";
import { escapeHtml, html, type Html } from "./html.ts";
import type { About } from "../about.ts";
import { billsOf } from "../bill-cells.ts";
import { billsIn, cellText, isFigure, nameOf, UNKNOWN, unitText, type Bills } from "../cell-text.ts";
import { billPage, monthPage } from "../pages.ts";
import { rowMark } from "../row-mark.ts";
import type { Words } from "../words/words.ts";

export interface HtmlRows {
  /** Everything before the first row. */
  start: Html;
  rowsOf(rows: readonly Row[]): Promise<string>;
  /** Everything after the last row. */
  end(tail: TableTail): string;
}

/** Longer texts get a wide column. */
const SHORT_TEXT_MAX = 40;
/** Columns at the left that stay in sight; more would leave no room for the others. */
const KEPT_MAX = 2;

export interface HtmlRowsSource {
  /** Sample rows for the widths of texts. */
  first: readonly Row[];
  about: Pick<About, "billsOf" | "dashboard" | "subject">;
  words: Words;
  /** Columns that are not printed. */
  leftOut?: readonly Column[];
  /** A line above the labels. */
  heading?: string;
}

export function htmlRows(
  { title, columns }: { title: string; columns: readonly Column[] },
  { first, about, words, leftOut = [], heading }: HtmlRowsSource,
): HtmlRows {
  const kept = leadingKeys(columns);
  const looks = columns.map((column, place): Shown => ({
    column,
    look: [
      lookOf(column, first),
      ...(place < kept ? [`s${place + 1}`] : []),
      ...(column.isAnswer === true ? ["a"] : []),
      ...(leftOut.includes(column) ? ["e"] : []),
    ].join(" "),
  }));
  return {
    start: html`<div class="rows" role="region" aria-label="${title}" tabindex="0">
      <table>
        <caption>
          ${title}
        </caption>
        <thead>
          ${
            heading === undefined
              ? null
              : html`<tr>
                  <th colspan="${columns.length}" class="part">${heading}</th>
                </tr>`
          }
          <tr>
            ${looks.map(({ column, look }) => {
              const unit = unitText(column, words);
              return html`<th scope="col" class="${look}">
                ${nameOf(column)}${unit === null ? null : html` <small>${unit}</small>`}
              </th>`;
            })}
          </tr>
        </thead>
        <tbody>
     `,
    async rowsOf(rows) {
      const writer = { looks, about, words, bills: await about.billsOf(billsOf(rows, columns)) };
      return rows.map((row) => rowText(row, writer)).join("");
    },
    end: (tail) => `</tbody>${totalsText(tail, looks, words)}</table></div>`,
  };
}

/** How many columns at the left identify a row; the first one always does. */
function leadingKeys(columns: readonly Column[]): number {
  const others = columns.findIndex(({ isKey }) => isKey !== true);
  return Math.min(Math.max(others === -1 ? columns.length : others, 1), KEPT_MAX);
}

interface Shown {
  column: Column;
  /**
   * Short, because every cell has one. Classes of report.css: figures `n`, unbreakable cells `k`, bills `b`, long texts `w`,
   * other texts `t`; `s1` and `s2` stay in sight at the left and `a` at the right; `e` is not printed.
   */
  look: string;
}

function lookOf(column: Column, first: readonly Row[]): string {
  if (isFigure(column)) return "n";
  if (column.type !== "text") return column.type === "bills" ? "b" : "k";
  const isLong = (cell: Cell | undefined) => typeof cell === "string" && cell.length > SHORT_TEXT_MAX;
  return first.some((row) => isLong(row[column.key])) ? "w" : "t";
}

interface RowWriter {
  looks: readonly Shown[];
  about: Pick<About, "dashboard" | "subject">;
  words: Words;
  bills: Bills;
}

/** Without the template, because there can be a hundred thousand rows. */
function rowText(row: Row, writer: RowWriter): string {
  const mark = rowMark(row);
  let text = mark === null ? "<tr>" : `<tr class="${mark}">`;
  writer.looks.forEach(({ column, look }, place) => {
    const content = contentOf(row, column, writer);
    if (place > 0) text += `<td class="${look}">${content}</td>`;
    else {
      const word = mark === null ? "" : ` <small class="mark">${escapeHtml(writer.words.say(`row.${mark}`))}</small>`;
      text += `<th scope="row" class="${look}">${content}${word}</th>`;
    }
  });
  return `${text}</tr>\n`;
}

/** Longer words may be broken, or a column would be as wide as they are. */
const WHOLE_MAX = 24;

/** Browsers break lines at hyphens, which would split days and numbers of meters or accounts. */
const withWholeNumbers = (escaped: string): string =>
  escaped.replace(/\S+/g, (word) =>
    word.length <= WHOLE_MAX && /\d-|-\d/.test(word) ? `<span class="d">${word}</span>` : word,
  );

const link = (address: string, text: string, more = ""): string =>
  `<a href="${escapeHtml(address)}"${more}>${text}</a>`;

function contentOf(row: Row, column: Column, { about, words, bills }: RowWriter): string {
  const cell = row[column.key] ?? null;
  if (typeof cell === "object" && cell !== null) return billLinks(cell, { about, words, bills });
  const text = escapeHtml(cellText(cell, column, words));
  if (typeof cell !== "string") return text;
  if (column.type === "month") {
    const page = monthPage(about, row, cell);
    return page === null ? text : link(page, text);
  }
  return column.type === "text" ? withWholeNumbers(text) : text;
}

/** The date of each bill, which leads to its page, with a link to its file. */
function billLinks(ids: readonly number[], { about, words, bills }: Omit<RowWriter, "looks">): string {
  const texts = billsIn(ids, bills, words).map(({ id, date, file }) => {
    const page = billPage(about, id);
    const named = page === null ? escapeHtml(date) : link(page, escapeHtml(date));
    const label = ` aria-label="${escapeHtml(words.say("bill.fileOf", { date }))}"`;
    const toFile = file === null ? "" : ` ${link(file, escapeHtml(words.say("bill.file")), label)}`;
    return `<span class="d">${named}${toFile}</span>`;
  });
  return texts.length === 0 ? UNKNOWN : texts.join(" ");
}

function totalsText({ totals }: TableTail, looks: readonly Shown[], words: Words): string {
  if (Object.keys(totals).length === 0) return "";
  const cells = looks.map(({ column, look }, place) => {
    const total = totals[column.key];
    if (place === 0 && total === undefined)
      return `<th scope="row" class="${look}">${escapeHtml(words.say("total"))}</th>`;
    return `<td class="${look}">${total === undefined ? "" : escapeHtml(cellText(total, column, words))}</td>`;
  });
  return `<tfoot><tr>${cells.join("")}</tr></tfoot>`;
}
