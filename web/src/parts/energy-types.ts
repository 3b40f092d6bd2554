/** The types of energy, those that most properties have first. */
export const ENERGY_TYPES = [
  "ELECTRIC",
  "GAS",
  "WATER",
  "SEWER",
  "WASTE",
  "STORMWATER",
  "IRRIGATION",
  "STEAM",
  "HOT_WATER",
  "CHILLED_WATER",
  "FUEL_OIL",
  "PROPANE",
  "DIESEL",
  "SOLAR",
  "OTHER",
] as const;
