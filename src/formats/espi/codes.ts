/** Maps the service's codes to those of ESPI 4.0, one table per list. What ESPI has no code for is left out, not guessed. */
import type { AssociationType, ChargeType, EnergyType } from "../../records/codes.ts";

interface Energy {
  name: string;
  /** ServiceKind: 0 electricity, 1 gas, 2 water, 4 heat, 5 refuse, 6 sewerage. */
  service: number | null;
  /** CommodityKind: 1 electricity, 7 natural gas, 8 propane, 9 potable water, 10 steam, 11 waste water, 12/13 heating and cooling fluid, 25 refuse. */
  commodity: number;
}

export const ENERGY: Record<EnergyType, Energy> = {
  ELECTRIC: { name: "Electricity", service: 0, commodity: 1 },
  SOLAR: { name: "Solar electricity", service: 0, commodity: 1 },
  GAS: { name: "Gas", service: 1, commodity: 7 },
  PROPANE: { name: "Propane", service: 1, commodity: 8 },
  WATER: { name: "Water", service: 2, commodity: 9 },
  IRRIGATION: { name: "Irrigation", service: 2, commodity: 9 },
  SEWER: { name: "Sewer", service: 6, commodity: 11 },
  STORMWATER: { name: "Stormwater", service: 6, commodity: 11 },
  STEAM: { name: "Steam", service: 4, commodity: 10 },
  HOT_WATER: { name: "Hot water", service: 4, commodity: 12 },
  CHILLED_WATER: { name: "Chilled water", service: 4, commodity: 13 },
  WASTE: { name: "Waste", service: 5, commodity: 25 },
  FUEL_OIL: { name: "Fuel oil", service: null, commodity: 0 },
  DIESEL: { name: "Diesel", service: null, commodity: 0 },
  OTHER: { name: "Other", service: null, commodity: 0 },
};

/** Currency: the number of US dollars in ISO 4217. */
export const USD = 840;

/** A bill of the US that states no currency is in US dollars. */
export const isInDollars = ({ currency }: { currency: string | null }): boolean =>
  currency === null || currency === "USD";

/** QualityOfReading: 8 computed from history, 19 "valid and acceptable for billing purposes". */
export const qualityOf = (estimated: boolean): number => (estimated ? 8 : 19);

/** ItemKind of energy charges: 1 generation, 2 delivery, 3 both; the credits of the first two are 6 and 7. */
const ENERGY_FEE: Record<AssociationType, number> = { SUPPLY: 1, DISTRIBUTION: 2, STANDARD: 3 };
const ENERGY_CREDIT: Record<AssociationType, number> = { SUPPLY: 6, DISTRIBUTION: 7, STANDARD: 8 };
const ADMINISTRATIVE_FEE = 4;
const TAX = 5;
const ADMINISTRATIVE_CREDIT = 8;

const KIND_OF_CHARGE: Record<ChargeType, "energy" | "administrative" | "tax"> = {
  usage_cost: "energy",
  demand_cost: "energy",
  interim_rate_cost: "energy",
  service_cost: "administrative",
  other_applied_cost: "administrative",
  tax_cost: "tax",
};

/** ItemKind of a charge. A refunded tax stays a tax, because ESPI has no other kind. */
export function itemKindOf(type: ChargeType, association: AssociationType, isCredit: boolean): number {
  const kind = KIND_OF_CHARGE[type];
  if (kind === "tax") return TAX;
  if (kind === "administrative") return isCredit ? ADMINISTRATIVE_CREDIT : ADMINISTRATIVE_FEE;
  return (isCredit ? ENERGY_CREDIT : ENERGY_FEE)[association];
}
