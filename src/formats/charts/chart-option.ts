/**
 * Converts a chart to ECharts options: gaps stay gaps, the color shows the series, stripes in a column (a cross on a line) mark
 * an estimated figure, and an empty column (an empty marker on a line) an incomplete month. Lines also differ by dashes and
 * markers. Pure, so a page can use it directly.
 */
import type { LineSeriesOption, BarSeriesOption, ScatterSeriesOption } from "echarts/charts";
import type { GridComponentOption, LegendComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import type { Chart, ChartBand, ChartSeries, Mark } from "../../records/table.ts";
import type { Words } from "../words/words.ts";
import { categoryText, markName, marksIn } from "./marks.ts";
import type { Palette } from "./palette.ts";

export type ChartOption = ComposeOption<
  LineSeriesOption | BarSeriesOption | ScatterSeriesOption | GridComponentOption | LegendComponentOption
>;
type Series = LineSeriesOption | BarSeriesOption | ScatterSeriesOption;

const DASHES = ["solid", "dashed", "dotted", [10, 3, 2, 3], [2, 2], [14, 4]] as const;
const SYMBOLS = ["circle", "rect", "triangle", "diamond", "arrow", "pin"] as const;
const CROSS = "path://M0,2L2,0L5,3L8,0L10,2L7,5L10,8L8,10L5,7L2,10L0,8L3,5Z";
/** Pixels per category that large markers need to stay apart. */
const ROOM_MIN = 14;

/** Pixels of the legend: icon, spacing of an entry, average letter width, line height, and what stays free at the sides. */
const LEGEND = { icon: 34, gap: 14, letter: 7.5, line: 28, edge: 20 };

/** How a chart is drawn: `font` as in a style sheet, `width` of the drawing. */
interface Sheet {
  font: string;
  width: number;
  words: Words;
}

export function chartOption(chart: Chart, palette: Palette, { font, width, words }: Sheet): ChartOption {
  const { ink, quiet, edge, paper, series } = palette;
  const text = { fontFamily: font, fontSize: 12, color: quiet };
  const isDense = width / chart.categories.length < ROOM_MIN;
  const looks = { kind: chart.kind, isDense, paper };
  const { names, markNames } = entriesOf(chart, words);
  const legend = {
    itemWidth: LEGEND.icon,
    itemHeight: 12,
    itemGap: LEGEND.gap,
    textStyle: { ...text, color: ink },
    selectedMode: false,
  };
  const markLines = linesOf(markNames, width);
  const axisLine = { lineStyle: { color: quiet } };
  return {
    animation: false,
    color: [...series],
    textStyle: text,
    legend: [
      {
        ...legend,
        show: names.length > 0,
        bottom: markLines * LEGEND.line,
        data: names.map((name) => entry(name, chart)),
      },
      { ...legend, show: markNames.length > 0, bottom: 0, data: markNames },
    ],
    grid: {
      left: 8,
      right: 12,
      top: 34,
      bottom: 6 + footHeight(chart, width, words),
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    xAxis:
      chart.across === undefined
        ? {
            type: "category",
            data: chart.categories.map((category) => categoryText(category, words)),
            axisLabel: { ...text, hideOverlap: true },
            axisLine,
            axisTick: { show: false },
          }
        : {
            type: "value",
            scale: true,
            name: chart.across.unit,
            nameLocation: "middle",
            nameGap: 24,
            nameTextStyle: text,
            axisLabel: text,
            axisLine,
            splitLine: { show: false },
          },
    yAxis: {
      type: "value",
      // What has no unit is counted.
      ...(chart.unit === "" ? { minInterval: 1 } : {}),
      name: words.unit(chart.unit),
      nameTextStyle: { ...text, align: "left" },
      axisLabel: { ...text, formatter: (value: number) => words.number(value, Math.abs(value) < 10 ? 2 : 0, 0) },
      splitLine: { lineStyle: { color: edge } },
    },
    series: [
      ...(chart.band === undefined ? [] : bandSeries(chart.band, quiet)),
      ...chart.series.map((one, place) => drawn(chart, one, { looks, place, colour: at(series, place) ?? ink })),
      ...marksIn(chart).map(
        // Without data: only an entry of the legend.
        (key): Series => {
          const name = markName(key, words);
          const mark = { isEstimated: key === "isEstimated", isIncomplete: key === "isIncomplete" };
          const look = chart.kind === "line" ? { ...lineLook(0, looks), lineStyle: { width: 0 } } : barLook(0, looks);
          return { name, silent: true, ...look, ...marked(mark, quiet, looks), data: [] };
        },
      ),
    ],
  };
}

/** A band is an area in the legend, too. */
const entry = (name: string, { band }: Chart) => (name === band?.name ? { name, icon: "rect" } : { name });

/** Pixels of the name of an axis of numbers. */
const ACROSS_ROOM = 22;

function drawn(
  { kind, across }: Chart,
  { name, values, marks = [], isFitted }: ChartSeries,
  { looks, place, colour }: { looks: Looks; place: number; colour: string },
): Series {
  const silent = { name, color: colour, silent: true, emphasis: { disabled: true } } as const;
  if (across !== undefined) {
    const points = values.flatMap((value, index) => {
      const x = across.values[index];
      return value === null || x === undefined ? [] : [[x, value]];
    });
    if (isFitted !== true)
      return { ...silent, type: "scatter", symbol: at(SYMBOLS, place) ?? "circle", symbolSize: 8, data: points };
    const line = points.toSorted(([a = 0], [b = 0]) => a - b);
    return { ...silent, type: "line", symbol: "none", lineStyle: { width: 2 }, data: line };
  }
  const look = kind === "line" ? lineLook(place, looks) : barLook(place, looks);
  const data = values.map((value, index) => {
    const mark = marks[index];
    return value === null || mark === undefined || !(mark.isEstimated || mark.isIncomplete)
      ? value
      : { value, ...marked(mark, colour, looks) };
  });
  return { ...silent, ...look, data };
}

/** A pale area between two lines that are not drawn: the lower one, and the distance on top of it. */
function bandSeries({ name, low, high }: ChartBand, colour: string): Series[] {
  const line = {
    type: "line",
    silent: true,
    symbol: "none",
    lineStyle: { width: 0 },
    stack: "band",
    stackStrategy: "all",
  } as const;
  const heights = low.map((value, index) => {
    const top = high[index] ?? null;
    return value === null || top === null ? null : top - value;
  });
  return [
    { ...line, data: [...low] },
    {
      ...line,
      name,
      areaStyle: { color: colour, opacity: 0.22 },
      itemStyle: { color: colour, opacity: 0.35 },
      data: heights,
    },
  ];
}

/** The height in pixels of what is below the axis, for a drawing of this width: its legend, and the name of an axis of numbers. */
export function footHeight(chart: Chart, width: number, words: Words): number {
  const { names, markNames } = entriesOf(chart, words);
  const ofAxis = chart.across === undefined ? 0 : ACROSS_ROOM;
  return ofAxis + (linesOf(names, width) + linesOf(markNames, width)) * LEGEND.line;
}

/** The entries of the legend. A single series needs none, unless its marks are explained. */
function entriesOf(chart: Chart, words: Words): { names: string[]; markNames: string[] } {
  const markNames = marksIn(chart).map((key) => markName(key, words));
  const names = [...chart.series, ...(chart.band === undefined ? [] : [chart.band])].map(({ name }) => name);
  return { names: names.length > 1 || markNames.length > 0 ? names : [], markNames };
}

const at = <T>(list: readonly T[], place: number): T | undefined => list[place % list.length];

/** The number of lines of the legend, with average letters. */
function linesOf(names: readonly string[], width: number): number {
  let [lines, used] = [names.length === 0 ? 0 : 1, 0];
  for (const { length } of names) {
    const needed = LEGEND.icon + LEGEND.gap + length * LEGEND.letter;
    if (used > 0 && used + needed > width - LEGEND.edge) [lines, used] = [lines + 1, 0];
    used += needed;
  }
  return lines;
}

interface Looks {
  kind: Chart["kind"];
  isDense: boolean;
  paper: string;
}

function lineLook(place: number, { isDense }: Looks): LineSeriesOption {
  const dash = at(DASHES, place) ?? "solid";
  return {
    type: "line",
    connectNulls: false,
    symbol: at(SYMBOLS, place) ?? "circle",
    symbolSize: isDense ? 4 : 7,
    // A point between two gaps has no line, so it is visible only by its marker.
    showAllSymbol: true,
    lineStyle: { width: 2, type: typeof dash === "string" ? dash : [...dash] },
  };
}

const barLook = (place: number, { kind, paper }: Looks): BarSeriesOption => ({
  type: "bar",
  barMaxWidth: 34,
  // Every series has a stack, so that a legend entry takes no space next to the columns.
  stack: String(kind === "stacked" ? 0 : place),
  itemStyle: { borderColor: paper, borderWidth: 1 },
});

/** The look of a marked figure: on a line its point, in a column its area. */
function marked({ isEstimated, isIncomplete }: Mark, colour: string, { kind, isDense, paper }: Looks) {
  const [fill, strokes] = isIncomplete ? [paper, colour] : [colour, paper];
  const border = isIncomplete ? { borderColor: colour, borderWidth: isDense ? 1 : 1.5 } : {};
  if (kind === "line")
    return {
      ...(isEstimated ? { symbol: CROSS, symbolSize: isDense ? 7 : 10 } : {}),
      itemStyle: { color: fill, ...border },
    };
  const decal = { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: Math.PI / 4, color: strokes };
  return {
    itemStyle: { borderColor: paper, borderWidth: 1, color: fill, ...border, ...(isEstimated ? { decal } : {}) },
  };
}
