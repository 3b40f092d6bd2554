/** The cost of all properties by month, stacked by service, over the two years that are compared. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { PortfolioMonth } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { ChartSection } from "../../charts/chart-section.tsx";
import { monthBars, monthBarsData, monthBarsLegend } from "../../charts/month-bars.ts";
import { energyColor, usePalette } from "../../charts/palette.ts";
import { lastMonths, monthParameter } from "../../data/months.ts";
import { portfolioMonthsQuery } from "../../data/portfolio.ts";
import { money, month as writeMonth, monthName } from "../../parts/format.ts";
import { Loaded } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { knownSum } from "./known-sum.ts";
import { useHomeWords } from "./home.words.ts";

const MONTHS = 25;

export function CostByMonth() {
  const months = useQuery(portfolioMonthsQuery(monthParameter(lastMonths(MONTHS)[0] ?? "")));
  return <Loaded query={months}>{(rows) => (rows.length === 0 ? null : <CostChart rows={rows} />)}</Loaded>;
}

function CostChart({ rows }: { rows: PortfolioMonth[] }) {
  const say = useHomeWords();
  const common = useCommon();
  const palette = usePalette();
  const navigate = useNavigate();
  const months = [...new Set(rows.map(({ effective_month }) => effective_month))].sort();
  const types = [...new Set(rows.flatMap(({ energy_type }) => energy_type ?? []))];
  const rowsOf = (month: string) => rows.filter(({ effective_month }) => effective_month === month);
  const input = {
    names: months.map(writeMonth),
    series: types.map((type) => ({
      name: sayWord(common, "energy", type),
      color: energyColor(palette, type),
      stack: "cost",
      bars: months.map((month) => {
        const row = rowsOf(month).find(({ energy_type }) => energy_type === type);
        if (row === undefined) return { value: null };
        return { value: row.total_cost, isEstimated: row.estimated, isIncomplete: !row.complete };
      }),
    })),
    unit: "$",
    write: money,
    words: { month: say("cost.month"), estimated: say("cost.estimated"), incomplete: say("cost.incomplete") },
  };
  const latest = months.findLast((month) => rowsOf(month).every(({ complete }) => complete));
  const cost = latest === undefined ? null : knownSum(rowsOf(latest).map(({ total_cost }) => total_cost));
  const sentence =
    latest === undefined
      ? say("cost.partial")
      : say(cost === null ? "cost.unknown" : "cost.sentence", { month: monthName(latest), cost: money(cost) });
  return (
    <ChartSection
      title={say("cost.title")}
      sentence={sentence}
      data={monthBarsData(input)}
      option={monthBars(input, palette)}
      legend={monthBarsLegend(input, palette)}
      height={300}
      // Which properties a month is made of; each leads to its lines.
      onPick={(at) => {
        const month = months[at];
        if (month !== undefined) void navigate({ to: "/properties", search: { month: monthParameter(month) } });
      }}
    />
  );
}
