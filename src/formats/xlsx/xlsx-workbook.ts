/**
 * The workbook around the rows of a table: a first sheet that explains it, the formats of its columns, and its charts. Made by
 * a library, without the rows.
 */
import { writeXlsx, type Cell as SheetCell, type CellStyle, type SheetChart, type WriteSheet } from "hucre/xlsx";
import type { CellValue } from "hucre/xlsx";
import type { Chart, Column, Mark, TableHead, TableTail } from "../../records/table.ts";
import type { About } from "../about.ts";
import { MARK_NAMES, marksIn } from "../charts/marks.ts";
import { factsOf } from "../facts.ts";
import { digitsOf, isFigure } from "../cell-text.ts";
import { LIGHT } from "../charts/palette.ts";

/** Names of the sheets; further data sheets are named "Data 2" and so on. */
export const README_SHEET = "Read me";
export const DATA_SHEET = "Data";
const CHART_SHEET = "Charts";
export const BILL_SHEET = "Bills";

/** Columns of the sheet of bills. */
export const BILL_COLUMNS: readonly Column[] = [
  { key: "id", label: "Bill", unit: null, type: "integer", meaning: "Id of the bill." },
  { key: "link", label: "Link to its File", unit: null, type: "text", meaning: "Works for 7 days." },
];

const FONT = { name: "Calibri", size: 11 };
const STYLES = {
  title: { font: { ...FONT, size: 16, bold: true } },
  name: { font: { ...FONT, bold: true }, alignment: { vertical: "top" } },
  text: { alignment: { wrapText: true, vertical: "top" } },
  head: {
    font: { ...FONT, bold: true, color: { rgb: "FFFFFF" } },
    fill: { type: "pattern", pattern: "solid", fgColor: { rgb: LIGHT.series[0]?.slice(1) ?? "" } },
    alignment: { wrapText: true, vertical: "center" },
  },
  link: { font: { ...FONT, underline: true, color: { rgb: LIGHT.series[0]?.slice(1) ?? "" } } },
} as const satisfies Record<string, CellStyle>;

/** Excel number formats. */
export function numberFormat(column: Column): string {
  const decimals = digitsOf(column) > 0 ? `.${"0".repeat(digitsOf(column))}` : "";
  const formats: Partial<Record<Column["type"], string>> = {
    percent: `0${decimals}%`,
    month: "yyyy-mm",
    date: "yyyy-mm-dd",
    instant: "yyyy-mm-dd hh:mm",
  };
  return formats[column.type] ?? (isFigure(column) ? `#,##0${decimals}` : "General");
}

const styleOf = (column: Column): CellStyle =>
  column.type === "bills" ? STYLES.link : { font: FONT, numFmt: numberFormat(column) };

export interface Workbook {
  head: TableHead;
  /** Null while the rows are being read: then only the XML around them is used. */
  tail: TableTail | null;
  about: About;
  /** Column widths in letters. */
  widths: readonly number[];
  /** Number of data sheets. */
  dataSheets: number;
}

/** The file as bytes. Each data sheet has one row under its labels, for its styles. */
export async function writeWorkbook(workbook: Workbook): Promise<Uint8Array> {
  const { head, about, widths, dataSheets } = workbook;
  const sheets = [readMe(workbook), rowSheet(DATA_SHEET, head.columns, widths)];
  if (head.charts.length > 0) sheets.push(chartSheet(head.charts));
  if (hasBills(head)) sheets.push(rowSheet(BILL_SHEET, BILL_COLUMNS, [14, 90]));
  for (let number = 2; number <= dataSheets; number += 1)
    sheets.push(rowSheet(`${DATA_SHEET} ${number}`, head.columns, widths));
  return writeXlsx({ sheets, properties: { title: head.title, created: new Date(about.generated_at) } });
}

export const hasBills = ({ columns }: TableHead): boolean => columns.some(({ type }) => type === "bills");

const place = (row: number, column: number): string => `${row},${column}`;

function rowSheet(name: string, columns: readonly Column[], widths: readonly number[]): WriteSheet {
  const cells = new Map<string, Partial<SheetCell>>();
  const keys = leadingKeys(columns);
  columns.forEach((column, index) => {
    cells.set(place(0, index), { style: STYLES.head });
    cells.set(place(1, index), { style: column.key === "link" ? STYLES.link : styleOf(column) });
  });
  return {
    name,
    columns: widths.map((width) => ({ width })),
    rows: [columns.map(({ label }) => label), columns.map(() => null)],
    cells,
    freezePane: { rows: 1, columns: keys },
    pageSetup: {
      orientation: "landscape",
      printTitlesRow: "$1:$1",
      ...(keys > 0 ? { printTitlesColumn: `$A:$${columnName(keys - 1)}` } : {}),
    },
  };
}

/** The number of left columns that identify a row: they are frozen, and repeated on paper. */
function leadingKeys(columns: readonly Column[]): number {
  const others = columns.findIndex(({ isKey }) => isKey !== true);
  return others === -1 ? 0 : others;
}

