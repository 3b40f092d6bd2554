/**
 * The use of a month in one unit for each service: the unit in which most bills of it in the United States state its use. One unit
 * lets months of meters, properties and years be compared and added, whatever units their bills have; energy is converted by the
 * factors by which its kBtu were calculated, so a use that was billed in this unit comes out as billed.
 */
import type { EnergyType } from "../records/codes.ts";
import { KBTU_PER_UNIT } from "./data/unit-factors.ts";
import type { Unit } from "./data/unit-names.ts";
import { rounded } from "./exact.ts";

/** Sewer, stormwater and waste have none: their volume is not use. Neither has OTHER, which can be anything. */
const USAGE_UNITS: Partial<Record<EnergyType, Unit>> = {
  ELECTRIC: "kWh",
  SOLAR: "kWh",
  GAS: "therm",
  STEAM: "klb",
  HOT_WATER: "MMBtu",
  CHILLED_WATER: "ton-hour",
  FUEL_OIL: "gal",
  DIESEL: "gal",
  PROPANE: "gal",
  WATER: "gal",
  IRRIGATION: "gal",
};

export const usageUnitOf = (type: EnergyType): Unit | null => USAGE_UNITS[type] ?? null;

/** The energy of a meter's month: a meter measures for distribution or for supply, never for both. */
export const energyOfMeter = (month: { [figure in "distribution_kbtus" | "supply_kbtus"]: number | null }) =>
  month.distribution_kbtus ?? month.supply_kbtus;

/** The energy or the water of a month in the unit of the service; null when it is not known. */
export function usageOf(type: EnergyType, figures: { kbtus: number | null; gallons: number | null }): number | null {
  const unit = usageUnitOf(type);
  const perUnit = unit === null ? undefined : KBTU_PER_UNIT[type]?.[unit];
  if (perUnit !== undefined) return figures.kbtus === null ? null : rounded(figures.kbtus / Number(perUnit));
  return unit === null ? null : figures.gallons;
}
