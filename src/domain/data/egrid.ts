/**
 * Emissions of a megawatt hour from the grid, by eGRID subregion, and the subregion assumed for a state.
 *
 * Rates: US EPA eGRID, total output emission rates of CO2 equivalent in pounds per MWh generated, without grid losses; edition
 * eGRID2023 rev2 (June 2025, data of 2023), as in EPA's Power Profiler (repository USEPA/power-profiler,
 * app/data/subregion.json). The newest edition applies to bills of every year, as in EPA's Portfolio Manager.
 *
 * States: the subregion with most ZIP codes of the state in EPA's list (see egrid-zips.ts). A fallback for addresses without a
 * ZIP that EPA knows; inaccurate for divided states (AK, HI, IL, LA, MO, MS, NV, VA, WI, WY).
 */
import type { ZIPS_BY_SUBREGION } from "./egrid-zips.ts";

export type Subregion = keyof typeof ZIPS_BY_SUBREGION;

export const EGRID_EDITION = "eGRID2023 rev2";

export const POUNDS_PER_MWH: Record<Subregion, number> = {
  AKGD: 905.109,
  AKMS: 522.4,
  AZNM: 706.189,
  CAMX: 429.983,
  ERCT: 736.629,
  FRCC: 784.785,
  HIMS: 1133.294,
  HIOA: 1498.947,
  MROE: 1404.963,
  MROW: 926.552,
  NEWE: 543.178,
  NWPP: 635.267,
  NYCW: 865.744,
  NYLI: 1189.333,
  NYUP: 242.776,
  PRMS: 1548.53,
  RFCE: 599.17,
  RFCM: 975.978,
  RFCW: 916.054,
  RMPA: 1042.539,
  SPNO: 867.74,
  SPSO: 875.567,
  SRMV: 741.741,
  SRMW: 1248.582,
  SRSO: 846.007,
  SRTV: 903.306,
  SRVC: 596.326,
};

export const STATES_BY_SUBREGION: Partial<Record<Subregion, string>> = {
  AKMS: "AK",
  AZNM: "AZ NM NV",
  CAMX: "CA",
  ERCT: "TX",
  FRCC: "FL",
  HIOA: "HI",
  MROE: "WI",
  MROW: "IA MN ND NE SD",
  NEWE: "CT MA ME NH RI VT",
  NWPP: "ID MT OR UT WA",
  NYUP: "NY",
  PRMS: "PR",
  RFCE: "DC DE MD NJ PA",
  RFCM: "MI",
  RFCW: "IN OH WV",
  RMPA: "CO WY",
  SPNO: "KS",
  SPSO: "OK",
  SRMV: "AR LA MS",
  SRMW: "IL MO",
  SRSO: "AL GA",
  SRTV: "KY TN",
  SRVC: "NC SC VA",
};
