/** Reports over all properties of a company. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { PORTFOLIO_REPORT_TYPES, PortfolioReportTypes } from "../../records/portfolio-report.ts";
import {
  answerPortfolioReport,
  describePortfolioReport,
  PORTFOLIO_REPORT_ANSWER,
  PortfolioReportQuery,
} from "../answers/portfolio-report-answers.ts";
import { LanguageAsked } from "../answers/report-answers.ts";
import { callerOf } from "../auth/auth.ts";
import type { Server } from "../schemas.ts";

const ReportPath = z.object({
  report_type: z.string().meta({
    description:
      "portfolio_performance: a row for each property, compared with the year before. accounts_payable: a row for each bill, by due date. general_ledger: the charges of each bill by property, service and class, with reversals.",
    enum: [...PORTFOLIO_REPORT_TYPES],
    example: PORTFOLIO_REPORT_TYPES[0],
  }),
});

const tags = ["Portfolio"];

export function portfolioReportRoutes(server: Server, app: App): void {
  server.get(
    "/portfolio/reports",
    {
      schema: {
        operationId: "listPortfolioReportTypes",
        summary: "The types of reports over all properties",
        description: "Each type is available for the whole company, or for one of its properties.",
        tags,
        querystring: z.strictObject({ language: LanguageAsked }),
        response: { 200: PortfolioReportTypes },
      },
    },
    async ({ query: { language = "en" } }) => ({
      report_types: [...PORTFOLIO_REPORT_TYPES],
      reports: PORTFOLIO_REPORT_TYPES.map((type) => describePortfolioReport(type, language)),
    }),
  );

  server.get(
    "/portfolio/reports/:report_type",
    {
      schema: {
        operationId: "getPortfolioReport",
        summary: "One report over all properties",
        description:
          'In the same formats as the reports of a property. A report of bills has a `Link` header with rel="next": the address of the next export, which has what is saved after this one, so that no bill is exported twice or missed.',
        tags,
        params: ReportPath,
        querystring: PortfolioReportQuery,
        response: { 200: PORTFOLIO_REPORT_ANSWER },
        problems: ["not-acceptable", "invalid"],
      },
    },
    async (request, reply) =>
      answerPortfolioReport(app, request, reply, {
        ...request.params,
        company_id: callerOf(request).company_id,
        query: request.query,
      }),
  );
}
