/** All properties together: sums of a year, and their ranking. */
import { queryOptions } from "@tanstack/react-query";
import type { SpanAsked } from "./fiscal-year.ts";
import { meterbook } from "./meterbook.ts";

/** `asked`: undefined for the last twelve months. */
export const portfolioSummaryQuery = (asked?: SpanAsked) =>
  queryOptions({
    queryKey: ["portfolio", "summary", asked],
    queryFn: ({ signal }) => meterbook.portfolio.summarise({ ...asked, signal }),
  });

export const RANKING_ORDERS = ["cost", "rise", "fall", "intensity"] as const;
export type RankingOrder = (typeof RANKING_ORDERS)[number];

export const rankingQuery = (order: RankingOrder, limit: number, asked?: SpanAsked) =>
  queryOptions({
    queryKey: ["portfolio", "ranking", order, limit, asked],
    queryFn: ({ signal }) => meterbook.portfolio.rankProperties({ order, limit, ...asked, signal }),
  });

/** Months of each service of all properties. */
export const portfolioMonthsQuery = (from: string) =>
  queryOptions({
    queryKey: ["portfolio", "months", from],
    queryFn: ({ signal }) =>
      meterbook.portfolio.listMonths({ group_by: "energy_type", from, limit: 1000, signal }).toArray(),
  });
