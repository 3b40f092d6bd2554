/** The table of a page: a header for every column and row, figures right-aligned, and a link for every bill with a file. */
import type { Cell, Column, Row, TableTail } from "../../records/table.ts";
import { escapeHtml, html, type Html } from "./html.ts";
import type { About } from "../about.ts";
import { billsOf } from "../bill-cells.ts";
import { cellText, isFigure, unitText } from "../cell-text.ts";

export interface HtmlRows {
  /** Everything before the first row. */
  start: Html;
  rowsOf(rows: readonly Row[]): Promise<string>;
  /** Everything after the last row. */
  end(tail: TableTail): string;
}

/** Longer texts get a wide column. */
const SHORT_TEXT_MAX = 40;

export interface HtmlRowsSource {
  /** Sample rows for the widths of texts. */
  first: readonly Row[];
  linksOfBills: About["linksOfBills"];
  /** Columns that are not printed. */
  leftOut?: readonly Column[];
  /** A line above the labels. */
  heading?: string;
}

export function htmlRows(
  { title, columns }: { title: string; columns: readonly Column[] },
  { first, linksOfBills, leftOut = [], heading }: HtmlRowsSource,
): HtmlRows {
  const looks = columns.map((column) => {
    const look = lookOf(column, first);
    return { column, look: leftOut.includes(column) ? (`${look} e` as const) : look };
  });
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
              const unit = unitText(column);
              return html`<th scope="col" class="${look}">
                ${column.label}${unit === null ? null : html` <small>${unit}</small>`}
              </th>`;
            })}
          </tr>
        </thead>
        <tbody>
     `,
    async rowsOf(rows) {
      const links = await linksOfBills(billsOf(rows, columns));
      return rows.map((row) => rowText(row, looks, (id) => links.get(id))).join("");
    },
    end: (tail) => `</tbody>${totalsText(tail, looks)}</table></div>`,
  };
}

/** Short, because every cell has one. Classes of report.css: figures, unbreakable cells, bills, long texts, other texts. */
type Look = "n" | "k" | "b" | "w" | "t";

interface Shown {
  column: Column;
  /** With `e`, the column is not printed. */
  look: Look | `${Look} e`;
}

function lookOf(column: Column, first: readonly Row[]): Look {
  if (isFigure(column)) return "n";
  if (column.type !== "text") return column.type === "bills" ? "b" : "k";
  const isLong = (cell: Cell | undefined) => typeof cell === "string" && cell.length > SHORT_TEXT_MAX;
  return first.some((row) => isLong(row[column.key])) ? "w" : "t";
}

/** Without the template, because there can be a hundred thousand rows. */
function rowText(row: Row, looks: readonly Shown[], linkOf: (id: number) => string | undefined): string {
  let text = "<tr>";
  looks.forEach(({ column, look }, place) => {
    const content = contentOf(row[column.key] ?? null, column, linkOf);
    text += place === 0 ? `<th scope="row" class="${look}">${content}</th>` : `<td class="${look}">${content}</td>`;
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

function contentOf(cell: Cell, column: Column, linkOf: (id: number) => string | undefined): string {
  if (typeof cell === "string" && column.type === "text") return withWholeNumbers(escapeHtml(cell));
  if (typeof cell !== "object" || cell === null || cell.length === 0) return escapeHtml(cellText(cell, column));
  return cell
    .map((id) => {
      const link = linkOf(id);
      return link === undefined ? String(id) : `<a href="${escapeHtml(link)}">${id}</a>`;
    })
    .join(" ");
}

function totalsText({ totals }: TableTail, looks: readonly Shown[]): string {
  if (Object.keys(totals).length === 0) return "";
  const cells = looks.map(({ column, look }, place) => {
    const total = totals[column.key];
    if (place === 0 && total === undefined) return `<th scope="row">Total</th>`;
    return `<td class="${look}">${total === undefined ? "" : escapeHtml(cellText(total, column))}</td>`;
  });
  return `<tfoot><tr>${cells.join("")}</tr></tfoot>`;
}
