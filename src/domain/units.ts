/**
 * Reads billed units: which unit a text means, whether the service can have it, and its energy or water content. Exact, and
 * never guessed.
 */
import type { EnergyType, UsageType } from "../records/codes.ts";
import type { Decimal } from "../records/statement.ts";
import { GALLONS_PER_UNIT, KBTU_PER_UNIT } from "./data/unit-factors.ts";
import { UNIT_NAMES, type Unit } from "./data/unit-names.ts";
import { multiplyDecimals, toNumber } from "./decimal.ts";

/** Null: the unit has no such content for the service. Only water has gallons. */
export interface Conversion {
  kbtu_per_unit: Decimal | null;
  gallons_per_unit: Decimal | null;
}

/** The fields that decide how a usage is converted. */
interface BilledUnit {
  energy_type: EnergyType;
  measurement_unit: string;
  utility_usage_type: UsageType;
}

export interface UsageFigures {
  kbtus: number | null;
  gallons: number | null;
}

const UNITS_BY_SPELLING = new Map<string, Unit>(
  Object.entries(UNIT_NAMES).flatMap(([unit, spellings]) =>
    // The keys of the table are the units.
    spellings.map((spelling) => [foldSpelling(spelling), unit as Unit] as const),
  ),
);

/**
 * The unit of a text; null when it is unknown or ambiguous between bills: MBtu (a thousand or a million Btu), Mlb and MGal (a
 * thousand or a million), "units".
 */
export function normaliseUnit(text: string): Unit | null {
  const known = REMEMBERED.get(text);
  if (known !== undefined) return known;
  const unit = UNITS_BY_SPELLING.get(foldSpelling(text)) ?? null;
  if (REMEMBERED.size < REMEMBERED_MAX) REMEMBERED.set(text, unit);
  return unit;
}

/** Texts as they were given, because bills by the million have few units. */
const REMEMBERED = new Map<string, Unit | null>();
const REMEMBERED_MAX = 1000;

const WATER = new Set<EnergyType>(["WATER", "IRRIGATION"]);
/** Billed volumes that are not used water: the same water is on the water meter. */
const DRAINED = new Set<EnergyType>(["SEWER", "STORMWATER"]);
const WASTE_UNITS = new Set<Unit>(["lb", "klb", "kg", "ton", "yd3", "gal", "kgal", "L", "m3"]);
const HEAT_UNITS = new Set<Unit>(["kWh", "MWh", "GWh", "kBtu", "MMBtu", "GJ", "therm", "Dth", "ton-hour"]);
const POWER = new Set<Unit>(["kW", "MW", "kVA", "MVA", "hp"]);
const REACTIVE = new Set<Unit>(["kvar", "Mvar", "kvarh", "Mvarh", "kVA", "kVAh"]);
const RATES_OF_FLOW = new Set<Unit>([...POWER, ...REACTIVE, "lb/h", "klb/h"]);

/** The content of one unit of a service's usage; null when the unit is unknown or the service cannot be billed in it. */
export function conversionOf(billed: { energy_type: EnergyType; measurement_unit: string }): Conversion | null {
  const { energy_type } = billed;
  const unit = normaliseUnit(billed.measurement_unit);
  if (unit === null) return null;
  const kbtu = KBTU_PER_UNIT[energy_type]?.[unit] ?? null;
  const gallons = GALLONS_PER_UNIT[unit] ?? null;
  if (kbtu !== null) return { kbtu_per_unit: kbtu, gallons_per_unit: null };
  if (WATER.has(energy_type) && gallons !== null) return { kbtu_per_unit: null, gallons_per_unit: gallons };
  const countedOnly =
    (DRAINED.has(energy_type) && gallons !== null) ||
    (energy_type === "WASTE" && WASTE_UNITS.has(unit)) ||
    (energy_type === "OTHER" && !RATES_OF_FLOW.has(unit));
  return countedOnly ? { kbtu_per_unit: null, gallons_per_unit: null } : null;
}

/** True when a usage of that kind can be stated in the unit: electric demand in kW, never in kWh. */
export function unitFits(usage: BilledUnit): boolean {
  const { energy_type, utility_usage_type } = usage;
  if (utility_usage_type === "usage_amount") return conversionOf(usage) !== null;
  const unit = normaliseUnit(usage.measurement_unit);
  if (unit === null) return false;
  if (utility_usage_type === "reactive_amount") return REACTIVE.has(unit);
  const electric = energy_type === "ELECTRIC" || energy_type === "SOLAR";
  // Demand of gas, steam or chilled water is stated as the use of the peak day or hour, in the units of the use.
  return electric ? POWER.has(unit) : !REACTIVE.has(unit);
}

/** The units that the usage of a kind can be stated in, in the order of the table. */
export const unitsThatFit = (usage: Omit<BilledUnit, "measurement_unit">): string[] =>
  Object.keys(UNIT_NAMES).filter((measurement_unit) => unitFits({ ...usage, measurement_unit }));

/** True for units that are energy themselves, for any carrier. */
export const isHeat = (unit: Unit): boolean => HEAT_UNITS.has(unit);

/**
 * Energy and water of a usage. Demand and reactive amounts have neither; unknown and impossible units give null. A content
 * stated on the bill takes precedence over the table.
 */
export function usageFigures(
  usage: BilledUnit & { amount: number | Decimal; kbtu_per_unit?: Decimal | null },
): UsageFigures {
  const known = usage.utility_usage_type === "usage_amount" ? conversionOf(usage) : null;
  const conversion = known && {
    ...known,
    kbtu_per_unit: known.kbtu_per_unit && (usage.kbtu_per_unit ?? known.kbtu_per_unit),
  };
  const times = (factor: Decimal | null | undefined) =>
    factor === null || factor === undefined ? null : toNumber(multiplyDecimals(usage.amount, factor));
  return { kbtus: times(conversion?.kbtu_per_unit), gallons: times(conversion?.gallons_per_unit) };
}

const KW_PER_UNIT: Partial<Record<Unit, number>> = { kW: 1, MW: 1000 };

/** Kilowatts in one unit; null for units that are not real power, such as kVA. */
export function kwPerUnit(unit: string): number | null {
  const known = normaliseUnit(unit);
  return (known && KW_PER_UNIT[known]) ?? null;
}

/** The same text for all spellings: `cu. ft.` and `CU FT`, `therms` and `Therm`. */
function foldSpelling(text: string): string {
  return text
    .toLowerCase()
    .replace("³", "3")
    .replace(/[\s.\-_]/g, "")
    .replace(/s$/, "");
}
