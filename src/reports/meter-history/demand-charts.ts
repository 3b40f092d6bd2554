/** Charts electric demand by month with the highest of the last twelve months, on which a bill may be based. */
import type { EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { monthNumber } from "../../domain/calendar.ts";
import { kwPerUnit } from "../../domain/units.ts";
import { isInRange, type DayRange } from "../../domain/day-range.ts";
import { monthChart, type Point } from "../parts/month-charts.ts";
import type { Chart } from "../../records/table.ts";

interface DemandMonth {
  energy_type: string;
  effective_month: Month;
  demand_consumption: number | null;
  estimated: boolean;
  month_complete: boolean;
}

interface DemandMeter {
  energy_type: EnergyType;
  demand_measurement_unit: string | null;
}

const YEAR_MONTHS = 12;

/** For the months of the property by type of energy; empty when its meters state demand in units that cannot be compared. */
export function demandCharts(months: readonly DemandMonth[], meters: readonly DemandMeter[], range: DayRange): Chart[] {
  const isElectric = ({ energy_type }: { energy_type: string }) => energy_type === "ELECTRIC";
  const units = meters.filter(isElectric).flatMap(({ demand_measurement_unit }) => demand_measurement_unit ?? []);
  if (units.length === 0 || units.some((unit) => kwPerUnit(unit) === null)) return [];
  const electric = months.filter(isElectric);
  const points = electric
    .filter(({ effective_month }) => isInRange(effective_month, range))
    .flatMap((month): Point[] => [
      {
        series: "Demand",
        month: month.effective_month,
        value: month.demand_consumption,
        isEstimated: month.estimated,
        isIncomplete: !month.month_complete,
      },
      { series: "Highest of 12 months", month: month.effective_month, value: highestUntil(month, electric) },
    ]);
  return monthChart({ title: "Highest electric demand by month", kind: "line", unit: "kW" }, points);
}

function highestUntil({ effective_month }: DemandMonth, months: readonly DemandMonth[]): number | null {
  const last = monthNumber(effective_month);
  const demands = months.flatMap((month) => {
    const number = monthNumber(month.effective_month);
    return number <= last && number > last - YEAR_MONTHS ? (month.demand_consumption ?? []) : [];
  });
  return demands.length === 0 ? null : Math.max(...demands);
}
