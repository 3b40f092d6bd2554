/** Sums over the months of meters, exact, in which what is not known never counts as nothing. */
import type { EnergyType } from "../records/codes.ts";
import type { MonthFigure } from "../records/month.ts";
import { KBTU_PER_UNIT } from "./data/unit-factors.ts";
import type { MeterMonthFigures, RolledMeter } from "./service-points.ts";
import { fromUnits, toUnits } from "./whole-units.ts";

/** A month with the meter it is of. */
export interface SummedRow {
  meter: Omit<RolledMeter, "months">;
  month: MeterMonthFigures;
}

type Summed = Exclude<MonthFigure, "demand_consumption">;

/** Money in cents, all else in millionths, as the months of meters are kept. */
const scaleOf = (figure: Summed): number => (figure.endsWith("_cost") ? 2 : 6);

/** The sum of what is known; null where nothing is, or where a part of it is billed and yet not known. */
export function sumOf(rows: readonly SummedRow[], figure: Summed): number | null {
  const scale = scaleOf(figure);
  let units: number | null = null;
  for (const row of rows) {
    const value = row.month[figure];
    if (value !== null) units = (units ?? 0) + toUnits(value, scale);
    else if (isUnknown(row, figure)) return null;
  }
  return units === null ? null : fromUnits(units, scale);
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
export function isUnknown({ meter, month }: SummedRow, figure: Summed): boolean {
  return month[figure] === null && month.days_covered > 0 && holds(meter, figure);
}

/** What a meter is there to measure. Costs follow from charges, which are known or not there. */
function holds({ energy_type, association_type }: SummedRow["meter"], figure: Summed): boolean {
  if (figure === "gallons") return energy_type === "WATER" || energy_type === "IRRIGATION";
  if (figure.endsWith("_cost")) return false;
  return isEnergy(energy_type) && figure.startsWith(association_type === "SUPPLY" ? "supply" : "distribution");
}

/** What is metered as OTHER may be energy or not. */
export function isEnergy(type: EnergyType): boolean {
  return type !== "OTHER" && type in KBTU_PER_UNIT;
}
