/** The units of ESPI readings as units of bills: a unit code and a power of ten give a unit and a factor, exactly. */
import type { EnergyType, UsageType } from "../../records/codes.ts";
import type { Decimal } from "../../records/statement.ts";
import type { Unit } from "../../domain/data/unit-names.ts";
import { canonicalDecimal, multiplyDecimals, roundDecimal } from "../../domain/decimal.ts";

/** Units by their power of ten over the base unit of the code. */
type Powers = [power: number, unit: Unit][];

/** UnitSymbolKind of ESPI 4.0; 120, 166 and 167 are volumes with and without compensation. Codes that no bill is in have no row. */
const UNITS: Record<number, Powers> = {
  72: [[3, "kWh"]],
  38: [[3, "kW"]],
  61: [[3, "kVA"]],
  63: [[3, "kvar"]],
  71: [[3, "kVAh"]],
  73: [[3, "kvarh"]],
  31: [[9, "GJ"]],
  132: [
    [3, "kBtu"],
    [6, "MMBtu"],
  ],
  169: [[0, "therm"]],
  119: volumes("cf", [2, "CCF"], [3, "MCF"]),
  120: volumes("cf", [2, "CCF"], [3, "MCF"]),
  42: volumes("m3"),
  166: volumes("m3"),
  167: volumes("m3"),
  128: volumes("gal", [3, "kgal"]),
  134: volumes("L"),
  3: [[3, "kg"]],
};

function volumes(base: Unit, ...larger: Powers): Powers {
  return [[0, base], ...larger];
}

const USAGE_TYPES: Partial<Record<Unit, UsageType>> = {
  kW: "demand_amount",
  kVA: "demand_amount",
  kvar: "reactive_amount",
  kVAh: "reactive_amount",
  kvarh: "reactive_amount",
};

export interface Amount {
  amount: Decimal;
  unit: Unit;
  type: UsageType;
}

/** Places of a usage in the records. */
const PLACES = 6;

/** A value in thousands of gallons is in kgal, one in tens of watt-hours in kWh; null for a code that no bill is in. */
export function amountOf(value: number, powerOfTen: number, uom: number): Amount | null {
  const powers = UNITS[uom];
  const [power, unit] = powers?.find(([each]) => each === powerOfTen) ?? powers?.[0] ?? [];
  if (power === undefined || unit === undefined) return null;
  const factor = powerOfTenText(powerOfTen - power);
  if (factor === null) return null;
  const amount = canonicalDecimal(roundDecimal(multiplyDecimals(String(value), factor), PLACES));
  return { amount, unit, type: USAGE_TYPES[unit] ?? "usage_amount" };
}

/** The largest difference of a UnitMultiplierKind (-12 to 12) and a power of `UNITS` (up to 9) is 21; null beyond. */
function powerOfTenText(power: number): Decimal | null {
  if (Math.abs(power) > 21) return null;
  return power >= 0 ? `1${"0".repeat(power)}` : `0.${"0".repeat(-power - 1)}1`;
}

/** CommodityKind, and then the service of the usage point (ServiceKind): the commodity is the finer one. */
const COMMODITIES: Record<number, EnergyType> = {
  1: "ELECTRIC",
  7: "GAS",
  8: "PROPANE",
  9: "WATER",
  10: "STEAM",
  11: "SEWER",
  12: "HOT_WATER",
  13: "CHILLED_WATER",
  25: "WASTE",
};
const SERVICES: Record<number, EnergyType> = { 0: "ELECTRIC", 1: "GAS", 2: "WATER", 5: "WASTE", 6: "SEWER" };
/** What only one service is measured in. */
const BY_UNIT: Record<number, EnergyType> = { 72: "ELECTRIC", 169: "GAS" };

/** What is measured; null when neither a code nor the unit tells it. */
export function energyTypeOf(codes: {
  commodity: number | null;
  service: number | null;
  uom: number | null;
}): EnergyType | null {
  const { commodity, service, uom } = codes;
  return COMMODITIES[commodity ?? -1] ?? SERVICES[service ?? -1] ?? BY_UNIT[uom ?? -1] ?? null;
}
