/** The chosen figure by month and year. */
import { ChartSection } from "../../charts/chart-section.tsx";
import { heatMap, heatMapData } from "../../charts/heat-map.ts";
import { usePalette } from "../../charts/palette.ts";
import { monthStart } from "../../data/months.ts";
import { monthName, monthOfYear, number, shortNumber } from "../../parts/format.ts";
import { FIGURE_OF } from "../../parts/month-figures.ts";
import { Empty } from "../../parts/page.tsx";
import type { Shown } from "./property-page.tsx";
import { usePropertyWords } from "./property.words.ts";
import { useFigureWriter } from "./use-figure-writer.ts";

export function Heat({ shown }: { shown: Shown }) {
  const say = usePropertyWords();
  const palette = usePalette();
  const { write } = useFigureWriter(shown);
  const { months, figure, property } = shown;
  // A month that is billed in part would look like a month of little use.
  const known = months.flatMap((month) => {
    const value = month.month_complete ? FIGURE_OF[figure](month, property.sq_ft) : null;
    return value === null ? [] : [{ month: month.effective_month, value }];
  });
  const highest = known.reduce<(typeof known)[number] | null>(
    (most, each) => (most === null || each.value > most.value ? each : most),
    null,
  );
  if (highest === null) return <Empty icon="chart" title={say("heat.title")} text={say("heat.none")} />;
  const years = [...new Set(known.map(({ month }) => month.slice(0, 4)))].sort();
  const byMonth = new Map(known.map(({ month, value }) => [month, value]));
  const input = {
    months: Array.from({ length: 12 }, (_, at) => monthOfYear(monthStart(2024, at))),
    years,
    values: years.map((year) =>
      Array.from({ length: 12 }, (_, at) => byMonth.get(monthStart(Number(year), at)) ?? null),
    ),
    write,
    short: (value: number | null) => (Math.abs(value ?? 0) < 10 ? number(value, 2) : shortNumber(value)),
    words: { year: say("heat.year") },
  };
  return (
    <ChartSection
      title={say("heat.title")}
      sentence={say("heat.sentence", { month: monthName(highest.month), value: write(highest.value) })}
      data={heatMapData(input)}
      option={heatMap(input, palette)}
      height={Math.max(160, 40 + years.length * 44)}
    />
  );
}
