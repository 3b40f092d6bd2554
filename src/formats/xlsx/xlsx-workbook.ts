/**
 * The workbook around the rows of a table: a first sheet that explains it, the formats of its columns, and its charts. Made by
 * a library, without the rows.
 */
import { writeXlsx, type Cell as SheetCell, type CellStyle, type SheetChart, type WriteSheet } from "hucre/xlsx";
import type { CellValue } from "hucre/xlsx";
import { MONEY } from "../../records/report.ts";
import type { Chart, ChartSeries, Column, Mark, Opening, TableHead, TableTail } from "../../records/table.ts";
import type { About } from "../about.ts";
import { categoryText, markName, marksIn } from "../charts/marks.ts";
import { factsOf, fileTitle } from "../facts.ts";
import { changeText, digitsOf, isFigure, nameOf, tileText } from "../cell-text.ts";
import { wordsOf, type Words } from "../words/words.ts";
import { columnName, headerOf } from "./xlsx-rows.ts";
import { LIGHT } from "../charts/palette.ts";

/** Columns of the sheet of bills. */
export const billColumns = ({ say }: Words): readonly Column[] => {
  const column = (key: "date" | "utility" | "account" | "amount" | "file", type: Column["type"]): Column => ({
    key,
    label: say(`bills.${key}`),
    unit: type === "money" ? MONEY : null,
    type,
    meaning: "",
  });
  return [
    column("date", "date"),
    column("utility", "text"),
    column("account", "text"),
    column("amount", "money"),
    column("file", "text"),
  ];
};

const FONT = { name: "Calibri", size: 11 };
const STYLES = {
  title: { font: { ...FONT, size: 16, bold: true } },
  name: { font: { ...FONT, bold: true }, alignment: { vertical: "top" } },
  text: { alignment: { wrapText: true, vertical: "top" } },
  answer: { font: { ...FONT, size: 13, bold: true }, alignment: { wrapText: true, vertical: "top" } },
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
    month: "mmm yyyy",
    date: "mmm d, yyyy",
    instant: "mmm d, yyyy hh:mm",
    ...(column.unit === MONEY ? { money: `$#,##0${decimals}`, number: `$#,##0${decimals}` } : {}),
  };
  return formats[column.type] ?? (isFigure(column) ? `#,##0${decimals}` : "General");
}

const styleOf = (column: Column): CellStyle =>
  column.type === "bills" ? STYLES.link : { font: FONT, numFmt: numberFormat(column) };

export interface Workbook {
  head: TableHead;
  opening: Opening | null;
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
  const words = wordsOf(about.language);
  const { say } = words;
  const sheets = [readMe(workbook, words), rowSheet(say("sheet.data"), head.columns, { widths, words })];
  if (head.charts.length > 0) sheets.push(chartSheet(head.charts, words));
  if (hasBills(head)) sheets.push(rowSheet(say("sheet.bills"), billColumns(words), { widths: BILL_WIDTHS, words }));
  for (let number = 2; number <= dataSheets; number += 1)
    sheets.push(rowSheet(`${say("sheet.data")} ${number}`, head.columns, { widths, words }));
  const title = fileTitle(head, about, words);
  return writeXlsx({ sheets, properties: { title, created: new Date(about.generated_at) } });
}

const BILL_WIDTHS = [14, 34, 24, 14, 20];

export const hasBills = ({ columns }: TableHead): boolean => columns.some(({ type }) => type === "bills");

const place = (row: number, column: number): string => `${row},${column}`;

