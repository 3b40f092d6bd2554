/**
 * The content of a billed unit: kBtu of energy, US gallons of water. Exact decimals as printed by their source.
 *
 * kBtu: EPA ENERGY STAR Portfolio Manager, Technical Reference "Thermal Energy Conversions", August 2015, Figures 2 and 3,
 * factors for the United States. Note: there "Mcf" is a MILLION cubic feet and "kcf" a thousand; on utility bills MCF is a
 * thousand. Units here are those of bills, so MCF has the factor of EPA's kcf and MMCF that of its Mcf. A dekatherm is ten
 * therms; GWh follows by powers of ten.
 */
import type { EnergyType } from "../../records/codes.ts";
import type { Decimal } from "../../records/statement.ts";
import type { Unit } from "./unit-names.ts";

type Factors = Partial<Record<Unit, Decimal>>;

/** Heat units have the same content for every carrier. */
const HEAT: Factors = { kBtu: "1", MMBtu: "1000", GJ: "947.817" };
const HEAT_WITH_THERMS: Factors = { ...HEAT, therm: "100", Dth: "1000" };

const ELECTRICITY: Factors = { ...HEAT, kWh: "3.412", MWh: "3412", GWh: "3412000" };

/** "Fuel Oil (No. 2)", the heating grade: bills rarely name another. */
const FUEL_OIL_NO_2: Factors = { ...HEAT, gal: "138", L: "36.456" };

export const KBTU_PER_UNIT: Partial<Record<EnergyType, Factors>> = {
  ELECTRIC: ELECTRICITY,
  SOLAR: ELECTRICITY,
  /** 1,026 Btu per cubic foot. */
  GAS: { ...HEAT_WITH_THERMS, cf: "1.026", CCF: "102.6", MCF: "1026", MMCF: "1026000", m3: "36.303" },
  /** 1,194 Btu per pound: saturated at 150 psig. */
  STEAM: { ...HEAT_WITH_THERMS, lb: "1.194", klb: "1194", kg: "2.632" },
  HOT_WATER: HEAT_WITH_THERMS,
  CHILLED_WATER: { ...HEAT, "ton-hour": "12" },
  FUEL_OIL: FUEL_OIL_NO_2,
  DIESEL: { ...HEAT, gal: "138", L: "36.456" },
  /** Gallons and liters of the liquid, cubic feet of the gas. */
  PROPANE: { ...HEAT, gal: "92", L: "24.304", cf: "2.516", CCF: "251.6", MCF: "2516" },
  OTHER: HEAT,
};

/**
 * A cubic foot is 1,728 cubic inches and a US gallon 231: 7.48051948 gallons. Liter and cubic meter: NIST Special
 * Publication 811, Appendix B (1 US gallon = 3.785412 L). An acre-foot is 43,560 cubic feet.
 */
export const GALLONS_PER_UNIT: Factors = {
  gal: "1",
  cgal: "100",
  kgal: "1000",
  cf: "7.48051948",
  CCF: "748.051948",
  MCF: "7480.51948",
  MMCF: "7480519.48",
  L: "0.264172",
  m3: "264.172",
  "acre-ft": "325851.4286",
};
