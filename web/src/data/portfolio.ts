/** All properties together: sums of a year, and their ranking. */
import { queryOptions } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

export const portfolioSummaryQuery = queryOptions({
  queryKey: ["portfolio", "summary"],
  queryFn: ({ signal }) => meterbook.portfolio.summarise({ signal }),
});

export const RANKING_ORDERS = ["cost", "rise", "fall", "intensity"] as const;
export type RankingOrder = (typeof RANKING_ORDERS)[number];

export const rankingQuery = (order: RankingOrder, limit: number) =>
  queryOptions({
    queryKey: ["portfolio", "ranking", order, limit],
    queryFn: ({ signal }) => meterbook.portfolio.rankProperties({ order, limit, signal }),
  });

/** Months of each service of all properties. */
export const portfolioMonthsQuery = (from: string) =>
  queryOptions({
    queryKey: ["portfolio", "months", from],
    queryFn: ({ signal }) =>
      meterbook.portfolio.listMonths({ group_by: "energy_type", from, limit: 1000, signal }).toArray(),
  });
