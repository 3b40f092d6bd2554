/** Notes about rows with usage whose energy or CO2 is unknown: how many there are, and why. */
import type { EnergyType } from "../../records/codes.ts";
import { isEnergy } from "../../domain/property/roll-up-sums.ts";
import type { CountedNoun } from "../../records/table.ts";
import type { ReportWords } from "../words/report-words.ts";
import type { Measured } from "./energy-totals.ts";

/** In the order of the notes: the unit has no known energy content, the grid is not known, or there is no factor. */
const REASONS = ["unit", "place", "factor"] as const;
type Reason = (typeof REASONS)[number];

/** Collects the rows; `noun` is the name of a row. */
export function unknownNotes(noun: CountedNoun, words: ReportWords) {
  const counts = new Map<Reason, number>();
  return {
    add(energyType: EnergyType, row: Pick<Measured, "isBilled" | "kbtus" | "lbs_co2">): void {
      const reason = row.isBilled && isEnergy(energyType) ? reasonOf(energyType, row) : null;
      if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    },
    notes: (): string[] =>
      REASONS.flatMap((reason) => {
        const count = counts.get(reason);
        return count === undefined
          ? []
          : [words.sentence(`note.unknown.${reason}`, { rows: words.count(noun, count) })];
      }),
  };
}

/** Null when both are known. A fuel is the same everywhere, electricity depends on the local grid. */
function reasonOf(energyType: EnergyType, { kbtus, lbs_co2 }: Pick<Measured, "kbtus" | "lbs_co2">): Reason | null {
  if (kbtus === null) return "unit";
  if (lbs_co2 !== null) return null;
  return energyType === "ELECTRIC" ? "place" : "factor";
}
