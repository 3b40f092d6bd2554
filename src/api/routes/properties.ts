/** Properties, with their meters, bills and months. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { notFound } from "../../errors.ts";
import { UtilityBill } from "../../records/bill.ts";
import { Property, UtilityMeter } from "../../records/meter.ts";
import { MonthlyConsumptionData } from "../../records/month.ts";
import type { Sql } from "../../store/db.ts";
import { recordChanges } from "../../store/events.ts";
import { listMetersOfProperty } from "../../store/meters.ts";
import { listMonths } from "../../store/months.ts";
import { findProperty, listProperties } from "../../store/properties.ts";
import { replaceMetadata } from "../../store/metadata.ts";
import { callerOf } from "../auth.ts";
import { readMetadata } from "../body.ts";
import { billsWithLines, metersWithAccounts } from "../nested.ts";
import { IdPath, MetadataBody, type Server } from "../schemas.ts";
import { wireMonth, wireProperty } from "../wire.ts";

const PropertyWithMeters = Property.extend({ utility_meters: z.array(UtilityMeter) }).meta({
  id: "PropertyWithMeters",
  description: "The property with its meters.",
});

const PropertyWithBills = Property.extend({ bills: z.array(UtilityBill) }).meta({
  id: "PropertyWithBills",
  description: "The property with the bills of its meters.",
});

const PropertyWithMeterMonths = Property.extend({ monthly_meter_data: z.array(MonthlyConsumptionData) }).meta({
  id: "PropertyWithMeterMonths",
  description: "The property with the calendar months of each of its meters.",
});

const tags = ["Properties"];
const params = IdPath;

export function propertyRoutes(server: Server, app: App): void {
  server.get(
    "/properties",
    {
      schema: { operationId: "listProperties", summary: "All properties", tags, response: { 200: z.array(Property) } },
    },
    async (request) => (await listProperties(app.db, callerOf(request).company_id)).map(wireProperty),
  );

  server.get(
    "/properties/:id",
    {
      schema: {
        operationId: "getProperty",
        summary: "One property with its meters",
        tags,
        params,
        response: { 200: PropertyWithMeters },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const property = await findOwn(app.db, company_id, request.params.id);
      const meters = await listMetersOfProperty(app.db, company_id, property.id);
      return { ...property, utility_meters: await metersWithAccounts(app, company_id, meters) };
    },
  );

  server.put(
    "/properties/:id",
    {
      schema: {
        operationId: "replacePropertyMetadata",
        summary: "Replace the metadata of a property",
        tags,
        params,
        body: MetadataBody,
        response: { 200: Property },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { id } = request.params;
      const metadata = readMetadata(request.body);
      return app.db.transaction().execute(async (trx) => {
        if (!(await replaceMetadata(trx, "properties", company_id, id, metadata))) throw notFound();
        await recordChanges(trx, company_id, [
          { event_type: "property.updated", svc_object_type: "Property", record_id: id },
        ]);
        return findOwn(trx, company_id, id);
      });
    },
  );

  server.get(
    "/properties/:id/bills",
    {
      schema: {
        operationId: "listBillsOfProperty",
        summary: "One property with the bills of its meters",
        tags,
        params,
        response: { 200: PropertyWithBills },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const property = await findOwn(app.db, company_id, request.params.id);
      return { ...property, bills: await billsWithLines(app, company_id, { property_id: property.id }) };
    },
  );

  server.get(
    "/properties/:id/monthly/meters",
    {
      schema: {
        operationId: "listMeterMonthsOfProperty",
        summary: "One property with the calendar months of each meter",
        tags,
        params,
        response: { 200: PropertyWithMeterMonths },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const property = await findOwn(app.db, company_id, request.params.id);
      const meters = await listMetersOfProperty(app.db, company_id, property.id);
      const ids = meters.map(({ id }) => id);
      return { ...property, monthly_meter_data: (await listMonths(app.db, company_id, ids)).map(wireMonth) };
    },
  );
}

async function findOwn(db: Sql, companyId: number, id: number): Promise<z.infer<typeof Property>> {
  const row = await findProperty(db, companyId, id);
  if (row === undefined) throw notFound();
  return wireProperty(row);
}
