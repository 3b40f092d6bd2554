/** Notes about rows with usage whose energy or CO2 is unknown: how many there are, and why. */
import type { EnergyType } from "../../records/codes.ts";
import { isEnergy } from "../../domain/property/roll-up-sums.ts";
import { countOf } from "../../domain/text.ts";
import type { Measured } from "./energy-totals.ts";

/** The sentence before the count, in the order of the notes. */
const REASONS = {
  unit: "kBtu and CO2 are not known: the energy content of the billed unit is unknown",
  place: "CO2 of electricity is not known: the place of the meter has no ZIP or state that names its grid",
  factor: "CO2 is not known: there is no factor for this kind of energy",
} as const;
type Reason = keyof typeof REASONS;

/** Collects the rows; `noun` is the name of a row. */
export function unknownNotes(noun: string) {
  const counts = new Map<Reason, number>();
  return {
    add(energyType: EnergyType, row: Pick<Measured, "isBilled" | "kbtus" | "lbs_co2">): void {
      const reason = row.isBilled && isEnergy(energyType) ? reasonOf(energyType, row) : null;
      if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    },
    notes: (): string[] =>
      Object.entries(REASONS).flatMap(([reason, sentence]) => {
        // The keys of the table are the reasons.
        const count = counts.get(reason as Reason);
        return count === undefined ? [] : [`${sentence} (${countOf(count, noun)}).`];
      }),
  };
}

/** Null when both are known. A fuel is the same everywhere, electricity depends on the local grid. */
function reasonOf(energyType: EnergyType, { kbtus, lbs_co2 }: Pick<Measured, "kbtus" | "lbs_co2">): Reason | null {
  if (kbtus === null) return "unit";
  if (lbs_co2 !== null) return null;
  return energyType === "ELECTRIC" ? "place" : "factor";
}
