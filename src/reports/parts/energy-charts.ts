/** Charts of the energy of a property: by type over time, its cost by type, and year over year. */
import { ENERGY_TYPES, type EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import type { EnergyMonth } from "../../domain/property/roll-up-energy.ts";
import { isEnergy } from "../../domain/property/roll-up-sums.ts";
import { MONEY } from "../../records/report.ts";
import { isInRange } from "../../domain/day-range.ts";
import { usageOf, usageUnitOf } from "../../domain/usage-unit.ts";
import type { ReportWords } from "../words/report-words.ts";
import { markedSeries, monthChart, type Point } from "./month-charts.ts";
import type { ReportOptions } from "./open-table.ts";
import type { Chart } from "../../records/table.ts";

/** More lines could not be distinguished. */
const YEARS = 4;
const MONTHS_OF_YEAR = Array.from({ length: 12 }, (_, index) => index + 1);

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
  { range, words }: Pick<ReportOptions, "range" | "words">,
): Chart[] {
  const shown = oneType(energy);
  const estimated = new Set(
    costs.types.filter((type) => type.estimated).map((type) => `${type.energy_type} ${type.effective_month}`),
  );
  const valueOf = (type: EnergyType, kbtus: number | null) =>
    shown.type === null ? kbtus : usageOf(type, { kbtus, gallons: null });
  const byType = energy
    .filter(({ effective_month }) => isInRange(effective_month, range))
    .flatMap(({ effective_month, kbtusByType, month_complete }) =>
      // The keys are types of energy.
      (Object.entries(kbtusByType) as [EnergyType, number | null][]).map(([type, kbtus]) => ({
        series: words.energy(type),
        type,
        month: effective_month,
        value: valueOf(type, kbtus),
        isEstimated: estimated.has(`${type} ${effective_month}`),
        isIncomplete: !month_complete,
      })),
    );
  const { sentence } = words;
  const named = shown.type === null ? "" : words.energy(shown.type);
  const titles =
    shown.type === null
      ? { byType: sentence("chart.energyByType"), years: sentence("chart.yearOverYear") }
      : {
          byType: sentence("chart.useOfType", { energy: named }),
          years: sentence("chart.useYearOverYear", { energy: named }),
        };
  const years = energy
    .filter(({ effective_month }) => isInRange(effective_month, { to: range.to }))
    .map((month) => ({
      ...month,
      value: shown.type === null ? month.kbtus : valueOf(shown.type, month.kbtus),
      isEstimated: Object.keys(month.kbtusByType).some((type) => estimated.has(`${type} ${month.effective_month}`)),
    }));
  return [
    ...monthChart({ title: titles.byType, kind: "stacked", unit: shown.unit }, inOrder(byType)),
    ...yearsChart(years, { title: titles.years, unit: shown.unit }, words),
    ...costCharts(costs, { range, words }),
  ];
}

/** One type of energy alone is drawn in its own unit, several in the unit in which they can be added. */
function oneType(energy: readonly EnergyMonth[]): { type: EnergyType | null; unit: string } {
  const [type, ...others] = new Set(energy.flatMap(({ kbtusByType }) => Object.keys(kbtusByType) as EnergyType[]));
  const unit = type === undefined || others.length > 0 ? null : usageUnitOf(type);
  return type === undefined || unit === null ? { type: null, unit: "kBtu" } : { type, unit };
}

/** A partly billed month would look cheap, so it is marked as incomplete in every type. */
export function costCharts(
  { types, completeMonths }: { types: readonly TypeCost[]; completeMonths: ReadonlySet<Month> },
  { range, words }: Pick<ReportOptions, "range" | "words">,
): Chart[] {
  const points = types
    .filter(({ effective_month }) => isInRange(effective_month, range))
    .map(({ energy_type, effective_month, total_cost, estimated }) => ({
      series: words.energyWords[energy_type] ?? energy_type,
      type: energy_type,
      month: effective_month,
      value: total_cost,
      isEstimated: estimated,
      isIncomplete: !completeMonths.has(effective_month),
    }));
  return monthChart({ title: words.sentence("chart.costByType"), kind: "stacked", unit: MONEY }, inOrder(points));
}

const ORDER: readonly string[] = [
  ...ENERGY_TYPES.filter(isEnergy),
  ...ENERGY_TYPES.filter((type: EnergyType) => !isEnergy(type)),
];

/** Energy first, so that a type has the same position and color in the charts of energy and of costs. */
const inOrder = (points: readonly (Point & { type: string })[]): Point[] =>
  points.toSorted((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));

/** An incomplete month is a gap, because it would look like a month of low use. */
function yearsChart(
  energy: readonly (EnergyMonth & { value: number | null; isEstimated: boolean })[],
  of: Pick<Chart, "title" | "unit">,
  words: ReportWords,
): Chart[] {
  const complete = energy.filter(({ month_complete, value }) => month_complete && value !== null);
  const years = [...Map.groupBy(complete, ({ effective_month }) => effective_month.slice(0, 4))].slice(-YEARS);
  if (years.length < 2) return [];
  const series = years.map(([name, months]) => {
    const known = new Map(
      months.map(({ effective_month, value, isEstimated }) => [
        Number(effective_month.slice(5, 7)),
        { value, isEstimated },
      ]),
    );
    return markedSeries(
      name,
      MONTHS_OF_YEAR.map((month) => known.get(month)),
    );
  });
  return [{ ...of, kind: "line", categories: MONTHS_OF_YEAR.map((month) => words.monthOfYear(month)), series }];
}
