/** Reports of a property. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { REPORT_TYPES, ReportTypes } from "../../records/report.ts";
import { callerOf } from "../auth/auth.ts";
import { answerReport, describeReport, LanguageAsked, REPORT_ANSWER, ReportQuery } from "../answers/report-answers.ts";
import { PathId, type Server } from "../schemas.ts";

const ReportPath = z.object({
  report_type: z.string().meta({
    description: "One of the types that GET /v1/reports lists.",
    enum: [...REPORT_TYPES],
    example: REPORT_TYPES[0],
  }),
  property_id: PathId,
});

const tags = ["Reports"];

export function reportRoutes(server: Server, app: App): void {
  server.get(
    "/reports",
    {
      schema: {
        operationId: "listReportTypes",
        summary: "The types of reports",
        description: "Each type is available for any property of the company.",
        tags,
        querystring: z.strictObject({ language: LanguageAsked }),
        response: { 200: ReportTypes },
      },
    },
    async ({ query: { language = "en" } }) => ({
      reports_types: [...REPORT_TYPES],
      reports: REPORT_TYPES.map((type) => describeReport(type, language)),
    }),
  );

  server.get(
    "/reports/:report_type/:property_id",
    {
      schema: {
        operationId: "getReport",
        summary: "One report of one property",
        description:
          "As JSON, rows are keyed by column labels; the same table is available as CSV, as an Excel workbook, as a page and as a PDF by `format` or by the Accept header. A report without data has no rows.",
        tags,
        params: ReportPath,
        querystring: ReportQuery,
        response: { 200: REPORT_ANSWER },
        problems: ["not-acceptable", "invalid"],
      },
    },
    async (request, reply) =>
      answerReport(app, request, reply, {
        ...request.params,
        company_id: callerOf(request).company_id,
        query: request.query,
      }),
  );
}
