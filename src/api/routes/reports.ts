/** Reports of a property, and the deliveries a company has asked for. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { notFound } from "../../errors.ts";
import { DataDelivery } from "../../records/data-delivery.ts";
import { Report, REPORT_TYPES, ReportTypes, type ReportType } from "../../records/report.ts";
import { listDataDeliveries, type DataDeliveryRow } from "../../store/data-deliveries.ts";
import { findProperty } from "../../store/properties.ts";
import { callerOf } from "../auth.ts";
import { PathId, type Server } from "../schemas.ts";
import { word } from "../wire.ts";

const ReportPath = z.object({
  report_type: z.string().meta({ description: "One of those that GET /v1/reports lists.", example: REPORT_TYPES[0] }),
  property_id: PathId,
});

const tags = ["Reports"];

const isReportType = (text: string): text is ReportType => REPORT_TYPES.some((known) => known === text);

export function reportRoutes(server: Server, app: App): void {
  server.get(
    "/reports",
    {
      schema: {
        operationId: "listReportTypes",
        summary: "The types of reports",
        description: "Each can be asked for any property of the company.",
        tags,
        response: { 200: ReportTypes },
      },
    },
    async () => ({ reports_types: [...REPORT_TYPES] }),
  );

  server.get(
    "/reports/:report_type/:property_id",
    {
      schema: {
        operationId: "getReport",
        summary: "One report of one property",
        description: "Rows are keyed by the labels of the columns. A report that has nothing to tell has no rows.",
        tags,
        params: ReportPath,
        response: { 200: Report },
      },
    },
    async (request, reply) => {
      const { report_type, property_id } = request.params;
      const property = await findProperty(app.db, callerOf(request).company_id, property_id);
      if (property === undefined || !isReportType(report_type)) throw notFound();
      reply.header("cache-control", "private, no-store");
      return {
        report_type,
        property: { id: property.id, name: property.name },
        generated_at: new Date(app.now()).toISOString(),
        period: null,
        columns: [],
        rows: [],
        totals: {},
        notes: ["This report is not made yet: it has no rows, whatever data the property has."],
      };
    },
  );

  server.get(
    "/delivery",
    {
      schema: {
        operationId: "listDataDeliveries",
        summary: "The custom data deliveries of the company",
        description: "Files that are made at set times, each with a link that works for 7 days.",
        tags,
        response: { 200: z.array(DataDelivery) },
      },
    },
    async (request) => (await listDataDeliveries(app.db, callerOf(request).company_id)).map(wireDataDelivery),
  );
}

const wireDataDelivery = (row: DataDeliveryRow): z.infer<typeof DataDelivery> => ({
  id: row.id,
  name: row.name,
  format: word(row.format),
  schedule: row.schedule,
  // The column holds what a delivery was set up with, an object.
  content: row.content as Record<string, unknown>,
  last_delivered_at: row.last_delivered_at,
  files: [],
});
