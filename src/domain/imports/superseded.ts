/** Which imported bills a bill of a portal takes the place of. The rule of shared days is that of all imports: the dry run refuses by it too. */
import type { EnergyType } from "../../records/codes.ts";
import type { Period } from "../../records/scalars.ts";
import { isSameMeter } from "./portal-cover.ts";
import { overlaps } from "./shared-days.ts";
import type { StandingBill } from "./standing-bills.ts";

/** Days of a meter whose use the portal's bill tells. */
export interface BilledUse extends Period {
  energy_type: EnergyType;
  meter_num: string | null;
}

/**
 * Those that know something of these days: their use, or of a meter without use the cost. Of the same meter, or where one of
 * the two names none: a spreadsheet writes numbers otherwise, or not at all.
 */
export function supersededBy(used: readonly BilledUse[], standing: readonly StandingBill[]): StandingBill[] {
  return standing.filter(
    ({ origin, archived, lines }) =>
      origin !== "portal" &&
      !archived &&
      lines.some((line) => used.some((use) => isSameMeter(use, line) && overlaps(use, line))),
  );
}
