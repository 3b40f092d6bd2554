/** What is modelled as one: the meters of a wrapper that tell the same use, and those whose bills only add to its cost. */
import type { EnergyType } from "../../records/codes.ts";
import type { Fuel } from "../caltrack/fit.ts";
import type { MeterBill } from "../months/meter-bill.ts";
import type { ServedMeter } from "../property/service-points.ts";

export interface BilledMeter extends ServedMeter {
  /** Live ones. */
  bills: readonly MeterBill[];
}

export interface MeterGroup<Meter extends ServedMeter = BilledMeter> {
  energy_type: EnergyType;
  /** They tell how much was used: what was distributed, else what was supplied. */
  readers: Meter[];
  /** Suppliers of what `readers` have counted already: their money counts, their energy does not. */
  payers: Meter[];
}

/** In the order of the first meter of each. */
export function groupMeters<Meter extends ServedMeter>(meters: readonly Meter[]): MeterGroup<Meter>[] {
  const groups = Map.groupBy(meters, ({ meter_wrapper_id, energy_type }) => `${meter_wrapper_id}|${energy_type}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const isSupply = ({ association_type }: Meter) => association_type === "SUPPLY";
    const others = group.filter((meter) => !isSupply(meter));
    const { energy_type } = first;
    return others.length === 0
      ? [{ energy_type, readers: group, payers: [] }]
      : [{ energy_type, readers: others, payers: group.filter(isSupply) }];
  });
}

/**
 * How use follows the weather, by what is used: fuels and bought heat only heat. Chilled water is searched as electricity is,
 * so that its months without use count as missing. What has no row is not modelled.
 */
export const FUELS: { [type in EnergyType]?: Fuel } = {
  ELECTRIC: "electricity",
  CHILLED_WATER: "electricity",
  GAS: "gas",
  STEAM: "gas",
  HOT_WATER: "gas",
  FUEL_OIL: "gas",
  PROPANE: "gas",
  DIESEL: "gas",
};
