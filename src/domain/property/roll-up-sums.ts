/** Exact sums over the months of meters, in which unknown never counts as 0. */
import type { EnergyType } from "../../records/codes.ts";
import {
  eachFigure,
  ENERGY_FIGURES,
  FIGURE_RULES,
  isUsageFigure,
  SUMMED_FIGURES,
  type EnergyFigure,
  type SummedFigure,
  type UsageFigure,
} from "../../records/month-figures.ts";
import type { MeterMonthFigures } from "../months/calendarize.ts";
import { KBTU_PER_UNIT } from "../data/unit-factors.ts";
import type { ServedMeter } from "./service-points.ts";
import { fromUnits, toUnits } from "../whole-units.ts";

/** A month with its meter. */
export interface SummedRow {
  meter: ServedMeter;
  month: MeterMonthFigures;
}

/** A sum in whole units of its figure's scale. Null for an empty sum, NaN when a part of it is billed but unknown. */
export type Units = number | null;

export const plus = (sum: Units, units: Units): Units => (sum === null ? units : units === null ? sum : sum + units);

function unitsOf(row: SummedRow, figure: SummedFigure): Units {
  const value = row.month[figure];
  if (value !== null) return toUnits(value, FIGURE_RULES[figure].scale);
  return isUnknown(row, figure) ? Number.NaN : null;
}

/** Null when nothing is known, or a part is unknown. */
export const valueOf = (units: Units, figure: SummedFigure): number | null =>
  isKnown(units) ? fromUnits(units, FIGURE_RULES[figure].scale) : null;

const isKnown = (units: Units): units is number => units !== null && !Number.isNaN(units);

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

/** Which figures of one wrapper's meters are its energy: the distributed energy, else the supplied one; both when neither is known. */
export function figuresOfEnergy(sums: FigureSums, energy: EnergyFigure): readonly UsageFigure[] {
  const figures = ENERGY_FIGURES[energy];
  const known = figures.find((figure) => isKnown(sums[figure]));
  return known === undefined ? figures : [known];
}

/** The energy of one wrapper's meters, counted once. */
export const energyOfWrapper = (sums: FigureSums, energy: EnergyFigure): Units =>
  figuresOfEnergy(sums, energy).reduce<Units>((units, figure) => plus(units, sums[figure]), null);

/**
 * True when bills cover days of the month but the figure is unknown, for lack of a conversion factor. A month without a bill is
 * different: it is missing, so it is left out of the sum, which is then incomplete.
 */
export function isUnknown({ meter, month }: SummedRow, figure: SummedFigure): boolean {
  return month[figure] === null && month.days_covered > 0 && holds(meter, figure);
}

type Meter = Pick<ServedMeter, "energy_type" | "association_type">;

export const isWater = ({ energy_type }: Pick<ServedMeter, "energy_type">): boolean =>
  energy_type === "WATER" || energy_type === "IRRIGATION";
const isDistributed = (meter: Meter) => isEnergy(meter.energy_type) && meter.association_type !== "SUPPLY";
const isSupplied = (meter: Meter) => isEnergy(meter.energy_type) && meter.association_type === "SUPPLY";

/** Which meters measure a figure of usages. */
const MEASURES: { [figure in UsageFigure]: (meter: Meter) => boolean } = {
  distribution_kbtus: isDistributed,
  distribution_lbs_co2: isDistributed,
  supply_kbtus: isSupplied,
  supply_lbs_co2: isSupplied,
  gallons: isWater,
};

/** True when the meter measures the figure. Costs come from charges, which are known or do not exist. */
const holds = (meter: Meter, figure: SummedFigure): boolean => isUsageFigure(figure) && MEASURES[figure](meter);

/** A meter of type OTHER may measure energy or not, so it does not count as energy. */
export function isEnergy(type: EnergyType): boolean {
  return type !== "OTHER" && type in KBTU_PER_UNIT;
}
