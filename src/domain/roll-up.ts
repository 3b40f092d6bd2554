/** The months of a property, in all and by type of energy, out of the months of its meters: sums, and the highest demand. */
import { ENERGY_TYPES, type EnergyType } from "../records/codes.ts";
import type { MonthFigure } from "../records/month.ts";
import type { Month } from "../records/scalars.ts";
import { monthFromNumber, monthNumber } from "./calendar.ts";
import { sumOf, type SummedRow } from "./roll-up-sums.ts";
import { isBilled, isOver, servicePoints, type RolledMeter, type ServicePoint } from "./service-points.ts";

export type { RolledMeter } from "./service-points.ts";

/** A month of a property. Null: not known. */
export type RolledMonth = { [figure in MonthFigure]: number | null } & {
  /** Null: the property as a whole. */
  energy_type: EnergyType | null;
  effective_month: Month;
  estimated: boolean;
  month_complete: boolean;
};

/**
 * Rows of the whole property first, then of each type of energy, each from its first to its last month, ascending.
 * Distribution and supply stay apart, as the meters have them; their money adds up in the costs.
 */
export function rollUp(meters: readonly RolledMeter[]): RolledMonth[] {
  const rows = meters.flatMap(rowsOf);
  const rowsByType = Map.groupBy(rows, ({ meter }) => meter.energy_type);
  const pointsByType = Map.groupBy(servicePoints(meters), ({ energy_type }) => energy_type);
  const types = ENERGY_TYPES.filter((type) => pointsByType.has(type));
  const points = [...pointsByType.values()];
  const whole = monthsOf(rows, null, (month) => isWholeComplete(points, month));
  const byType = types.flatMap((type) =>
    monthsOf(rowsByType.get(type) ?? [], type, (month) => isBilled(pointsByType.get(type) ?? [], month)),
  );
  return [...whole, ...byType];
}

/** A type of energy that is not billed yet is not known: it leaves the property's month incomplete, one that has ended does not. */
export function isWholeComplete(types: readonly (readonly ServicePoint[])[], month: number): boolean {
  const going = types.filter((points) => !isOver(points, month));
  return going.length > 0 && going.every((points) => isBilled(points, month));
}

const rowsOf = (meter: RolledMeter): SummedRow[] => meter.months.map((month) => ({ meter, month }));

function monthsOf(
  rows: readonly SummedRow[],
  energy_type: EnergyType | null,
  isComplete: (month: number) => boolean,
): RolledMonth[] {
  if (rows.length === 0) return [];
  const byMonth = Map.groupBy(rows, ({ month }) => monthNumber(month.effective_month));
  const first = Math.min(...byMonth.keys());
  const count = Math.max(...byMonth.keys()) - first + 1;
  return Array.from({ length: count }, (_, index) => {
    const ofMonth = byMonth.get(first + index) ?? [];
    return {
      energy_type,
      effective_month: monthFromNumber(first + index),
      ...figuresOf(ofMonth, energy_type),
      estimated: ofMonth.some(({ month }) => month.estimated),
      month_complete: isComplete(first + index),
    };
  });
}

function figuresOf(rows: readonly SummedRow[], type: EnergyType | null): { [figure in MonthFigure]: number | null } {
  const sum = (figure: Exclude<MonthFigure, "demand_consumption">) => sumOf(rows, figure);
  return {
    distribution_kbtus: sum("distribution_kbtus"),
    distribution_lbs_co2: sum("distribution_lbs_co2"),
    supply_kbtus: sum("supply_kbtus"),
    supply_lbs_co2: sum("supply_lbs_co2"),
    demand_consumption: highestDemand(rows, type ?? "ELECTRIC"),
    usage_cost: sum("usage_cost"),
    demand_cost: sum("demand_cost"),
    service_cost: sum("service_cost"),
    interim_rate_cost: sum("interim_rate_cost"),
    other_applied_cost: sum("other_applied_cost"),
    tax_cost: sum("tax_cost"),
    total_cost: sum("total_cost"),
    gallons: sum("gallons"),
  };
}

/** Peaks of meters need not meet, so they are never added; those of gas or steam are in other units than kilowatts. */
function highestDemand(rows: readonly SummedRow[], type: EnergyType): number | null {
  const demands = rows.flatMap(({ meter, month }) =>
    meter.energy_type === type && month.demand_consumption !== null ? [month.demand_consumption] : [],
  );
  return demands.length === 0 ? null : Math.max(...demands);
}
