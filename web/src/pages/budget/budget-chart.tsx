/** The budget as a line over the cost by month: what is billed, and hatched upon it what is accrued. */
import { Anchor, Text } from "@mantine/core";
import type { BudgetVarianceMonth, BudgetVarianceSums } from "@meterbook/client";
import { ChartSection } from "../../charts/chart-section.tsx";
import type { LegendKey } from "../../charts/legend.tsx";
import { monthBars, monthBarsData } from "../../charts/month-bars.ts";
import { usePalette } from "../../charts/palette.ts";
import { money, month as writeMonth, monthName, percentChange } from "../../parts/format.ts";
import { useBudgetWords } from "./budget.words.ts";

interface ChartProps {
  /** Of one service, or of all together. */
  months: BudgetVarianceMonth[];
  sums: BudgetVarianceSums | undefined;
  metersUnknown: number;
}

/** The month has ended, and some of its cost is neither billed nor accrued. */
export const isIncomplete = ({ ended, complete, accrued }: BudgetVarianceMonth): boolean =>
  ended && !complete && (accrued === null || accrued === 0);

export function BudgetChart({ months, sums, metersUnknown }: ChartProps) {
  const say = useBudgetWords();
  const palette = usePalette();
  const color = palette.total;
  // Stripes also mark what the utility estimated: accruals have a colour of their own.
  const accruedColor = palette.series[5] ?? color;
  const line = {
    name: say("chart.budget"),
    color: palette.series[1] ?? palette.ink,
    values: months.map(({ budget }) => budget),
  };
  const input = {
    names: months.map(({ effective_month }) => writeMonth(effective_month)),
    series: [
      {
        name: say("chart.billed"),
        color,
        stack: "cost",
        bars: months.map((each) => ({
          value: each.actual,
          isEstimated: each.estimated,
          isIncomplete: isIncomplete(each),
        })),
      },
      {
        name: say("chart.accrued"),
        color: accruedColor,
        stack: "cost",
        bars: months.map(({ accrued }) => ({ value: accrued === 0 ? null : accrued, isEstimated: true })),
      },
    ],
    line,
    unit: "$",
    write: money,
    words: { month: say("chart.month"), estimated: say("chart.estimated"), incomplete: say("chart.incomplete") },
  };
  const legend: LegendKey[] = [
    { name: say("chart.billed"), color },
    { name: say("chart.accruedMark"), color: accruedColor, mark: "estimated" },
    ...(months.some(({ estimated, actual }) => estimated && actual !== null)
      ? [{ name: say("chart.estimatedMark"), color, mark: "estimated" as const }]
      : []),
    ...(months.some((each) => isIncomplete(each) && each.actual !== null)
      ? [{ name: say("chart.incomplete"), color, mark: "incomplete" as const }]
      : []),
    ...(months.some(({ budget }) => budget !== null) ? [{ name: line.name, color: line.color, isLine: true }] : []),
  ];
  return (
    <ChartSection
      title={say("chart.title")}
      sentence={useSentence({ months, sums, metersUnknown })}
      data={monthBarsData(input)}
      option={monthBars(input, palette)}
      legend={legend}
      height={340}
    >
      <Text size="sm">
        <Anchor href="/docs/budgets-and-accruals" target="_blank">
          {say("rule")}
        </Anchor>
      </Text>
    </ChartSection>
  );
}

const PERCENT = 100;

/** How far the cost is from the budget, what the year is expected to cost, and what is not known. */
function useSentence({ months, sums, metersUnknown }: ChartProps): string {
  const say = useBudgetWords();
  if (sums === undefined || sums.total.budget === null) return say("sentence.none");
  const { to_date, total, incomplete_months } = sums;
  const last = months.findLast(({ ended, complete, budget }) => (ended || complete) && budget !== null);
  const said = {
    last: last === undefined ? "" : monthName(last.effective_month),
    amount: money(Math.abs(to_date.difference ?? 0)),
    share: percentChange(to_date.share === null ? null : to_date.share * PERCENT),
  };
  const soFar =
    last === undefined || to_date.difference === null
      ? say("sentence.notYet")
      : to_date.difference === 0
        ? say("sentence.same", said)
        : say(to_date.difference > 0 ? "sentence.over" : "sentence.under", said);
  return [
    soFar,
    say("sentence.year", { forecast: money(total.forecast), budget: money(total.budget) }),
    incomplete_months === 0 ? "" : say("sentence.partial", { count: incomplete_months }),
    metersUnknown === 0 ? "" : say("sentence.unknown", { count: metersUnknown }),
  ]
    .filter((part) => part !== "")
    .join(" ");
}
