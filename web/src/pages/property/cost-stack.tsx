/** The cost of each month by class of charge, over three years. */
import { ChartSection } from "../../charts/chart-section.tsx";
import { monthBars, monthBarsData, monthBarsLegend } from "../../charts/month-bars.ts";
import { usePalette } from "../../charts/palette.ts";
import { CHARGE_TYPES } from "../../parts/charge-types.ts";
import { money, month as writeMonth, number } from "../../parts/format.ts";
import type { AnyMonth } from "../../parts/month-figures.ts";
import { Empty } from "../../parts/page.tsx";
import { usePropertyWords } from "./property.words.ts";

const MONTHS = 36;

export function CostStack({ months }: { months: AnyMonth[] }) {
  const say = usePropertyWords();
  const palette = usePalette();
  const shown = months.slice(-MONTHS);
  if (shown.every(({ total_cost }) => total_cost === null))
    return <Empty icon="chart" title={say("stack.title")} text={say("stack.none")} />;
  const used = CHARGE_TYPES.filter((each) => shown.some((month) => (month[each] ?? 0) !== 0));
  const input = {
    names: shown.map(({ effective_month }) => writeMonth(effective_month)),
    series: used.map((each, place) => ({
      name: say(`class.${each}`),
      color: palette.series[place % palette.series.length] ?? palette.ink,
      stack: "cost",
      bars: shown.map((month) => ({
        value: month[each],
        isEstimated: month.estimated,
        isIncomplete: !month.month_complete,
      })),
    })),
    unit: say("unit.cost"),
    write: money,
    words: { month: say("month.label"), estimated: say("month.estimated"), incomplete: say("month.incomplete") },
  };
  const year = months.filter(({ month_complete }) => month_complete).slice(-12);
  const sum = (key: "total_cost" | (typeof CHARGE_TYPES)[number]) =>
    year.reduce((total, month) => total + (month[key] ?? 0), 0);
  const total = sum("total_cost");
  const share = (part: number) => (total > 0 ? `${number((part / total) * 100)} %` : "–");
  return (
    <ChartSection
      title={say("stack.title")}
      sentence={say("stack.sentence", { share: share(sum("usage_cost")), fixed: share(sum("service_cost")) })}
      data={monthBarsData(input)}
      option={monthBars(input, palette)}
      legend={monthBarsLegend(input, palette)}
    />
  );
}
