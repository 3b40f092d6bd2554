/** The answer of the history of demand: the highest of twelve months, and what demand cost in them. */
import { MONEY } from "../../records/report.ts";
import type { Month } from "../../records/scalars.ts";
import type { Opening } from "../../records/table.ts";
import { monthNumber } from "../../domain/calendar.ts";
import { isInRange } from "../../domain/day-range.ts";
import { addUp, CENTS, changePercent, quotient } from "../../domain/exact.ts";
import type { Asked } from "../parts/no-answer.ts";
import { changePhrase, tile, whenText } from "../parts/year-words.ts";
import { YEAR_MONTHS } from "../parts/year.ts";
import type { DemandMonth } from "./demand-charts.ts";

/** `months` are those of the electricity of the property, with demands in kW; null where demands cannot be compared. */
export function demandAnswer(months: readonly DemandMonth[] | null, asked: Asked): Opening {
  const { property, range, words } = asked;
  const { sentence } = words;
  const known = (months ?? []).filter((month) => month.demand_consumption !== null);
  const inRange = known.filter(({ effective_month }) => isInRange(effective_month, range));
  const last = Math.max(...inRange.map(({ effective_month }) => monthNumber(effective_month)));
  const first = Math.max(last - YEAR_MONTHS + 1, ...(range.from === undefined ? [] : [monthNumber(range.from)]));
  const within = (from: number, to: number) => (month: DemandMonth) => {
    const number = monthNumber(month.effective_month);
    return number >= from && number <= to;
  };
  const year = known.filter(within(first, last));
  const highest = highestOf(year);
  if (highest === null) {
    const key = known.length > 0 ? "answer.demand.noneInRange" : "answer.demand.none";
    return { answer: sentence(key, { property }), tiles: [] };
  }
  const before = highestOf(known.filter(within(first - YEAR_MONTHS, last - YEAR_MONTHS)));
  const change = changePercent(highest.demand, before?.demand ?? null);
  const costs = (key: "demand_cost" | "total_cost") =>
    addUp(
      year.map((month) => month[key]),
      CENTS,
    );
  const [demandCost, totalCost] = [costs("demand_cost"), costs("total_cost")];
  const share = quotient(demandCost === null ? null : demandCost * 100, totalCost);
  const values = {
    property,
    when: whenText({ count: last - first + 1, last: year.at(-1)?.effective_month ?? highest.month }, words),
    demand: words.number(highest.demand, 1, 0),
    unit: "kW",
    month: words.longMonth(highest.month),
    change: changePhrase(change, words, "long"),
  };
  const mark = year.some(({ estimated }) => estimated) ? "estimated" : null;
  const hasCost = demandCost !== null && demandCost > 0 && share !== null;
  return {
    answer: hasCost
      ? sentence("answer.demand", { ...values, cost: words.money(demandCost, 0), share: words.percent(share) })
      : sentence("answer.demand.noCost", values),
    tiles: [
      tile({
        key: "highest_demand",
        label: sentence("tile.demand"),
        value: highest.demand,
        unit: "kW",
        digits: 1,
        change,
        comparison: change === null ? null : sentence("compared.year"),
        mark,
      }),
      ...(hasCost
        ? [
            tile({
              key: "demand_cost",
              label: sentence("tile.demandCost"),
              value: demandCost,
              type: "money",
              unit: MONEY,
              digits: 0,
            }),
            tile({
              key: "demand_share",
              label: sentence("tile.demandShare"),
              value: share,
              type: "percent",
              unit: "%",
            }),
          ]
        : []),
    ],
  };
}

function highestOf(months: readonly DemandMonth[]): { month: Month; demand: number } | null {
  return months.reduce<{ month: Month; demand: number } | null>((highest, { effective_month, demand_consumption }) => {
    if (demand_consumption === null || (highest !== null && highest.demand >= demand_consumption)) return highest;
    return { month: effective_month, demand: demand_consumption };
  }, null);
}
