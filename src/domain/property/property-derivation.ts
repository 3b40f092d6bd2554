/** Derives from the months of a property's meters its own months, and its snapshots with their ratings. */
import type { Month } from "../../records/scalars.ts";
import { energyOf } from "./roll-up-energy.ts";
import type { RollUpLedger } from "./roll-up-ledger.ts";
import { ALWAYS, isWithin, monthsShownBeside, snapshotsShowing, type MonthSpan } from "./roll-up-span.ts";
import { withStored, type StoredMonths } from "./stored-months.ts";
import { rolledMonths, type RolledMonth } from "./roll-up.ts";
import { snapshots, type Snapshot } from "./snapshots.ts";
import { scoreOf } from "./star-score.ts";
import type { WeatherMonth } from "../findings/billed-period.ts";
import { yearBefore } from "./star-year.ts";
import { sumTypes, type SummedPropertyMonth } from "./summed-months.ts";

export interface PropertyToDerive {
  sq_ft: number | null;
  /** The property's use as the company entered it (`metadata.property_use`). */
  property_use: unknown;
  /**
   * The months of all its meters. For a span: the months within it, and those that its snapshots need and `stored` does not
   * have.
   */
  ledger: RollUpLedger;
  stored?: StoredMonths;
  /** Only a rating needs it. */
  weather: readonly WeatherMonth[];
}

export interface DerivedProperty {
  months: RolledMonth[];
  summed: SummedPropertyMonth[];
  snapshots: (Snapshot & { star_rating: number | null })[];
}

/** For a span: its months, and the snapshots that depend on them. */
export function deriveProperty(property: PropertyToDerive, span: MonthSpan = ALWAYS): DerivedProperty {
  const { sq_ft, property_use, ledger, stored = new Map(), weather } = property;
  const months = energyOf(withStored(ledger, stored, span), monthsShownBeside(span));
  const ratingOf = (month: Month): number | null => {
    // Most properties have no stated use, so summing their years would be wasted work.
    if (property_use === null || property_use === undefined) return null;
    return scoreOf({ sq_ft, property_use, ...yearBefore(month, { months, weather }) })?.score ?? null;
  };
  const rolled = rolledMonths(ledger, span);
  return {
    months: rolled,
    summed: sumTypes(rolled),
    snapshots: snapshots({ months, sq_ft })
      .filter(({ effective_month }) => isWithin(snapshotsShowing(span), effective_month))
      .map((snapshot) => ({ ...snapshot, star_rating: ratingOf(snapshot.effective_month) })),
  };
}
