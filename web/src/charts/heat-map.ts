/** A table of months and years whose cells are darker where the figure is higher. Months without a figure stay empty, incomplete ones are outlined, estimated ones striped. */
import type { EChartsCoreOption } from "echarts/core";
import { categoryAxis, grid, tooltip } from "./axes.ts";
import type { ChartData } from "./chart-data.ts";
import { markedBox } from "./marks.ts";
import type { MonthBar } from "./month-bars.ts";
import type { Palette } from "./palette.ts";
import type { ChartPoints } from "./points.ts";

export interface HeatMapInput {
  /** In the order of the year, which may be a fiscal year; all are named, so in few letters. */
  months: string[];
  years: string[];
  /** By year, then month. */
  bars: MonthBar[][];
  /** A month of a year by their places: in a fiscal year the first months are of the calendar year before. */
  nameOf: (year: number, month: number) => string;
  write: (value: number | null) => string;
  short: (value: number | null) => string;
  words: { year: string; estimated: string; incomplete: string };
}

interface Cell extends MonthBar {
  value: number;
  month: number;
  year: number;
}

/** Those with a figure, by year and month: the data of the series. */
const cellsOf = ({ bars }: HeatMapInput): Cell[] =>
  bars.flatMap((row, year) =>
    row.flatMap((bar, month) => (bar.value === null ? [] : [{ ...bar, value: bar.value, month, year }])),
  );

function textOf({ nameOf, write, words }: HeatMapInput, cell: Cell): string {
  const marks = [cell.isEstimated ? words.estimated : null, cell.isIncomplete ? words.incomplete : null];
  const said = marks.filter((mark) => mark !== null).join(", ");
  return `${nameOf(cell.year, cell.month)}: ${write(cell.value)}${said === "" ? "" : ` (${said})`}`;
}

/** Narrower cells have no room for their figure: the tooltip and the table say it. */
const LABEL_PX = 28;

/** What the library calls a custom series with. */
interface Drawn {
  coord: (at: number[]) => number[];
  size: (of: number[]) => number[];
}

export function heatMap(input: HeatMapInput, palette: Palette): EChartsCoreOption {
  const { months, years, short } = input;
  const cells = cellsOf(input);
  // A month that is billed in part would look like a month of little use.
  const amounts = cells.filter(({ isIncomplete }) => isIncomplete !== true).map(({ value }) => value);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const shareOf = (value: number) => (most > least ? Math.min(1, Math.max(0, (value - least) / (most - least))) : 0.5);
  const drawCell = ({ dataIndex }: { dataIndex: number }, { coord, size }: Drawn) => {
    const cell = cells[dataIndex];
    if (cell === undefined) return null;
    const [x = 0, y = 0] = coord([cell.month, cell.year]);
    const [width = 0, height = 0] = size([1, 1]);
    const box = { x: x - width / 2 + 1, y: y - height / 2 + 1, width: width - 2, height: height - 2 };
    const share = shareOf(cell.value);
    const fill = palette.heat[Math.round(share * (palette.heat.length - 1))] ?? palette.paper;
    const isDark = share > 0.5 && cell.isIncomplete !== true;
    const label = {
      type: "text",
      silent: true,
      style: {
        text: short(cell.value),
        x,
        y,
        align: "center",
        verticalAlign: "middle",
        fontSize: 11,
        fill: isDark ? palette.paper : palette.ink,
        // Legible upon the stripes.
        ...(cell.isEstimated ? { stroke: isDark ? palette.ink : palette.paper, lineWidth: 3 } : {}),
      },
    };
    const drawn = markedBox(box, cell, { fill, paper: palette.paper, ink: palette.quiet });
    return { type: "group", children: width < LABEL_PX ? [drawn] : [drawn, label] };
  };
  return {
    textStyle: { color: palette.ink },
    tooltip: tooltip(palette, {
      trigger: "item",
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const cell = cells[dataIndex];
        return cell === undefined ? "" : textOf(input, cell);
      },
    }),
    grid: grid({ top: 8, bottom: 8 }),
    xAxis: categoryAxis(palette, months, {
      position: "top",
      axisLine: { show: false },
      // As many names as have room beside each other.
      axisLabel: { color: palette.quiet, fontSize: 11 },
    }),
    yAxis: categoryAxis(palette, years, { inverse: true, axisLine: { show: false } }),
    series: [
      {
        type: "custom",
        renderItem: drawCell,
        data: cells.map(({ month, year, value }) => [month, year, value]),
        encode: { x: 0, y: 1 },
      },
    ],
  };
}

/** The month that a click or Enter chose: its place in the year, and that of the year. */
export const pickedCell = (input: HeatMapInput, index: number): { month: number; year: number } | null =>
  cellsOf(input)[index] ?? null;

/** From month to month; up and down to the same month of another year where every month has a figure. */
export const heatMapPoints = (input: HeatMapInput): ChartPoints => ({
  points: cellsOf(input).map((cell, dataIndex) => ({
    text: textOf(input, cell),
    seriesIndex: 0,
    dataIndex,
    series: "",
  })),
  perRow: 12,
});

export const heatMapData = ({ months, years, bars, write, words }: HeatMapInput): ChartData => ({
  columns: [
    { key: "year", label: words.year },
    ...months.map((month, place) => ({ key: `m${place}`, label: month, format: write })),
  ],
  rows: years.map((year, at) => ({
    year,
    ...Object.fromEntries(months.map((_, place) => [`m${place}`, bars[at]?.[place]?.value ?? null])),
  })),
});
