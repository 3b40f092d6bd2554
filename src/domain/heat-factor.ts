/**
 * Reads the heat content of a fuel's unit from the bill itself: a printed heat factor, or the factor of a converted line. It
 * takes precedence over the table.
 */
import type { EnergyType } from "../records/codes.ts";
import type { Decimal } from "../records/statement.ts";
import type { Unit } from "./data/unit-names.ts";
import { multiplyDecimals } from "./decimal.ts";
import { conversionOf, isHeat, normaliseUnit } from "./units.ts";

/** kBtu; a megajoule is a thousandth of the gigajoule of EPA's table (see data/unit-factors.ts). */
const KBTU = { Btu: "0.001", kBtu: "1", therm: "100", Dth: "1000", MMBtu: "1000", MJ: "0.947817", GJ: "947.817" };
export const HEAT_FACTOR_ENERGIES = Object.keys(KBTU) as (keyof typeof KBTU)[];

/** Volume units: a factor may be printed for one and the use stated in another. */
const CUBIC_FEET: Partial<Record<Unit, number>> = { cf: 1, CCF: 100, MCF: 1000, MMCF: 1_000_000 };

export interface HeatFactor {
  /** The amount of energy, as printed: 1.037 therms. */
  factor: Decimal;
  energy: keyof typeof KBTU;
  /** For one of this unit: a CCF. */
  per: string;
}

/**
 * kBtu in one unit of a usage. Null when the factor does not apply: a heat unit has a fixed content (the bill already applied
 * the factor to the metered volume), and between other units it cannot be converted.
 */
export function kbtuPerUnit({ factor, energy, per }: HeatFactor, usageUnit: string): Decimal | null {
  const unit = normaliseUnit(usageUnit);
  const printed = normaliseUnit(per);
  if (unit === null || printed === null || isHeat(unit)) return null;
  const kbtu = multiplyDecimals(factor, KBTU[energy]);
  if (unit === printed) return kbtu;
  const [size, printedSize] = [CUBIC_FEET[unit], CUBIC_FEET[printed]];
  if (size === undefined || printedSize === undefined) return null;
  // Powers of ten: six places represent the smallest of them exactly.
  return multiplyDecimals(kbtu, (size / printedSize).toFixed(6));
}

/** A line's energy may differ from the table's by this much through rounding. */
const ROUNDING = 1e-9;

/** The factor by which a line was converted, if it was not the table's: an edit of the amount keeps it. */
export function kbtuPerUnitOf(
  line: { amount: number; kbtus: number | null; measurement_unit: string },
  energy_type: EnergyType,
): Decimal | null {
  if (line.kbtus === null || line.amount === 0) return null;
  const held = line.kbtus / line.amount;
  const table = Number(
    conversionOf({ energy_type, measurement_unit: line.measurement_unit })?.kbtu_per_unit ?? Number.NaN,
  );
  return Math.abs(held - table) <= ROUNDING * table ? null : held.toFixed(10);
}