function rowSheet(
  name: string,
  columns: readonly Column[],
  { widths, words }: { widths: readonly number[]; words: Words },
): WriteSheet {
  const cells = new Map<string, Partial<SheetCell>>();
  const keys = leadingKeys(columns);
  columns.forEach((column, index) => {
    cells.set(place(0, index), { style: STYLES.head });
    cells.set(place(1, index), { style: column.key === "file" ? STYLES.link : styleOf(column) });
  });
  return {
    name,
    columns: widths.map((width) => ({ width })),
    rows: [columns.map((column) => headerOf(column, words)), columns.map(() => null)],
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

/** The answer and its figures, the facts of the table, the meanings of its columns, and their totals. */
function readMe({ head, tail, about, opening }: Workbook, words: Words): WriteSheet {
  const { say } = words;
  const rows: CellValue[][] = [];
  const cells = new Map<string, Partial<SheetCell>>();
  const add = (values: CellValue[], styles: (CellStyle | undefined)[]) => {
    styles.forEach((style, column) => {
      if (style !== undefined) cells.set(place(rows.length, column), { style });
    });
    rows.push(values);
  };
  add([fileTitle(head, about, words)], [STYLES.title]);
  if (opening !== null) {
    add([null, opening.answer], [undefined, STYLES.answer]);
    for (const tile of opening.tiles)
      add([tile.label, [tileText(tile, words), ...tileRemarks(tile, words)].join(", ")], [STYLES.name, STYLES.text]);
    add([], []);
  }
  for (const [name, text] of factsOf(head, tail, about, words)) add([name, text], [STYLES.name, STYLES.text]);
  for (const note of tail?.notes ?? []) add([say("heading.note"), note], [STYLES.name, STYLES.text]);
  if (hasBills(head) && about.dashboard !== null)
    add([say("heading.links"), say("links.sheet", { sheet: say("sheet.bills") })], [STYLES.name, STYLES.text]);
  add([], []);
  add(
    [say("heading.column"), say("heading.meaning"), say("heading.unit"), say("heading.total")],
    [STYLES.head, STYLES.head, STYLES.head, STYLES.head],
  );
  for (const column of head.columns) {
    const { key, meaning, unit } = column;
    const total = tail?.totals[key] ?? null;
    const isPercent = column.type === "percent" && typeof total === "number";
    const value = typeof total === "object" ? null : isPercent ? total / 100 : total;
    const styles = [STYLES.name, STYLES.text, STYLES.text, styleOf(column)];
    add([nameOf(column), meaning, unit === null ? null : words.unit(unit), value], styles);
  }
  return {
    name: say("sheet.readme"),
    columns: [26, 90, 14, 18].map((width) => ({ width })),
    rows,
    cells,
    pageSetup: { orientation: "landscape", fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  };
}

function tileRemarks(tile: Opening["tiles"][number], words: Words): string[] {
  const change = changeText(tile, words);
  return [
    ...(change === null ? [] : [tile.comparison === null ? change : `${change} ${tile.comparison}`]),
    ...(tile.mark === null ? [] : [words.say(`mark.${tile.mark}`)]),
  ];
}

/** Rows of a chart on its sheet, at least. */
const CHART_ROWS = 24;
const CHART_COLUMNS = 11;

function chartSheet(charts: readonly Chart[], words: Words): WriteSheet {
  const sheet = words.say("sheet.charts");
  const rows: CellValue[][] = [];
  const cells = new Map<string, Partial<SheetCell>>();
  const drawn: SheetChart[] = [];
  const widest = Math.max(...charts.map((chart) => sheetSeries(chart).length)) + 1;
  for (const chart of charts) {
    const top = rows.length;
    cells.set(place(top, 0), { style: STYLES.name });
    const isMarked = marksIn(chart).length > 0;
    const series = sheetSeries(chart);
    const note = isMarked ? `. ${words.say(`chart.marks.${chart.kind === "line" ? "line" : "column"}`)}` : "";
    rows.push(
      [`${chart.title} (${words.unit(chart.unit)})${note}`],
      [
        chart.across?.unit ?? null,
        ...series.map(({ name }) => name),
        ...(isMarked ? [words.say("heading.marks")] : []),
      ],
    );
    chart.categories.forEach((category, at) =>
      rows.push([
        chart.across === undefined ? categoryText(category, words) : (chart.across.values[at] ?? null),
        ...series.map(({ values }) => values[at] ?? null),
        ...(isMarked ? [marksText(chart, at, words)] : []),
      ]),
    );
    const from = { row: top, col: widest + 2 };
    drawn.push(
      nativeChart(
        { chart, top, sheet, words },
        { from, to: { row: top + CHART_ROWS - 2, col: from.col + CHART_COLUMNS } },
      ),
    );
    while (rows.length < top + CHART_ROWS) rows.push([]);
  }
  return { name: sheet, columns: [{ width: 14 }], rows, cells, charts: drawn };
}

/** The bounds of a band are lines of their own on a sheet. */
const sheetSeries = ({ series, band }: Chart): readonly ChartSeries[] =>
  band === undefined
    ? series
    : [...series, { name: `${band.name} −`, values: band.low }, { name: `${band.name} +`, values: band.high }];

/** "Estimated: Natural gas. Month not complete: Electricity, Natural gas." Null without a mark. */
function marksText(chart: Chart, at: number, words: Words): string | null {
  const texts = marksIn(chart).flatMap((key) => {
    const names = chart.series.flatMap(({ name, marks }) => (marks?.[at]?.[key] === true ? [name] : []));
    return names.length === 0 ? [] : [`${markName(key, words)}: ${names.join(", ")}.`];
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
function nativeChart(
  { chart, top, sheet, words }: { chart: Chart; top: number; sheet: string; words: Words },
  anchor: SheetChart["anchor"],
): SheetChart {
  const [first, last] = [top + 3, top + 2 + Math.max(chart.categories.length, 1)];
  const series = sheetSeries(chart);
  const types = { line: "line", column: "column", stacked: "column", scatter: "scatter" } as const;
  return {
    type: types[chart.kind],
    ...(chart.kind === "stacked" ? { barGrouping: "stacked" as const, overlap: 100 } : {}),
    title: chart.title,
    altText: chart.title,
    legend: series.length > 1 ? "bottom" : false,
    dispBlanksAs: "gap",
    axes: {
      y: { title: words.unit(chart.unit) },
      ...(chart.across === undefined ? {} : { x: { title: chart.across.unit } }),
    },
    anchor,
    series: series.map(({ name, marks = [] }, index) => {
      const color = LIGHT.series[index % LIGHT.series.length]?.slice(1) ?? "000000";
      return {
        name,
        values: `'${sheet}'!$${columnName(index + 1)}$${first}:$${columnName(index + 1)}$${last}`,
        categories: `'${sheet}'!$A$${first}:$A$${last}`,
        color,
        dataPoints: markedPoints(chart.kind, marks, color),
      };
    }),
  };
}
