/** A table of months and years whose cells are darker where the figure is higher. Months without a figure stay empty. */
import type { EChartsCoreOption } from "echarts/core";
import { categoryAxis, grid, tooltip } from "./axes.ts";
import type { ChartData } from "./chart-data.ts";
import type { Palette } from "./palette.ts";

export interface HeatMapInput {
  months: string[];
  years: string[];
  /** By year, then month. */
  values: (number | null)[][];
  write: (value: number | null) => string;
  short: (value: number | null) => string;
  words: { year: string };
}

export function heatMap({ months, years, values, write, short }: HeatMapInput, palette: Palette): EChartsCoreOption {
  const cells = values.flatMap((row, year) =>
    row.flatMap((value, month) => (value === null ? [] : [[month, year, value]])),
  );
  const amounts = cells.map(([, , value]) => value ?? 0);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  // Text on the darker half of the scale takes the colour of the paper.
  const isDark = (value: number) => most > least && (value - least) / (most - least) > 0.5;
  return {
    textStyle: { color: palette.ink },
    tooltip: tooltip(palette, {
      trigger: "item",
      formatter: ({ value: [month = 0, year = 0, value = 0] }: { value: number[] }) =>
        `${months[month]} ${years[year]}\n${write(value)}`,
    }),
    grid: grid({ top: 8, bottom: 8 }),
    xAxis: categoryAxis(palette, months, { position: "top", axisLine: { show: false } }),
    yAxis: categoryAxis(palette, years, { inverse: true, axisLine: { show: false } }),
    visualMap: { show: false, min: least, max: most, inRange: { color: [...palette.heat] } },
    series: [
      {
        type: "heatmap",
        itemStyle: { borderColor: palette.paper, borderWidth: 2 },
        data: cells.map(([month = 0, year = 0, value = 0]) => ({
          value: [month, year, value],
          label: {
            show: true,
            formatter: short(value),
            fontSize: 11,
            color: isDark(value) ? palette.paper : palette.ink,
          },
        })),
      },
    ],
  };
}

export const heatMapData = ({ months, years, values, write, words }: HeatMapInput): ChartData => ({
  columns: [
    { key: "year", label: words.year },
    ...months.map((month, place) => ({ key: `m${place}`, label: month, format: write })),
  ],
  rows: years.map((year, at) => ({
    year,
    ...Object.fromEntries(months.map((_, place) => [`m${place}`, values[at]?.[place] ?? null])),
  })),
});
