/** The ranking of the properties, with all others at the end, so that none is missing from the list. */
import type { PortfolioProperty, Property } from "@meterbook/client";

const NOTHING: PortfolioProperty["now"] = {
  total_cost: null,
  kbtus: null,
  lbs_co2: null,
  gallons: null,
  kbtus_per_sq_ft: null,
};

/** `isBilled`: null when it is unknown whether the property has bills in the months of the ranking. */
export type ListedProperty = PortfolioProperty & { isBilled: boolean | null };

/** `total`: how many properties have bills in the months of the ranking, which may list fewer. */
export function allProperties(
  ranked: readonly PortfolioProperty[],
  properties: readonly Pick<Property, "id" | "name" | "sq_ft">[],
  total: number,
): ListedProperty[] {
  const known = new Set(ranked.map(({ property_id }) => property_id));
  const others = properties
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, sq_ft }) => ({
      property_id: id,
      name,
      sq_ft,
      complete: false,
      estimated_months: 0,
      now: NOTHING,
      against: NOTHING,
      change: null,
      change_percent: null,
      isBilled: ranked.length < total ? null : false,
    }));
  return [...ranked.map((row) => ({ ...row, isBilled: true })), ...others];
}
