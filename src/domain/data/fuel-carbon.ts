/**
 * Emissions of the heat of a fuel or a district network: kilograms of CO2 equivalent per million Btu, as printed.
 *
 * US EPA, ENERGY STAR Portfolio Manager, Technical Reference "Greenhouse Gas Emissions", August 2018, Figures 1, 3 and 7,
 * columns for the United States (global warming potentials of the IPCC's fourth report: CH4 25, N2O 298). On-site solar
 * electricity has no emissions in the same document. Fuel oil is No. 2, as for its heat (unit-factors.ts). Chilled water is
 * left out: its factor depends on what drives the chiller, which no bill states.
 */
import type { EnergyType } from "../../records/codes.ts";

export const FUEL_CARBON_EDITION = "EPA Portfolio Manager 2018-08";

export const KG_PER_MMBTU: Partial<Record<EnergyType, number>> = {
  GAS: 53.11,
  PROPANE: 64.25,
  FUEL_OIL: 74.21,
  DIESEL: 74.21,
  STEAM: 66.4,
  HOT_WATER: 66.4,
  SOLAR: 0,
};

export const POUNDS_PER_KG = 2.20462262;
