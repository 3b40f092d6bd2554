/** Columns by month: gaps stay gaps, stripes mark an estimated figure, an empty column an incomplete month. */
import type { EChartsCoreOption } from "echarts/core";
import { categoryAxis, grid, tooltip, valueAxis } from "./axes.ts";
import type { ChartData } from "./chart-data.ts";
import type { LegendKey } from "./legend.tsx";
import type { Palette } from "./palette.ts";

export interface MonthBar {
  /** Null: not known, drawn as a gap. */
  value: number | null;
  isEstimated?: boolean;
  isIncomplete?: boolean;
}

export interface BarSeries {
  name: string;
  color: string;
  bars: MonthBar[];
  /** Series with the same stack are drawn upon each other. */
  stack?: string;
}

interface MonthBarsInput {
  /** One for each bar. */
  names: string[];
  series: BarSeries[];
  unit: string;
  write: (value: number | null) => string;
  /** Drawn over the columns: what they are compared with. */
  line?: { name: string; color: string; values: (number | null)[] };
  /** Flags on the axis: what happened in a month. */
  notes?: { at: number; text: string }[];
  words: { month: string; estimated: string; incomplete: string };
}

const STRIPES = { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: Math.PI / 4 };

function barOf({ value, isEstimated = false, isIncomplete = false }: MonthBar, color: string, paper: string) {
  if (value === null) return "-";
  return {
    value,
    itemStyle: {
      color: isIncomplete ? paper : color,
      borderColor: isIncomplete ? color : paper,
      borderWidth: isIncomplete ? 1.5 : 1,
      ...(isEstimated ? { decal: { ...STRIPES, color: isIncomplete ? color : paper } } : {}),
    },
  };
}

export function monthBars(
  { names, series, line, unit, write, notes = [], words }: MonthBarsInput,
  palette: Palette,
): EChartsCoreOption {
  const flags = {
    symbol: "pin",
    symbolSize: 30,
    itemStyle: { color: palette.quiet },
    label: { show: true, formatter: "!", color: palette.paper, fontWeight: "bold" },
    data: notes.map(({ at, text }) => ({ coord: [at, 0], name: text })),
  };
  return {
    color: [...series, ...(line === undefined ? [] : [line])].map(({ color }) => color),
    textStyle: { color: palette.ink },
    tooltip: tooltip(palette, {
      formatter: (points: { dataIndex: number }[]) => tooltipText(points[0]?.dataIndex ?? 0),
    }),
    grid: grid(),
    xAxis: categoryAxis(palette, names),
    yAxis: valueAxis(palette, unit),
    series: [...series.map(barsOf), ...(line === undefined ? [] : [lineOf(line)])],
  };

  function barsOf({ name, color, bars, stack }: BarSeries, place: number) {
    return {
      type: "bar",
      name,
      stack: stack ?? String(place),
      barMaxWidth: 34,
      itemStyle: { color },
      emphasis: { focus: "none" },
      data: bars.map((bar) => barOf(bar, color, palette.paper)),
      ...(place === 0 && notes.length > 0 ? { markPoint: flags } : {}),
    };
  }

  function tooltipText(at: number): string {
    const lines = series.map(({ name, bars }) => `${name}: ${write(bars[at]?.value ?? null)}${marksOf(bars[at])}`);
    if (line !== undefined) lines.push(`${line.name}: ${write(line.values[at] ?? null)}`);
    const own = notes.filter((note) => note.at === at).map(({ text }) => text);
    return [names[at] ?? "", ...lines, ...own].join("\n");
  }
  function marksOf(bar: MonthBar | undefined): string {
    const marks = [bar?.isEstimated ? words.estimated : null, bar?.isIncomplete ? words.incomplete : null];
    const said = marks.filter((mark) => mark !== null);
    return said.length === 0 ? "" : ` (${said.join(", ")})`;
  }
}

/** A month without a value is a gap in the line. */
const lineOf = ({ name, color, values }: NonNullable<MonthBarsInput["line"]>) => ({
  type: "line",
  name,
  step: "middle",
  symbol: "circle",
  symbolSize: 6,
  lineStyle: { width: 2.5, color },
  itemStyle: { color },
  emphasis: { focus: "none" },
  z: 3,
  data: values.map((value) => value ?? "-"),
});

/** The series, and the marks that at least one bar has. */
export function monthBarsLegend({ series, line, words }: MonthBarsInput, { quiet }: Palette): LegendKey[] {
  const has = (mark: "isEstimated" | "isIncomplete") =>
    series.some(({ bars }) => bars.some((bar) => bar.value !== null && bar[mark] === true));
  const keys: LegendKey[] = series.map(({ name, color }) => ({ name, color }));
  if (line !== undefined) keys.push({ name: line.name, color: line.color, isLine: true });
  if (has("isEstimated")) keys.push({ name: words.estimated, color: quiet, mark: "estimated" });
  if (has("isIncomplete")) keys.push({ name: words.incomplete, color: quiet, mark: "incomplete" });
  return keys;
}

/** The same as a table. */
export function monthBarsData({ names, series, line, write, words }: MonthBarsInput): ChartData {
  return {
    columns: [
      { key: "month", label: words.month },
      ...series.map(({ name }, place) => ({ key: `s${place}`, label: name, format: write })),
      ...(line === undefined ? [] : [{ key: "line", label: line.name, format: write }]),
    ],
    rows: names.map((name, at) => ({
      month: name,
      ...Object.fromEntries(series.map(({ bars }, place) => [`s${place}`, bars[at]?.value ?? null])),
      ...(line === undefined ? {} : { line: line.values[at] ?? null }),
    })),
  };
}
