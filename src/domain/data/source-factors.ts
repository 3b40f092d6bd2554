/**
 * Source energy: what was burned elsewhere for the energy that a building used, and estimates for energy excluded from a score.
 *
 * US EPA, ENERGY STAR Portfolio Manager, Technical References of August 2018, figures for the United States: "Source Energy",
 * Figure 1 (electricity and gas are the same in the edition of August 2023; on-site solar energy counts once); "Parking", "Data
 * Center Estimates" and "Swimming Pools" for energy that is deducted before a building is compared.
 */
import type { EnergyType } from "../../records/codes.ts";

/** Source kBtu per site kBtu. */
export const SOURCE_PER_SITE: Partial<Record<EnergyType, number>> = {
  ELECTRIC: 2.8,
  SOLAR: 1,
  GAS: 1.05,
  FUEL_OIL: 1.01,
  DIESEL: 1.01,
  PROPANE: 1.01,
  STEAM: 1.2,
  HOT_WATER: 1.2,
  CHILLED_WATER: 0.91,
};

export const KBTU_PER_KWH = 3.412;

/** Source kBtu per square foot and year; the heat of a heated garage would be extra. */
export const PARKING_KBTU_PER_SQFT = {
  open_parking_sqft: 8.369,
  partially_enclosed_parking_sqft: 25.11,
  completely_enclosed_parking_sqft: 31.81,
};

/** For unmetered data centers within other buildings: at most a tenth of the floor area counts. */
export const DATA_CENTER_KBTU_PER_SQFT = 2000;
export const DATA_CENTER_SHARE_MAX = 0.1;

/** Source kBtu per year, by location of the pool, kind of building and size of the pool. */
export const POOL_KBTU: Record<string, Record<string, Record<string, number>>> = {
  indoor: {
    school: { recreational: 1_250_920, short_course: 2_084_866, olympic: 6_234_213 },
    hotel: { recreational: 1_004_331, short_course: 1_673_885, olympic: 5_005_288 },
    other: { recreational: 847_601, short_course: 1_412_668, olympic: 4_224_191 },
  },
  outdoor: {
    school: { recreational: 118_536, short_course: 197_560, olympic: 590_753 },
    hotel: { recreational: 118_536, short_course: 197_560, olympic: 590_753 },
    other: { recreational: 118_536, short_course: 197_560, olympic: 590_753 },
  },
};
