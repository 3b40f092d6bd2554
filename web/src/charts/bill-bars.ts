/** A bar for each bill, as wide as its days: days without a bill stay empty, stripes mark an estimated one. */
import type { EChartsCoreOption } from "echarts/core";
import { month as writeMonth } from "../parts/format.ts";
import { grid, tooltip, valueAxis } from "./axes.ts";
import type { ChartData } from "./chart-data.ts";
import { markedBox } from "./marks.ts";
import type { Palette } from "./palette.ts";

export interface BillBar {
  /** Of its days, for tooltips and the table. */
  name: string;
  /** The first day, and the first that is not covered. */
  start: string;
  end: string;
  /** Null is not known, and not drawn. */
  value: number | null;
  isEstimated: boolean;
}

interface BillBarsInput {
  bars: BillBar[];
  color: string;
  unit: string;
  write: (value: number | null) => string;
  words: { bill: string; value: string; estimated: string };
}

/** What the library calls a custom series with. */
interface Drawn {
  coord: (at: number[]) => number[];
}

export function billBars({ bars, color, unit, write, words }: BillBarsInput, palette: Palette): EChartsCoreOption {
  const drawBar = ({ dataIndex }: { dataIndex: number }, { coord }: Drawn) => {
    const bar = bars[dataIndex];
    if (bar === undefined || bar.value === null) return null;
    const [left = 0, top = 0] = coord([Date.parse(bar.start), bar.value]);
    const [right = 0, bottom = 0] = coord([Date.parse(bar.end), 0]);
    const box = { x: left, y: Math.min(top, bottom), width: Math.max(1, right - left), height: Math.abs(bottom - top) };
    return markedBox(box, bar, { fill: color, paper: palette.paper });
  };
  return {
    textStyle: { color: palette.ink },
    tooltip: tooltip(palette, {
      trigger: "item",
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const bar = bars[dataIndex];
        if (bar === undefined) return "";
        return `${bar.name}\n${write(bar.value)}${bar.isEstimated ? ` (${words.estimated})` : ""}`;
      },
    }),
    grid: grid(),
    xAxis: {
      type: "time",
      axisLabel: {
        ...valueAxis(palette, "").axisLabel,
        hideOverlap: true,
        formatter: (time: number) => writeMonth(new Date(time).toISOString()),
      },
      axisLine: { lineStyle: { color: palette.quiet } },
      axisTick: { show: false },
      splitLine: { show: false },
    },
    yAxis: valueAxis(palette, unit),
    useUTC: true,
    series: [
      {
        type: "custom",
        renderItem: drawBar,
        encode: { x: [0, 1], y: 2 },
        data: bars.map(({ start, end, value }) => [Date.parse(start), Date.parse(end), value]),
      },
    ],
  };
}

export const billBarsData = ({ bars, write, words }: BillBarsInput): ChartData => ({
  columns: [
    { key: "bill", label: words.bill },
    { key: "value", label: words.value, format: write },
    { key: "estimated", label: words.estimated },
  ],
  rows: bars.map(({ name, value, isEstimated }) => ({
    bill: name,
    value,
    estimated: isEstimated ? words.estimated : "",
  })),
});
