/** Charts of the energy of a property: by type over time, its cost by type, and year over year. */
import { ENERGY_TYPES, type EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import type { EnergyMonth } from "../../domain/property/roll-up-energy.ts";
import { isEnergy } from "../../domain/property/roll-up-sums.ts";
import { MONEY } from "../../records/report.ts";
import { isInRange, type DayRange } from "../../domain/day-range.ts";
import { markedSeries, monthChart, type Point } from "./month-charts.ts";
import type { Chart } from "../../records/table.ts";

/** More lines could not be distinguished. */
const YEARS = 4;
const MONTHS_OF_YEAR = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export interface TypeCost {
  energy_type: string;
  effective_month: Month;
  total_cost: number | null;
  estimated: boolean;
}

/** `energy` has all months; years are compared up to the end of the range, independent of its beginning. */
export function energyCharts(
  energy: readonly EnergyMonth[],
  costs: { types: readonly TypeCost[]; completeMonths: ReadonlySet<Month> },
  range: DayRange,
): Chart[] {
  const estimated = new Set(
    costs.types.filter((type) => type.estimated).map((type) => `${type.energy_type} ${type.effective_month}`),
  );
  const byType = energy
    .filter(({ effective_month }) => isInRange(effective_month, range))
    .flatMap(({ effective_month, kbtusByType, month_complete }) =>
      Object.entries(kbtusByType).map(([series, kbtus]) => ({
        series,
        month: effective_month,
        value: kbtus ?? null,
        isEstimated: estimated.has(`${series} ${effective_month}`),
        isIncomplete: !month_complete,
      })),
    );
  return [
    ...monthChart({ title: "Energy by type", kind: "stacked", unit: "kBtu" }, inOrder(byType)),
    ...yearsChart(
      energy
        .filter(({ effective_month }) => isInRange(effective_month, { to: range.to }))
        .map((month) => ({
          ...month,
          isEstimated: Object.keys(month.kbtusByType).some((type) => estimated.has(`${type} ${month.effective_month}`)),
        })),
    ),
    ...costCharts(costs, range),
  ];
}

/** A partly billed month would look cheap, so it is marked as incomplete in every type. */
export function costCharts(
  { types, completeMonths }: { types: readonly TypeCost[]; completeMonths: ReadonlySet<Month> },
  range: DayRange,
): Chart[] {
  const points = types
    .filter(({ effective_month }) => isInRange(effective_month, range))
    .map(({ energy_type, effective_month, total_cost, estimated }) => ({
      series: energy_type,
      month: effective_month,
      value: total_cost,
      isEstimated: estimated,
      isIncomplete: !completeMonths.has(effective_month),
    }));
  return monthChart({ title: "Cost by type", kind: "stacked", unit: MONEY }, inOrder(points));
}

const ORDER: readonly string[] = [
  ...ENERGY_TYPES.filter(isEnergy),
  ...ENERGY_TYPES.filter((type: EnergyType) => !isEnergy(type)),
];

/** Energy first, so that a type has the same position and color in the charts of energy and of costs. */
const inOrder = (points: readonly Point[]): Point[] =>
  points.toSorted((a, b) => ORDER.indexOf(a.series) - ORDER.indexOf(b.series));

/** An incomplete month is a gap, because it would look like a month of low use. */
function yearsChart(energy: readonly (EnergyMonth & { isEstimated: boolean })[]): Chart[] {
  const complete = energy.filter(({ month_complete, kbtus }) => month_complete && kbtus !== null);
  const years = [...Map.groupBy(complete, ({ effective_month }) => effective_month.slice(0, 4))].slice(-YEARS);
  if (years.length < 2) return [];
  const series = years.map(([name, months]) => {
    const known = new Map(
      months.map(({ effective_month, kbtus, isEstimated }) => [
        Number(effective_month.slice(5, 7)),
        { value: kbtus, isEstimated },
      ]),
    );
    return markedSeries(
      name,
      MONTHS_OF_YEAR.map((_, index) => known.get(index + 1)),
    );
  });
  return [{ title: "Energy year over year", kind: "line", unit: "kBtu", categories: MONTHS_OF_YEAR, series }];
}
