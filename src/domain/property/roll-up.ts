/**
 * Derives the months of a property, in total and by type of energy, from the months of its meters: sums, and the highest
 * demand.
 */
import { ENERGY_TYPES, type EnergyType } from "../../records/codes.ts";
import { eachFigure, SUMMED_FIGURES, type EnergyFigure, type MonthFigure } from "../../records/month-figures.ts";
import type { Month } from "../../records/scalars.ts";
import { monthFromNumber } from "../calendar.ts";
import {
  ledgerOf,
  monthsOf,
  noSums,
  together,
  type MonthSums,
  type RollUpLedger,
  type TypeSums,
} from "./roll-up-ledger.ts";
import { ALWAYS, monthsIn, type MonthSpan } from "./roll-up-span.ts";
import { valueOf } from "./roll-up-sums.ts";
import { isBilled, isOver, type RolledMeter, type ServicePoint } from "./service-points.ts";

/** A month of a property, with its energy counted once. Null means unknown. */
export type RolledMonth = { [figure in MonthFigure | EnergyFigure]: number | null } & {
  /** Null: the property as a whole. */
  energy_type: EnergyType | null;
  effective_month: Month;
  estimated: boolean;
  month_complete: boolean;
  /** Null for the property as a whole. */
  days_billed: number | null;
};

export const rollUp = (meters: readonly RolledMeter[]): RolledMonth[] => rolledMonths(ledgerOf(meters));

/**
 * Rows of the whole property first, then of each type of energy, each from its first to its last month, ascending; for a span
 * only those within it. Distribution and supply stay separate; the costs include both, `kbtus` and `lbs_co2` count each service once.
 */
export function rolledMonths(ledger: RollUpLedger, span: MonthSpan = ALWAYS): RolledMonth[] {
  const types = [...ledger.types.values()];
  const points = types.map((type) => type.points);
  // Peaks of gas or steam are in other units than kilowatts.
  const demandOf = (month: number) => ledger.types.get("ELECTRIC")?.months.get(month)?.highestDemand ?? null;
  const whole = monthsWithin(types, span).map((month) =>
    rowOf(null, month, {
      sums: together(types, month),
      demand: demandOf(month),
      isComplete: isWholeComplete(points, month),
    }),
  );
  const byType = ENERGY_TYPES.flatMap((energyType) => {
    const type = ledger.types.get(energyType);
    if (type === undefined) return [];
    return monthsWithin([type], span).map((month) => {
      const sums = type.months.get(month) ?? noSums();
      return rowOf(energyType, month, { sums, demand: sums.highestDemand, isComplete: isBilled(type.points, month) });
    });
  });
  return [...whole, ...byType];
}

/** A type of energy without bills yet leaves the property's month incomplete; a type that is out of service does not. */
export function isWholeComplete(types: readonly (readonly ServicePoint[])[], month: number): boolean {
  const going = types.filter((points) => !isOver(points, month));
  return going.length > 0 && going.every((points) => isBilled(points, month));
}

const monthsWithin = (types: readonly TypeSums[], span: MonthSpan): number[] => {
  const range = monthsOf(types);
  return range === null ? [] : [...monthsIn(span, range)];
};

function rowOf(
  energy_type: EnergyType | null,
  month: number,
  {
    sums: { figures, energy, estimated, daysBilled },
    demand,
    isComplete,
  }: { sums: MonthSums; demand: number | null; isComplete: boolean },
): RolledMonth {
  return {
    ...eachFigure(SUMMED_FIGURES, (figure) => valueOf(figures[figure], figure)),
    kbtus: valueOf(energy.kbtus, "distribution_kbtus"),
    lbs_co2: valueOf(energy.lbs_co2, "distribution_lbs_co2"),
    energy_type,
    effective_month: monthFromNumber(month),
    demand_consumption: demand,
    estimated,
    month_complete: isComplete,
    days_billed: daysBilled,
  };
}