/** The facts of the table, the meanings of its columns, and their totals. */
function readMe({ head, tail, about }: Workbook): WriteSheet {
  const rows: CellValue[][] = [];
  const cells = new Map<string, Partial<SheetCell>>();
  const add = (values: CellValue[], styles: (CellStyle | undefined)[]) => {
    styles.forEach((style, column) => {
      if (style !== undefined) cells.set(place(rows.length, column), { style });
    });
    rows.push(values);
  };
  add([head.title], [STYLES.title]);
  for (const [name, text] of factsOf(head, tail, about)) add([name, text], [STYLES.name, STYLES.text]);
  for (const note of tail?.notes ?? []) add(["Note", note], [STYLES.name, STYLES.text]);
  if (hasBills(head)) add(["Links", LINK_NOTE], [STYLES.name, STYLES.text]);
  add([], []);
  add(["Column", "Meaning", "Unit", "Total"], [STYLES.head, STYLES.head, STYLES.head, STYLES.head]);
  for (const column of head.columns) {
    const { key, label, meaning, unit } = column;
    const total = tail?.totals[key] ?? null;
    const isPercent = column.type === "percent" && typeof total === "number";
    const value = typeof total === "object" ? null : isPercent ? total / 100 : total;
    add([label, meaning, unit, value], [STYLES.name, STYLES.text, STYLES.text, styleOf(column)]);
  }
  return {
    name: README_SHEET,
    columns: [26, 90, 14, 18].map((width) => ({ width })),
    rows,
    cells,
    pageSetup: { orientation: "landscape", fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  };
}

const LINK_NOTE = `The sheet "${BILL_SHEET}" links to the file of each bill. Links work for 7 days after the file was made.`;

/** Rows of a chart on its sheet, at least. */
const CHART_ROWS = 24;
const CHART_COLUMNS = 11;

function chartSheet(charts: readonly Chart[]): WriteSheet {
  const rows: CellValue[][] = [];
  const cells = new Map<string, Partial<SheetCell>>();
  const drawn: SheetChart[] = [];
  const widest = Math.max(...charts.map(({ series }) => series.length)) + 1;
  for (const chart of charts) {
    const top = rows.length;
    cells.set(place(top, 0), { style: STYLES.name });
    const isMarked = marksIn(chart).length > 0;
    const names = chart.series.map(({ name }) => name);
    rows.push(
      [`${chart.title} (${chart.unit})${isMarked ? `. ${marksNote(chart.kind)}` : ""}`],
      [null, ...names, ...(isMarked ? ["Marks"] : [])],
    );
    chart.categories.forEach((category, at) =>
      rows.push([
        category,
        ...chart.series.map(({ values }) => values[at] ?? null),
        ...(isMarked ? [marksText(chart, at)] : []),
      ]),
    );
    const from = { row: top, col: widest + 2 };
    drawn.push(nativeChart(chart, top, { from, to: { row: top + CHART_ROWS - 2, col: from.col + CHART_COLUMNS } }));
    while (rows.length < top + CHART_ROWS) rows.push([]);
  }
  return { name: CHART_SHEET, columns: [{ width: 14 }], rows, cells, charts: drawn };
}

const marksNote = (kind: Chart["kind"]): string =>
  kind === "line"
    ? "Cross: estimated. Empty circle: month not complete. The column Marks names them."
    : "Pale with a dotted edge: estimated. White with an edge: month not complete. The column Marks names them.";

/** "Estimated: GAS. Month not complete: ELECTRIC, GAS." Null without a mark. */
function marksText(chart: Chart, at: number): string | null {
  const texts = marksIn(chart).flatMap((key) => {
    const names = chart.series.flatMap(({ name, marks }) => (marks?.[at]?.[key] === true ? [name] : []));
    return names.length === 0 ? [] : [`${MARK_NAMES[key]}: ${names.join(", ")}.`];
  });
  return texts.length === 0 ? null : texts.join(" ");
}

type Points = NonNullable<SheetChart["series"][number]["dataPoints"]>;

function markedPoints(kind: Chart["kind"], marks: readonly Mark[], color: string): Points {
  const all = marks.map((mark, idx) => ({ idx, mark })).filter(({ mark }) => mark.isEstimated || mark.isIncomplete);
  return all.map(({ idx, mark: { isEstimated, isIncomplete } }) => {
    const fill = isIncomplete ? "FFFFFF" : color;
    if (kind === "line") return { idx, marker: { symbol: isEstimated ? "x" : "circle", size: 8, fill, line: color } };
    // The library cannot draw stripes across an area.
    const edge = { borderColor: color, borderWidth: 1, ...(isEstimated ? { borderDash: "sysDot" as const } : {}) };
    return { idx, fillColor: isIncomplete ? fill : paled(color), ...edge };
  });
}

/** Two thirds of the way to white, for a color such as "08498F". */
const paled = (color: string): string =>
  [0, 2, 4]
    .map((at) => Math.round((parseInt(color.slice(at, at + 2), 16) + 2 * 255) / 3))
    .map((part) => part.toString(16).padStart(2, "0").toUpperCase())
    .join("");

/** Drawn by the program that opens the file, from the figures next to it. A gap stays a gap. */
function nativeChart(chart: Chart, top: number, anchor: SheetChart["anchor"]): SheetChart {
  const [first, last] = [top + 3, top + 2 + Math.max(chart.categories.length, 1)];
  return {
    type: chart.kind === "line" ? "line" : "column",
    ...(chart.kind === "stacked" ? { barGrouping: "stacked" as const, overlap: 100 } : {}),
    title: chart.title,
    altText: chart.title,
    legend: chart.series.length > 1 ? "bottom" : false,
    dispBlanksAs: "gap",
    axes: { y: { title: chart.unit } },
    anchor,
    series: chart.series.map(({ name, marks = [] }, index) => {
      const color = LIGHT.series[index % LIGHT.series.length]?.slice(1) ?? "000000";
      return {
        name,
        values: `${CHART_SHEET}!$${columnName(index + 1)}$${first}:$${columnName(index + 1)}$${last}`,
        categories: `${CHART_SHEET}!$A$${first}:$A$${last}`,
        color,
        dataPoints: markedPoints(chart.kind, marks, color),
      };
    }),
  };
}

/** The name of the column at a position from 0: A, B, ... AA. */
export const columnName = (column: number): string =>
  (column < 26 ? "" : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
