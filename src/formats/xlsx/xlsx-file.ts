/**
 * Writes a table as an Excel workbook in constant memory: the rows are streamed into a workbook that a library makes around
 * them.
 */
import type { Column } from "../../records/table.ts";
import type { About, FileParts } from "../about.ts";
import { billsOf } from "../bill-cells.ts";
import { cellText, type Bills } from "../cell-text.ts";
import type { ReadAhead } from "../read-ahead.ts";
import { wordsOf, type Words } from "../words/words.ts";
import { billRow, columnName, createRowWriter, headerOf, labelRow } from "./xlsx-rows.ts";
import { billColumns, hasBills, writeWorkbook } from "./xlsx-workbook.ts";
import { readZip, writeZip, type ZipEntry } from "./zip.ts";

/** Excel's limit for a sheet; further rows go to another sheet. */
export const SHEET_ROWS_MAX = 1_048_576;
/** The number of bills that are looked up together. */
const BILLS_AT_ONCE = 1000;
/** Letters of the widest text column. */
const WIDTH_MAX = 42;

interface Frame {
  /** Everything before the first row and after the last one. */
  before: string;
  after: string;
  labelStyle: string;
  styles: string[];
}

export async function* writeXlsx(ahead: ReadAhead, about: About, rowsMax = SHEET_ROWS_MAX): FileParts {
  const words = wordsOf(about.language);
  const widths = ahead.head.columns.map((column) => widthOf(column, ahead, words));
  const workbook = { head: ahead.head, about, widths, opening: await ahead.opening() };
  const around = readZip(await writeWorkbook({ ...workbook, tail: null, dataSheets: 1 }));
  // In the order of the workbook: read me, data, charts, bills, further data.
  const chartSheets = ahead.head.charts.length > 0 ? 1 : 0;
  const billSheet = hasBills(ahead.head) ? 3 + chartSheets : null;
  const firstSheets = 2 + chartSheets + (billSheet === null ? 0 : 1);
  const dataFrame = frameOf(partOf(around, 2));
  const source = sheetRows(ahead, about, dataFrame);

  async function* entries(): AsyncGenerator<ZipEntry> {
    const streamed = new Set<string>();
    const stream = (sheet: number, content: AsyncIterable<string>): ZipEntry => {
      streamed.add(sheetPath(sheet));
      return { name: sheetPath(sheet), content };
    };
    let dataSheets = 0;
    do {
      dataSheets += 1;
      yield stream(dataSheets === 1 ? 2 : firstSheets + dataSheets - 1, source.sheet(rowsMax));
    } while (source.hasMore());
    if (billSheet !== null) yield stream(billSheet, billRows(source.bills, about, frameOf(partOf(around, billSheet))));
    const whole = readZip(await writeWorkbook({ ...workbook, tail: ahead.tailAtEnd(), dataSheets }));
    // The rows use the style indexes of the first workbook.
    if (!startsAlike(around, whole)) throw new Error("the styles of a workbook have moved");
    for (const [name, content] of whole) if (!streamed.has(name)) yield { name, content: [content] };
  }
  yield* writeZip(entries());
}

const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;

function partOf(parts: Map<string, Buffer>, sheet: number): string {
  const part = parts.get(sheetPath(sheet));
  if (part === undefined) throw new Error(`a workbook without its sheet ${sheet}`);
  return part.toString();
}

const stylesOf = (parts: Map<string, Buffer>): string[] =>
  (parts.get("xl/styles.xml")?.toString() ?? "").split("<xf ").slice(1).map(untilEnd);

/** The text of an element up to its end: `<xf ` may be empty or contain other elements. */
function untilEnd(text: string): string {
  const open = text.indexOf(">");
  return text.slice(0, text[open - 1] === "/" ? open : text.indexOf("</xf>"));
}

function startsAlike(before: Map<string, Buffer>, after: Map<string, Buffer>): boolean {
  const known = stylesOf(after);
  return stylesOf(before).every((style, place) => style === known[place]);
}

const ROWS_START = "<sheetData>";

