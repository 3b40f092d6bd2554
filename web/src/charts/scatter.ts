/** Points, and a line of straight pieces through them. */
import type { EChartsCoreOption } from "echarts/core";
import { grid, text, tooltip, valueAxis } from "./axes.ts";
import type { Palette } from "./palette.ts";

interface ScatterInput {
  points: { name: string; x: number; y: number }[];
  line: [number, number][] | number[][];
  xName: string;
  yName: string;
  words: { points: string; line: string };
  write: (value: number | null) => string;
}

export function scatterWithLine(
  { points, line, xName, yName, words, write }: ScatterInput,
  palette: Palette,
): EChartsCoreOption {
  return {
    textStyle: { color: palette.ink },
    color: [palette.total, palette.up],
    tooltip: tooltip(palette, {
      trigger: "item",
      formatter: ({ dataIndex, seriesType }: { dataIndex: number; seriesType: string }) => {
        const point = seriesType === "scatter" ? points[dataIndex] : undefined;
        return point === undefined ? words.line : `${point.name}\n${write(point.x)} °F\n${write(point.y)}`;
      },
    }),
    grid: grid({ bottom: 28 }),
    xAxis: valueAxis(palette, xName, {
      scale: true,
      nameLocation: "middle",
      nameGap: 28,
      nameTextStyle: text(palette),
    }),
    yAxis: valueAxis(palette, yName, { min: 0 }),
    series: [
      { type: "scatter", name: words.points, symbolSize: 9, data: points.map(({ x, y }) => [x, y]) },
      { type: "line", name: words.line, symbol: "none", lineStyle: { width: 2 }, silent: true, data: line },
    ],
  };
}
