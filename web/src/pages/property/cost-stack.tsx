/** The cost of each month by class of charge, over three years. */
import { useNavigate } from "@tanstack/react-router";
import { ChartSection } from "../../charts/chart-section.tsx";
import { monthBars, monthBarsData, monthBarsLegend } from "../../charts/month-bars.ts";
import { usePalette } from "../../charts/palette.ts";
import { monthParameter } from "../../data/months.ts";
import { CHARGE_TYPES } from "../../parts/charge-types.ts";
import { day, money, month as writeMonth, number } from "../../parts/format.ts";
import { Empty } from "../../parts/page.tsx";
import { costShares } from "./cost-shares.ts";
import { notesOf } from "./notes.ts";
import type { Shown } from "./shown.ts";
import { usePropertyWords } from "./property.words.ts";

const MONTHS = 36;

export function CostStack({ shown: { months, property } }: { shown: Shown }) {
  const say = usePropertyWords();
  const navigate = useNavigate();
  const palette = usePalette();
  const latest = months.slice(-MONTHS);
  if (latest.every(({ total_cost }) => total_cost === null))
    return <Empty icon="chart" title={say("stack.title")} text={say("stack.none")} />;
  const used = CHARGE_TYPES.filter((each) => latest.some((month) => (month[each] ?? 0) !== 0));
  const input = {
    names: latest.map(({ effective_month }) => writeMonth(effective_month)),
    series: used.map((each, place) => ({
      name: say(`class.${each}`),
      color: palette.series[place % palette.series.length] ?? palette.ink,
      stack: "cost",
      bars: latest.map((month) => ({
        value: month[each],
        isEstimated: month.estimated,
        isIncomplete: !month.month_complete,
      })),
    })),
    unit: say("unit.cost"),
    write: money,
    notes: notesOf(property).flatMap(({ date, text }) => {
      const at = latest.findIndex(({ effective_month }) => effective_month.slice(0, 7) === date.slice(0, 7));
      return at === -1 ? [] : [{ at, text: `${day(date)}: ${text}` }];
    }),
    words: { month: say("month.label"), estimated: say("month.estimated"), incomplete: say("month.incomplete") },
  };
  const shares = costShares(months);
  const percent = (share: number) => `${number(share * 100)} %`;
  return (
    <ChartSection
      title={say("stack.title")}
      sentence={
        shares === null
          ? say("stack.noMonth")
          : say("stack.sentence", {
              share: percent(shares.use),
              fixed: percent(shares.fixed),
              count: shares.months,
            })
      }
      data={monthBarsData(input)}
      option={monthBars(input, palette)}
      legend={monthBarsLegend(input, palette)}
      onPick={(at) => {
        const month = latest[at]?.effective_month;
        if (month !== undefined)
          void navigate({
            to: "/properties/$id/months/$month",
            params: { id: String(property.id), month: monthParameter(month) },
          });
      }}
    />
  );
}