/** Extracts from a sheet with one sample row the XML around its rows, and their styles. */
function frameOf(sheet: string): Frame {
  const start = sheet.indexOf(ROWS_START) + ROWS_START.length;
  const end = sheet.indexOf("</sheetData>", start);
  const [before, rows, after] = [sheet.slice(0, start), sheet.slice(start, end), sheet.slice(end)];
  const stylesIn = (row: string) => [...row.matchAll(/<c [^<>]*?\bs="(\d+)"/g)].map(([, style]) => style ?? "0");
  const [labels = "", sample = ""] = rows.split("</row>");
  // Without a dimension, the rows alone define the size of the sheet.
  return {
    before: before.replace(/<dimension [^<>]*\/>/, ""),
    after,
    labelStyle: stylesIn(labels)[0] ?? "0",
    styles: stylesIn(sample),
  };
}

/** The end of a sheet, with filter arrows at the labels. */
const sheetEnd = ({ after }: Frame, columns: number, rows: number): string =>
  after.replace("</sheetData>", `</sheetData><autoFilter ref="A1:${columnName(Math.max(columns, 1) - 1)}${rows}"/>`);

/** The rows of the table, sheet by sheet; collects the bills that they refer to. */
function sheetRows(ahead: ReadAhead, about: About, frame: Frame) {
  const { columns } = ahead.head;
  const words = wordsOf(about.language);
  const writer = createRowWriter(columns, frame.styles, { about, words });
  const bills = new Set<number>();
  const parts = ahead.parts[Symbol.asyncIterator]();
  let part: Awaited<ReturnType<typeof parts.next>>["value"] = [];
  let place = 0;
  let hasMore = true;
  let shown: Bills = new Map();

  /** Reads the next part, with its bills, when the current one is used up. */
  async function fill(): Promise<void> {
    while (hasMore && place >= part.length) {
      const next = await parts.next();
      if (next.done === true) hasMore = false;
      else {
        part = next.value;
        place = 0;
        const ids = billsOf(part, columns);
        for (const id of ids) bills.add(id);
        shown = await about.billsOf(ids);
      }
    }
  }

  async function* sheet(rowsMax: number): AsyncGenerator<string> {
    yield frame.before + labelRow(columns, frame.labelStyle, words);
    let number = 1;
    await fill();
    while (hasMore && number < rowsMax) {
      let text = "";
      for (; place < part.length && number < rowsMax; place += 1)
        text += writer.row((number += 1), part[place] ?? {}, shown);
      yield text;
      await fill();
    }
    // Filters and sorting leave the totals alone: they are below the range of the filter.
    const totals = hasMore ? {} : ahead.tailAtEnd().totals;
    if (Object.keys(totals).length > 0 && number < rowsMax) yield writer.totals(number + 1, totals);
    yield sheetEnd(frame, columns.length, number);
  }
  return { sheet, bills, hasMore: () => hasMore };
}

async function* billRows(bills: Set<number>, about: About, frame: Frame): AsyncGenerator<string> {
  const words = wordsOf(about.language);
  const columns = billColumns(words);
  yield frame.before + labelRow(columns, frame.labelStyle, words);
  const ids = [...bills].sort((a, b) => a - b);
  let number = 1;
  for (let from = 0; from < ids.length; from += BILLS_AT_ONCE) {
    const some = ids.slice(from, from + BILLS_AT_ONCE);
    const known = await about.billsOf(some);
    const rows = some.filter((id) => known.has(id));
    yield rows.map((id) => billRow((number += 1), id, { bills: known, about, words }, frame.styles)).join("");
  }
  yield sheetEnd(frame, columns.length, number);
}

/** By the label, on two lines when it is long, and by the content of the first rows. */
function widthOf(column: Column, { first }: ReadAhead, words: Words): number {
  const header = headerOf(column, words);
  const label = Math.max(...header.split(" ").map(({ length }) => length), header.length / 2);
  const longest = first.reduce(
    (widest, row) => Math.max(widest, cellText(row[column.key] ?? null, column, words).length),
    Math.max(label + 2, 8),
  );
  return Math.min(longest + 2, WIDTH_MAX);
}
