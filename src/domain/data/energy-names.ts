/** Common names of each type of energy. Other names are unknown and never guessed. */
import type { EnergyType } from "../../records/codes.ts";

/** The service's own type names need no row. Case, spaces and marks are ignored (see `readEnergyType`). */
export const ENERGY_NAMES: Record<EnergyType, readonly string[]> = {
  ELECTRIC: [
    "electricity",
    "electrical",
    "power",
    "grid electricity",
    "electric grid",
    "electricity grid purchased",
    "electric grid purchased",
  ],
  GAS: ["natural gas", "gas natural"],
  STEAM: ["district steam"],
  CHILLED_WATER: [
    "district chilled water",
    "district chilled water electric",
    "district chilled water absorption",
    "district chilled water engine",
    "district chilled water other",
  ],
  HOT_WATER: ["district hot water"],
  FUEL_OIL: [
    "oil",
    "heating oil",
    "fuel oil no 1",
    "fuel oil no 2",
    "fuel oil no 4",
    "fuel oil no 5 and no 6",
    "fuel oil no 5 or 6",
  ],
  PROPANE: ["liquid propane", "lpg"],
  DIESEL: ["diesel no 2", "diesel fuel"],
  WATER: [
    "potable water",
    "potable indoor",
    "potable mixed indoor outdoor",
    "municipally supplied potable water indoor",
    "municipally supplied potable water mixed indoor outdoor",
  ],
  SEWER: ["sewage", "wastewater", "waste water"],
  IRRIGATION: ["potable outdoor", "municipally supplied potable water outdoor"],
  STORMWATER: ["storm water", "storm drainage"],
  WASTE: ["trash", "refuse", "garbage", "solid waste"],
  SOLAR: ["electric on site solar", "solar electricity", "photovoltaic", "pv"],
  OTHER: [],
};
