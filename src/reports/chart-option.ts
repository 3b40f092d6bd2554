/** From a chart to what ECharts draws: a hole stays a hole, and no series is told by its colour alone. Pure; a page can use it as it is. */
import type { LineSeriesOption, BarSeriesOption } from "echarts/charts";
import type { GridComponentOption, LegendComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import type { Chart } from "../domain/reports/table.ts";
import type { Palette } from "./palette.ts";

export type ChartOption = ComposeOption<
  LineSeriesOption | BarSeriesOption | GridComponentOption | LegendComponentOption
>;

const DASHES = ["solid", "dashed", "dotted", [10, 3, 2, 3], [2, 2], [14, 4]] as const;
const MARKS = ["circle", "rect", "triangle", "diamond", "emptyCircle", "emptyRect"] as const;
/** Strokes over a bar, each in its own direction; the first bar has none. */
const TURNS = [null, Math.PI / 4, -Math.PI / 4, 0, Math.PI / 2, Math.PI / 8];
/** Marks on more points than this would run into each other: they are smaller. */
const LARGE_MARKS_MAX = 40;

/** `font` as in a style sheet. */
export function chartOption(chart: Chart, { ink, quiet, edge, paper, series }: Palette, font: string): ChartOption {
  const text = { fontFamily: font, fontSize: 12, color: quiet };
  return {
    animation: false,
    color: [...series],
    textStyle: text,
    legend: {
      show: chart.series.length > 1,
      bottom: 0,
      itemWidth: 34,
      itemHeight: 12,
      itemGap: 20,
      textStyle: { ...text, color: ink },
    },
    grid: {
      left: 8,
      right: 12,
      top: 34,
      bottom: chart.series.length > 1 ? 34 : 6,
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
    series: chart.series.map(({ name, values }, place) => {
      const look = { name, data: [...values], silent: true, emphasis: { disabled: true } };
      return chart.kind === "line"
        ? { ...look, ...lineLook(place, values.length), type: "line" }
        : { ...look, ...barLook(place, paper), type: "bar", ...(chart.kind === "stacked" ? { stack: "all" } : {}) };
    }),
  };
}

const at = <T>(list: readonly T[], place: number): T | undefined => list[place % list.length];

function lineLook(place: number, points: number): Omit<LineSeriesOption, "type"> {
  const dash = at(DASHES, place) ?? "solid";
  return {
    connectNulls: false,
    symbol: at(MARKS, place) ?? "circle",
    symbolSize: points > LARGE_MARKS_MAX ? 4 : 7,
    // A point between two holes has no line: without its mark nobody would see it.
    showAllSymbol: true,
    lineStyle: { width: 2, type: typeof dash === "string" ? dash : [...dash] },
  };
}

function barLook(place: number, paper: string): Omit<BarSeriesOption, "type"> {
  const rotation = at(TURNS, place) ?? null;
  const strokes = { symbol: "rect" as const, dashArrayX: [1, 0], dashArrayY: [2, 5], color: paper };
  return {
    barMaxWidth: 34,
    itemStyle: {
      borderColor: paper,
      borderWidth: 1,
      ...(rotation === null ? {} : { decal: { ...strokes, rotation } }),
    },
  };
}
