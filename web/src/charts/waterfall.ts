/** From one cost to another in steps: each bar begins where the one before it ended. */
import type { EChartsCoreOption } from "echarts/core";
import { categoryAxis, grid, tooltip, valueAxis } from "./axes.ts";
import type { ChartData } from "./chart-data.ts";
import type { Palette } from "./palette.ts";
import { floorOf } from "./waterfall-floor.ts";

export interface WaterfallInput {
  from: { name: string; value: number };
  steps: { name: string; value: number }[];
  to: { name: string; value: number };
  unit: string;
  write: (value: number | null) => string;
  writeChange: (value: number | null) => string;
  words: { part: string; amount: string };
  /** On a narrow page the steps go downwards, so that their names have room. */
  isNarrow: boolean;
}

export function waterfall(input: WaterfallInput, palette: Palette): EChartsCoreOption {
  const { from, steps, to, unit, write, writeChange, isNarrow } = input;
  const floor = floorOf(input);
  const names = [from.name, ...steps.map(({ name }) => name), to.name];
  const spans = [{ low: floor, high: from.value, color: palette.total, label: write(from.value) }];
  let level = from.value;
  for (const { value } of steps) {
    const next = level + value;
    spans.push({
      low: Math.min(level, next),
      high: Math.max(level, next),
      color: value > 0 ? palette.up : palette.down,
      label: writeChange(value),
    });
    level = next;
  }
  spans.push({ low: floor, high: to.value, color: palette.total, label: write(to.value) });
  const nameLook = { color: palette.quiet, fontSize: 12, interval: 0, lineHeight: 15, hideOverlap: false };
  const nameAxis = categoryAxis(palette, names, {
    inverse: isNarrow,
    axisLabel: { ...nameLook, width: 90, overflow: "break" },
  });
  const amountAxis = valueAxis(palette, isNarrow ? "" : unit, { min: floor, splitNumber: isNarrow ? 3 : 5 });
  return {
    textStyle: { color: palette.ink },
    tooltip: tooltip(palette, {
      formatter: (points: { dataIndex: number }[]) => {
        const at = points[0]?.dataIndex ?? 0;
        return `${names[at]}\n${spans[at]?.label ?? ""}`;
      },
    }),
    grid: grid(isNarrow ? { right: 84, top: 8 } : {}),
    ...(isNarrow ? { xAxis: amountAxis, yAxis: nameAxis } : { xAxis: nameAxis, yAxis: amountAxis }),
    series: [
      // Carries the steps, and is not seen.
      {
        type: "bar",
        stack: "steps",
        // By default a bar above zero does not stand on one below.
        stackStrategy: "all",
        silent: true,
        itemStyle: { color: "transparent" },
        tooltip: { show: false },
        data: spans.map(({ low }) => low),
      },
      {
        type: "bar",
        stack: "steps",
        stackStrategy: "all",
        barMaxWidth: 56,
        data: spans.map(({ low, high, color, label }) => ({
          value: high - low,
          itemStyle: { color },
          label: {
            show: true,
            position: isNarrow ? "right" : "top",
            formatter: label,
            color: palette.ink,
            fontSize: 12,
          },
        })),
      },
    ],
  };
}

export const waterfallData = ({ from, steps, to, write, words }: WaterfallInput): ChartData => ({
  columns: [
    { key: "part", label: words.part },
    { key: "amount", label: words.amount, format: write },
  ],
  rows: [
    { part: from.name, amount: from.value },
    ...steps.map(({ name, value }) => ({ part: name, amount: value })),
    { part: to.name, amount: to.value },
  ],
});
