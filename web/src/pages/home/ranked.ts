/** Which properties a ranking by the change of their cost shows, and what is said when it shows none. */
import type { PortfolioProperty } from "@meterbook/client";

export type Direction = "rise" | "fall";

const EMPTY = { rise: "rank.noRise", fall: "rank.noFall" } as const;

export function ranked<Row extends Pick<PortfolioProperty, "change">>(properties: readonly Row[], order: Direction) {
  const rows = properties.filter(({ change }) => change !== null && (order === "rise" ? change > 0 : change < 0));
  // A property whose cost went the other way, or stayed, is billed for both years.
  const isCompared = properties.some(({ change }) => change !== null);
  return { rows, empty: isCompared ? EMPTY[order] : ("rank.none" as const) };
}
