/**
 * Converts a chart to ECharts options: gaps stay gaps, the color shows the series, stripes in a column (a cross on a line) mark
 * an estimated figure, and an empty column (an empty marker on a line) an incomplete month. Lines also differ by dashes and
 * markers. Pure, so a page can use it directly.
 */
import type { LineSeriesOption, BarSeriesOption } from "echarts/charts";
import type { GridComponentOption, LegendComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import type { Chart, Mark } from "../../records/table.ts";
import { MARK_NAMES, marksIn } from "./marks.ts";
import type { Palette } from "./palette.ts";

export type ChartOption = ComposeOption<
  LineSeriesOption | BarSeriesOption | GridComponentOption | LegendComponentOption
>;
type Series = LineSeriesOption | BarSeriesOption;

const DASHES = ["solid", "dashed", "dotted", [10, 3, 2, 3], [2, 2], [14, 4]] as const;
const SYMBOLS = ["circle", "rect", "triangle", "diamond", "arrow", "pin"] as const;
const CROSS = "path://M0,2L2,0L5,3L8,0L10,2L7,5L10,8L8,10L5,7L2,10L0,8L3,5Z";
/** Pixels per category that large markers need to stay apart. */
const ROOM_MIN = 14;

/** Pixels of the legend: icon, spacing of an entry, average letter width, line height. */
const LEGEND = { icon: 34, gap: 14, letter: 7.5, line: 28 };

/** `font` as in a style sheet, `width` of the drawing. */
export function chartOption(
  chart: Chart,
  { ink, quiet, edge, paper, series }: Palette,
  { font, width }: { font: string; width: number },
): ChartOption {
  const text = { fontFamily: font, fontSize: 12, color: quiet };
  const explained = marksIn(chart);
  const isDense = width / chart.categories.length < ROOM_MIN;
  const looks = { kind: chart.kind, isDense, paper };
  const { names, markNames } = entriesOf(chart);
  const legend = {
    itemWidth: LEGEND.icon,
    itemHeight: 12,
    itemGap: LEGEND.gap,
    textStyle: { ...text, color: ink },
    selectedMode: false,
  };
  const markLines = linesOf(markNames, width);
  return {
    animation: false,
    color: [...series],
    textStyle: text,
    legend: [
      { ...legend, show: names.length > 0, bottom: markLines * LEGEND.line, data: names },
      { ...legend, show: markNames.length > 0, bottom: 0, data: markNames },
    ],
    grid: {
      left: 8,
      right: 12,
      top: 34,
      bottom: 6 + legendHeight(chart, width),
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    xAxis: {
      type: "category",
      data: [...chart.categories],
      axisLabel: { ...text, hideOverlap: true },
      axisLine: { lineStyle: { color: quiet } },
      axisTick: { show: false },
    },
    yAxis: {
      type: "value",
      name: chart.unit,
      nameTextStyle: { ...text, align: "left" },
      axisLabel: text,
      splitLine: { lineStyle: { color: edge } },
    },
    series: [
      ...chart.series.map(({ name, values, marks = [] }, place): Series => {
        const colour = at(series, place) ?? ink;
        const look = chart.kind === "line" ? lineLook(place, looks) : barLook(place, looks);
        const data = values.map((value, index) => {
          const mark = marks[index];
          return value === null || mark === undefined || !(mark.isEstimated || mark.isIncomplete)
            ? value
            : { value, ...marked(mark, colour, looks) };
        });
        return { name, silent: true, emphasis: { disabled: true }, ...look, data };
      }),
      ...explained.map(
        // Without data: only an entry of the legend.
        (key): Series => {
          const name = MARK_NAMES[key];
          const mark = { isEstimated: key === "isEstimated", isIncomplete: key === "isIncomplete" };
          const look = chart.kind === "line" ? { ...lineLook(0, looks), lineStyle: { width: 0 } } : barLook(0, looks);
          return { name, silent: true, ...look, ...marked(mark, quiet, looks), data: [] };
        },
      ),
    ],
  };
}

/** The height of the legend in pixels for a drawing of this width. */
export function legendHeight(chart: Chart, width: number): number {
  const { names, markNames } = entriesOf(chart);
  return (linesOf(names, width) + linesOf(markNames, width)) * LEGEND.line;
}

/** The entries of the legend. A single series needs none, unless its marks are explained. */
function entriesOf(chart: Chart): { names: string[]; markNames: string[] } {
  const markNames = marksIn(chart).map((key) => MARK_NAMES[key]);
  const hasLegend = chart.series.length > 1 || markNames.length > 0;
  return { names: hasLegend ? chart.series.map(({ name }) => name) : [], markNames };
}

const at = <T>(list: readonly T[], place: number): T | undefined => list[place % list.length];

/** The number of lines of the legend, with average letters. */
function linesOf(names: readonly string[], width: number): number {
  let [lines, used] = [names.length === 0 ? 0 : 1, 0];
  for (const { length } of names) {
    const entry = LEGEND.icon + LEGEND.gap + length * LEGEND.letter;
    if (used > 0 && used + entry > width) [lines, used] = [lines + 1, 0];
    used += entry;
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
