/** The model of each meter as a picture: the use of its bills over the outdoor temperature, and the line fitted to the baseline. */
import type { Period } from "../../records/scalars.ts";
import type { Chart } from "../../records/table.ts";
import { meansWithin, type DailyMeans } from "../../domain/caltrack/degree-table.ts";
import type { Model } from "../../domain/caltrack/fit.ts";
import type { GroupAvoidance } from "../../domain/cost-avoidance/avoidance.ts";
import { daysBetween } from "../../domain/calendar.ts";
import { quotient, rounded } from "../../domain/exact.ts";
import type { ReportWords } from "../words/report-words.ts";
import { namesOf, type MeterNames } from "./words.ts";

/** More pictures would be a report of their own. */
const CHARTS_MAX = 6;
/** Fewer bills show no line. */
const POINTS_MIN = 3;

interface Point {
  temperature: number;
  perDay: number;
  name: string;
}

export const fitCharts = (
  groups: readonly GroupAvoidance[],
  of: { temperatures: DailyMeans; names: MeterNames; words: ReportWords },
): Chart[] => groups.flatMap((group) => fitChart(group, of)).slice(0, CHARTS_MAX);

function fitChart(
  { group, model, modelled, periods, unit }: GroupAvoidance,
  { temperatures, names, words }: { temperatures: DailyMeans; names: MeterNames; words: ReportWords },
): Chart[] {
  const pointsOf = (of: readonly (Period & { use: number | null })[]): Point[] =>
    of.flatMap((period) => {
      const temperature = meanOf(temperatures, period);
      const perDay = quotient(period.use, daysBetween(period.start_date, period.end_date));
      return temperature === null || perDay === null ? [] : [{ temperature, perDay, name: words.days(period) }];
    });
  const before = pointsOf(modelled.map((period) => ({ ...period, use: period.observed })));
  if (model === null || unit === null || before.length < POINTS_MIN) return [];
  const since = pointsOf(periods.map((period) => ({ ...period, use: period.actual })));
  const line = linePoints(model, [...before, ...since]);
  const all = [...before, ...since, ...line];
  const only = (from: number, of: readonly Point[]) =>
    all.map((_, index) => (index >= from && index < from + of.length ? (of[index - from]?.perDay ?? null) : null));
  const { sentence } = words;
  return [
    {
      title: sentence("chart.fit", {
        meter: namesOf(
          group.readers.map(({ id }) => id),
          names,
        ),
      }),
      kind: "scatter",
      unit: sentence("chart.perDay", { unit }),
      categories: all.map(({ name }) => name),
      across: { unit: sentence("chart.temperature"), values: all.map(({ temperature }) => temperature) },
      series: [
        { name: sentence("chart.fitBaseline"), values: only(0, before) },
        ...(since.length === 0 ? [] : [{ name: sentence("chart.fitSavings"), values: only(before.length, since) }]),
        { name: sentence("chart.fitModel"), isFitted: true as const, values: only(before.length + since.length, line) },
      ],
    },
  ];
}

/** Null when no day has a temperature. */
function meanOf(temperatures: DailyMeans, period: Period): number | null {
  const known = [...meansWithin(temperatures, period)].filter((mean) => !Number.isNaN(mean));
  return known.length === 0 ? null : rounded(known.reduce((sum, mean) => sum + mean, 0) / known.length);
}

/** The use of a day of each temperature: straight between the coldest and the warmest bill and the balance points. */
function linePoints(model: Model, points: readonly Point[]): Point[] {
  const temperatures = points.map(({ temperature }) => temperature);
  const [coldest, warmest] = [Math.min(...temperatures), Math.max(...temperatures)];
  const bends = [model.heatingBalanceF, model.coolingBalanceF].filter(
    (bend): bend is number => bend !== null && bend > coldest && bend < warmest,
  );
  return [coldest, ...bends, warmest]
    .toSorted((a, b) => a - b)
    .map((temperature) => ({ temperature, perDay: useOfDay(model, temperature), name: "" }));
}

function useOfDay(model: Model, temperature: number): number {
  const { basePerDay, heatingBalanceF, coolingBalanceF, perHeatingDegree, perCoolingDegree } = model;
  const heating = heatingBalanceF === null ? 0 : Math.max(0, heatingBalanceF - temperature) * (perHeatingDegree ?? 0);
  const cooling = coolingBalanceF === null ? 0 : Math.max(0, temperature - coolingBalanceF) * (perCoolingDegree ?? 0);
  return rounded(basePerDay + heating + cooling);
}
