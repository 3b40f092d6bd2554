/** All properties of a company together: their sums in two periods, and the properties ranked. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { PortfolioMonth } from "../../records/portfolio-month.ts";
import { PORTFOLIO_ORDERS, PortfolioRanking, PortfolioSummary } from "../../records/portfolio.ts";
import { latestMonthOfMost } from "../../store/derived/portfolio.ts";
import { comparedMonths, lastMonthEnded, spansOf, type ComparedQuery } from "../answers/compared-months.ts";
import { answerPortfolioMonths, PortfolioMonthsQuery } from "../answers/portfolio-months.ts";
import { portfolioRanking, portfolioSummary } from "../answers/portfolio-answers.ts";
import { callerOf } from "../auth/auth.ts";
import { paging } from "../list-query.ts";
import type { Server } from "../schemas.ts";

const asked = comparedMonths({
  last: "the month through which at least half of the properties that have a complete month are billed for every meter in service, else the last one that has ended",
  months: 12,
});
const SummaryQuery = z.strictObject(asked);
const RankingQuery = z.strictObject({
  ...asked,
  order: z.enum(PORTFOLIO_ORDERS).default("rise").meta({
    type: "string",
    description:
      "rise: the largest increase of cost first. fall: the largest decrease. cost: the highest cost of the period. intensity: the most energy per square foot.",
    example: "rise",
  }),
  limit: paging.limit.meta({
    type: "integer",
    minimum: 1,
    maximum: 1000,
    description: "At most this many properties; without it all.",
    example: 20,
  }),
});

const tags = ["Portfolio"];

export function portfolioRoutes(server: Server, app: App): void {
  const spansAsked = async (companyId: number, query: ComparedQuery) =>
    spansOf(query, (await latestMonthOfMost(app.db, companyId)) ?? lastMonthEnded(app));

  server.get(
    "/portfolio/summary",
    {
      schema: {
        operationId: "summarisePortfolio",
        summary: "All properties together, compared with the year before",
        description:
          "Cost, energy, CO2 and water of the last twelve months against the twelve before, or of other months. Only properties that are billed for every month of both are in the sums, so that like is compared with like; the answer says how many are not.",
        tags,
        querystring: SummaryQuery,
        response: { 200: PortfolioSummary },
        problems: ["invalid"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      return portfolioSummary(app, company_id, await spansAsked(company_id, request.query));
    },
  );

  server.get(
    "/portfolio/monthly",
    {
      schema: {
        operationId: "listPortfolioMonths",
        summary: "The calendar months of all properties",
        description:
          "All properties together, each service or each property, ordered by the service or the property and then by month. The figures are sums of what is billed; `properties_complete` of `properties`, and `left_out`, say how much that is. A property has rows from its first to its last billed month.",
        tags,
        querystring: PortfolioMonthsQuery,
        response: { 200: z.array(PortfolioMonth) },
      },
    },
    async (request, reply) => answerPortfolioMonths(app, request, reply, callerOf(request).company_id),
  );

  server.get(
    "/portfolio/properties",
    {
      schema: {
        operationId: "rankProperties",
        summary: "The properties, ranked by the change of their cost",
        description:
          "Each property with its figures in both periods. A property that is not billed for every month has `complete: false` and its figures are of what is billed. Why one of them changed is at `/properties/:id/variance`.",
        tags,
        querystring: RankingQuery,
        response: { 200: PortfolioRanking },
        problems: ["invalid"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { order, limit } = request.query;
      const spans = await spansAsked(company_id, request.query);
      return portfolioRanking(app, company_id, { spans, order, limit });
    },
  );
}
