/** Sums over the months of meters, exact, in which what is not known never counts as nothing. */
import type { EnergyType } from "../../records/codes.ts";
import { eachFigure, FIGURE_RULES, SUMMED_FIGURES, type SummedFigure } from "../../records/month-figures.ts";
import type { MeterMonthFigures } from "../months/calendarize.ts";
import { KBTU_PER_UNIT } from "../data/unit-factors.ts";
import type { ServedMeter } from "./service-points.ts";
import { fromUnits, toUnits } from "../whole-units.ts";

/** A month with the meter it is of. */
export interface SummedRow {
  meter: ServedMeter;
  month: MeterMonthFigures;
}

/** A sum in whole units of its figure's scale. Null of nothing, NaN where a part of it is billed and yet not known. */
export type Units = number | null;

export const plus = (sum: Units, units: Units): Units => (sum === null ? units : units === null ? sum : sum + units);

function unitsOf(row: SummedRow, figure: SummedFigure): Units {
  const value = row.month[figure];
  if (value !== null) return toUnits(value, FIGURE_RULES[figure].scale);
  return isUnknown(row, figure) ? Number.NaN : null;
}

/** Null where nothing is known, or where a part of it is not. */
export const valueOf = (units: Units, figure: SummedFigure): number | null =>
  isKnown(units) ? fromUnits(units, FIGURE_RULES[figure].scale) : null;

const isKnown = (units: Units): units is number => units !== null && !Number.isNaN(units);

/** Each of the figures. */
export type FigureSums = { [figure in SummedFigure]: Units };

const NOTHING: FigureSums = eachFigure(SUMMED_FIGURES, () => null);

export const noFigures = (): FigureSums => ({ ...NOTHING });

export function addFigures(sums: FigureSums, figures: FigureSums): void {
  for (const figure of SUMMED_FIGURES) sums[figure] = plus(sums[figure], figures[figure]);
}

export function sumOfRows(rows: readonly SummedRow[]): FigureSums {
  const sums = noFigures();
  for (const row of rows) for (const figure of SUMMED_FIGURES) sums[figure] = plus(sums[figure], unitsOf(row, figure));
  return sums;
}

/** Energy on the bills of the meters of one wrapper: what was distributed, else what was supplied. */
export function countedOnce(distributed: Units, supplied: Units): Units {
  if (isKnown(distributed)) return distributed;
  return isKnown(supplied) ? supplied : plus(distributed, supplied);
}

/** Adds what is known; null of nothing. */
export function addUp(values: readonly (number | null)[], scale: number): number | null {
  let units: number | null = null;
  for (const value of values) if (value !== null) units = (units ?? 0) + toUnits(value, scale);
  return units === null ? null : fromUnits(units, scale);
}

/**
 * Bills cover days of the month, and no factor tells what they hold. A month without a bill is another thing: it is
 * missing, is left out of the sum and leaves it incomplete.
 */
export function isUnknown({ meter, month }: SummedRow, figure: SummedFigure): boolean {
  return month[figure] === null && month.days_covered > 0 && holds(meter, figure);
}

/** What a meter is there to measure. Costs follow from charges, which are known or not there. */
function holds({ energy_type, association_type }: SummedRow["meter"], figure: SummedFigure): boolean {
  switch (figure) {
    case "gallons":
      return energy_type === "WATER" || energy_type === "IRRIGATION";
    case "distribution_kbtus":
    case "distribution_lbs_co2":
      return isEnergy(energy_type) && association_type !== "SUPPLY";
    case "supply_kbtus":
    case "supply_lbs_co2":
      return isEnergy(energy_type) && association_type === "SUPPLY";
    default:
      return false;
  }
}

/** What is metered as OTHER may be energy or not. */
export function isEnergy(type: EnergyType): boolean {
  return type !== "OTHER" && type in KBTU_PER_UNIT;
}
