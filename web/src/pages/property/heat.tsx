/** The chosen figure by month and year: the fiscal year of the company where it is not the calendar year. */
import { useNavigate } from "@tanstack/react-router";
import { ChartSection } from "../../charts/chart-section.tsx";
import { heatMap, heatMapData, heatMapPoints, pickedCell } from "../../charts/heat-map.ts";
import { usePalette } from "../../charts/palette.ts";
import { fiscalYearOf, fiscalYearStart } from "../../data/fiscal-year.ts";
import { addMonths, monthParameter } from "../../data/months.ts";
import { useMe } from "../../data/session.ts";
import { monthName, monthOfYear, number, shortNumber } from "../../parts/format.ts";
import { barOf } from "../../parts/month-figures.ts";
import { Empty } from "../../parts/page.tsx";
import type { Shown } from "./shown.ts";
import { usePropertyWords } from "./property.words.ts";
import { useFigureWriter } from "./use-figure-writer.ts";

export function Heat({ shown }: { shown: Shown }) {
  const say = usePropertyWords();
  const palette = usePalette();
  const { write } = useFigureWriter(shown);
  const navigate = useNavigate();
  const { months, figure, property } = shown;
  const { fiscal_year_start: start } = useMe();
  const known = months
    .map((month) => ({ month: month.effective_month, bar: barOf(month, figure, property.sq_ft) }))
    .filter(({ bar }) => bar.value !== null);
  // A month that is billed in part would look like a month of little use.
  const highest = known
    .filter(({ bar }) => bar.isIncomplete !== true)
    .reduce<(typeof known)[number] | null>(
      (most, each) => (most === null || (each.bar.value ?? 0) > (most.bar.value ?? 0) ? each : most),
      null,
    );
  if (highest === null) return <Empty icon="chart" title={say("heat.title")} text={say("heat.none")} />;
  const firsts = [...new Set(known.map(({ month }) => fiscalYearStart(month, start)))].sort();
  const byMonth = new Map(known.map(({ month, bar }) => [month, bar]));
  const monthAt = (year: number, month: number) => addMonths(firsts[year] ?? "", month);
  const isFiscal = start !== 1;
  const input = {
    // In three letters all of them have room.
    months: Array.from({ length: 12 }, (_, at) => monthOfYear(monthAt(0, at)).slice(0, 3)),
    years: firsts.map((first) => {
      const year = fiscalYearOf(first, start);
      return isFiscal ? say("heat.fiscal", { year }) : String(year);
    }),
    bars: firsts.map((_, year) =>
      Array.from({ length: 12 }, (_month, at) => byMonth.get(monthAt(year, at)) ?? { value: null }),
    ),
    nameOf: (year: number, month: number) => monthName(monthAt(year, month)),
    write,
    short: (value: number | null) => (Math.abs(value ?? 0) < 10 ? number(value, 2) : shortNumber(value)),
    words: { year: say("heat.year"), estimated: say("month.estimated"), incomplete: say("month.incomplete") },
  };
  const marks = (["estimated", "incomplete"] as const).filter((mark) =>
    known.some(({ bar }) => (mark === "estimated" ? bar.isEstimated : bar.isIncomplete) === true),
  );
  return (
    <ChartSection
      title={say("heat.title")}
      sentence={`${say("heat.sentence", { month: monthName(highest.month), value: write(highest.bar.value) })} ${say(isFiscal ? "heat.byFiscal" : "heat.byCalendar")}`}
      data={heatMapData(input)}
      option={heatMap(input, palette)}
      steps={heatMapPoints(input)}
      height={Math.max(160, 40 + firsts.length * 44)}
      legend={[
        { name: say("heat.more"), color: palette.heat.at(-2) ?? palette.ink },
        ...marks.map((mark) => ({ name: input.words[mark], color: palette.quiet, mark })),
      ]}
      onPick={(at) => {
        const picked = pickedCell(input, at);
        if (picked === null) return;
        const month = monthParameter(monthAt(picked.year, picked.month));
        void navigate({ to: "/properties/$id/months/$month", params: { id: String(property.id), month } });
      }}
    />
  );
}
