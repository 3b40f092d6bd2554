/** All that follows for a property from the months of its meters: its own months, and its snapshots with their ratings. */
import type { Month } from "../../records/scalars.ts";
import { energyOf } from "./roll-up-energy.ts";
import type { RollUpLedger } from "./roll-up-ledger.ts";
import { ALWAYS, isWithin, monthsShownBeside, snapshotsShowing, type MonthSpan } from "./roll-up-span.ts";
import { withStored, type StoredMonths } from "./stored-months.ts";
import { rolledMonths, type RolledMonth } from "./roll-up.ts";
import { snapshots, type Snapshot } from "./snapshots.ts";
import { rate } from "./star-score.ts";
import { yearBefore, type WeatherMonth } from "./star-year.ts";

export interface PropertyToDerive {
  sq_ft: number | null;
  /** What the company says it is used for (`metadata.property_use`). */
  property_use: unknown;
  /** The months of all its meters; of a span those of it, and those that its snapshots are made of and nobody has told. */
  ledger: RollUpLedger;
  stored?: StoredMonths;
  /** Only a rating asks for it. */
  weather: readonly WeatherMonth[];
}

export interface DerivedProperty {
  months: RolledMonth[];
  snapshots: (Snapshot & { star_rating: number | null })[];
}

/** Of a span its months and the snapshots that show something of them. */
export function deriveProperty(property: PropertyToDerive, span: MonthSpan = ALWAYS): DerivedProperty {
  const { sq_ft, property_use, ledger, stored = new Map(), weather } = property;
  const months = energyOf(withStored(ledger, stored, span), monthsShownBeside(span));
  const ratingOf = (month: Month): number | null => {
    // Most properties say nothing of their use, and adding up their years would be for nothing.
    if (property_use === null || property_use === undefined) return null;
    return rate({ sq_ft, property_use, ...yearBefore(month, { months, weather }) })?.score ?? null;
  };
  return {
    months: rolledMonths(ledger, span),
    snapshots: snapshots({ months, sq_ft })
      .filter(({ effective_month }) => isWithin(snapshotsShowing(span), effective_month))
      .map((snapshot) => ({ ...snapshot, star_rating: ratingOf(snapshot.effective_month) })),
  };
}
