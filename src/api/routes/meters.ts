/** Meters, with their calendar months and the bills they appear on. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { notFound } from "../../errors.ts";
import { UtilityBill } from "../../records/bill.ts";
import { UtilityMeter } from "../../records/meter.ts";
import { MonthlyConsumptionData } from "../../records/month.ts";
import type { Sql } from "../../store/db.ts";
import { recordChanges } from "../../store/events.ts";
import { findMeter, listMeters } from "../../store/meters.ts";
import { listMonths } from "../../store/months.ts";
import { replaceMetadata } from "../../store/metadata.ts";
import { callerOf } from "../auth.ts";
import { readMetadata } from "../body.ts";
import { billsWithLines, metersWithAccounts } from "../nested.ts";
import { IdPath, MetadataBody, type Server } from "../schemas.ts";
import { wireMonth } from "../wire.ts";

const MeterWithMonths = UtilityMeter.extend({ monthly_meter_data: z.array(MonthlyConsumptionData) }).meta({
  id: "UtilityMeterWithMonths",
  description: "The meter with its calendar months.",
});

const MeterWithBills = UtilityMeter.extend({ bills: z.array(UtilityBill) }).meta({
  id: "UtilityMeterWithBills",
  description: "The meter with the bills it appears on.",
});

const tags = ["Meters"];
const params = IdPath;

export function meterRoutes(server: Server, app: App): void {
  server.get(
    "/meters",
    {
      schema: { operationId: "listMeters", summary: "All meters", tags, response: { 200: z.array(UtilityMeter) } },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      return metersWithAccounts(app, company_id, await listMeters(app.db, company_id));
    },
  );

  server.get(
    "/meters/:id",
    {
      schema: { operationId: "getMeter", summary: "One meter", tags, params, response: { 200: UtilityMeter } },
    },
    async (request) => findOwn(app.db, callerOf(request).company_id, request.params.id),
  );

  server.put(
    "/meters/:id",
    {
      schema: {
        operationId: "replaceMeterMetadata",
        summary: "Replace the metadata of a meter",
        tags,
        params,
        body: MetadataBody,
        response: { 200: UtilityMeter },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { id } = request.params;
      const metadata = readMetadata(request.body);
      return app.db.transaction().execute(async (trx) => {
        if (!(await replaceMetadata(trx, "utility_meters", company_id, id, metadata))) throw notFound();
        await recordChanges(trx, company_id, [
          { event_type: "utility_meter.updated", svc_object_type: "UtilityMeter", record_id: id },
        ]);
        return findOwn(trx, company_id, id);
      });
    },
  );

  server.get(
    "/meters/:id/monthly",
    {
      schema: {
        operationId: "listMonthsOfMeter",
        summary: "One meter with its calendar months",
        tags,
        params,
        response: { 200: MeterWithMonths },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const meter = await findOwn(app.db, company_id, request.params.id);
      const months = await listMonths(app.db, company_id, [meter.id]);
      return { ...meter, monthly_meter_data: months.map(wireMonth) };
    },
  );

  server.get(
    "/meters/:id/bills",
    {
      schema: {
        operationId: "listBillsOfMeter",
        summary: "One meter with the bills it appears on",
        description: "The bills are whole: they may carry charges and usages of other meters too.",
        tags,
        params,
        response: { 200: MeterWithBills },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const meter = await findOwn(app.db, company_id, request.params.id);
      return { ...meter, bills: await billsWithLines(app, company_id, { utility_meter_id: meter.id }) };
    },
  );
}

async function findOwn(db: Sql, companyId: number, id: number): Promise<z.infer<typeof UtilityMeter>> {
  const row = await findMeter(db, companyId, id);
  const [meter] = await metersWithAccounts({ db }, companyId, row === undefined ? [] : [row]);
  if (meter === undefined) throw notFound();
  return meter;
}
