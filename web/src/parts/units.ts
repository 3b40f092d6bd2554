/** Use in the units that the company chose: us as it is billed, metric in kilowatt-hours and cubic metres. */
import type { EnergyTypeMonth, Me } from "@meterbook/client";
import { queryClient } from "../data/queries.ts";
import { SESSION_KEY } from "../data/user-cache.ts";

export type Units = "us" | "metric";

/** kBtu in one unit (ENERGY STAR Portfolio Manager, Thermal Energy Conversions): the factors that the service uses. */
export const KBTU_PER = { kwh: 3.412, therms: 100 } as const;
/** One US gallon (NIST Handbook 44, appendix C: 231 cubic inches of 0.0254 m). */
export const M3_PER_GALLON = 0.003785411784;
/** One square foot (NIST Handbook 44, appendix C: 0.3048 m squared). */
const M2_PER_SQ_FT = 0.09290304;

/** Those of the company of who is signed in. */
export const units = (): Units =>
  queryClient.getQueryData<Me | null>(SESSION_KEY)?.units === "metric" ? "metric" : "us";

const times = (value: number | null, factor: number): number | null => (value === null ? null : value * factor);

/** Energy of several services: kBtu, or kWh. */
export const energyOf = (kbtus: number | null): number | null =>
  units() === "metric" ? times(kbtus, 1 / KBTU_PER.kwh) : kbtus;
/** Energy by floor area: kBtu per square foot, or kWh per square metre. */
export const intensityOf = (kbtusPerSqFt: number | null): number | null =>
  units() === "metric" ? times(kbtusPerSqFt, 1 / KBTU_PER.kwh / M2_PER_SQ_FT) : kbtusPerSqFt;
/** Water: gallons, or cubic metres. */
export const waterOf = (gallons: number | null): number | null =>
  units() === "metric" ? times(gallons, M3_PER_GALLON) : gallons;

/** One pound in metric tons (NIST Handbook 44, appendix C: 1 lb = 0.453 592 37 kg). */
const TONS_PER_POUND = 0.00045359237;
/** CO2 equivalent in metric tons, as inventories of greenhouse gases state it. */
export const tonsOf = (pounds: number | null): number | null => times(pounds, TONS_PER_POUND);

type Used = Pick<EnergyTypeMonth, "usage" | "usage_unit" | "kbtus" | "gallons">;

/** The unit of the service in which the API says the use of water; all others are units of energy. */
const WATER_UNIT = "gal";

/** The use of one service and its unit: the one of most bills, or the metric one. */
export function useOf(month: Used): { use: number | null; unit: string } {
  const { usage, usage_unit, kbtus, gallons } = month;
  if (usage_unit === null) return { use: energyOf(kbtus), unit: energyUnit() };
  if (units() === "us") return { use: usage, unit: usage_unit };
  return usage_unit === WATER_UNIT ? { use: waterOf(gallons), unit: "m³" } : { use: energyOf(kbtus), unit: "kWh" };
}

export const energyUnit = (): string => (units() === "metric" ? "kWh" : "kBtu");
