/**
 * Groups the meters to model together: those of a wrapper that state the same use, and those whose bills only add to its cost.
 */
import type { EnergyType } from "../../records/codes.ts";
import type { Fuel } from "../caltrack/fit.ts";
import type { MeterBill } from "../months/meter-bill.ts";
import type { ServedMeter } from "../property/service-points.ts";

export interface MeterWithBills extends ServedMeter {
  /** Live bills. */
  bills: readonly MeterBill[];
}

export interface MeterGroup<Meter extends ServedMeter = MeterWithBills> {
  energy_type: EnergyType;
  /** The meters that give the use: the distributed use, else the supplied use. */
  readers: Meter[];
  /** Supply meters whose use `readers` already count: their costs count, their energy does not. */
  payers: Meter[];
}

/** In the order of the first meter of each group. */
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
 * How use depends on the weather, by type: fuels and purchased heat only heat. Chilled water is modelled like electricity, so
 * months without use count as missing. Types without a row are not modelled.
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
