/** Meters, with their calendar months and the bills they appear on. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { found, notFound } from "../../errors.ts";
import { UtilityBill } from "../../records/bill.ts";
import { SERVICE_STATUSES } from "../../records/codes.ts";
import { MeterEdit, UtilityMeter } from "../../records/meter.ts";
import { MonthlyConsumptionData } from "../../records/month.ts";
import { editMeter, replaceRecordMetadata } from "../../operations/records.ts";
import type { Sql } from "../../store/db.ts";
import { findMeter, listMeters, versionOfMeters, withAccounts } from "../../store/records/meters.ts";
import { callerOf } from "../auth/auth.ts";
import { PATCH_TYPES, readMetadata } from "../http/body.ts";
import { answerBills, BillsQuery } from "../answers/bill-answers.ts";
import { filters, paging } from "../list-query.ts";
import { answerList, within } from "../lists.ts";
import { wireMeter } from "../answers/wire.ts";
import { answerMeterMonths, MeterMonthsQuery } from "../answers/month-answers.ts";
import { editAsSeen } from "../http/preconditions.ts";
import { IdPath, MetadataBody, type Server } from "../schemas.ts";

const MeterWithMonths = UtilityMeter.extend({ monthly_meter_data: z.array(MonthlyConsumptionData) }).meta({
  id: "UtilityMeterWithMonths",
  description: "The meter with its calendar months.",
});

const MeterWithBills = UtilityMeter.extend({ bills: z.array(UtilityBill) }).meta({
  id: "UtilityMeterWithBills",
  description: "The meter with the bills it appears on.",
});

const MetersQuery = z.strictObject({
  ...paging,
  status: z.enum(SERVICE_STATUSES).optional().meta({ description: "Only those with this status.", example: "Active" }),
  property_id: filters.property_id,
  utility_account_id: filters.utility_account_id,
  energy_type: filters.energy_type,
});

const tags = ["Meters"];
const params = IdPath;

export function meterRoutes(server: Server, app: App): void {
  server.get(
    "/meters",
    {
      schema: {
        operationId: "listMeters",
        summary: "All meters",
        description: "Each with the account that bills it.",
        tags,
        querystring: MetersQuery,
        response: { 200: z.array(UtilityMeter) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, ...filter } = request.query;
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listMeters(app.db, company_id, filter, window),
        write: async (rows) =>
          (await withAccounts(app.db, company_id, rows)).map((row) => JSON.stringify(wireMeter(row))),
        version: () => versionOfMeters(app.db, company_id, filter),
      });
    },
  );

  server.get(
    "/meters/:id",
    {
      schema: {
        operationId: "getMeter",
        summary: "One meter",
        description: "With the account that bills it.",
        tags,
        params,
        response: { 200: UtilityMeter },
      },
    },
    async (request) => readMeter(app.db, callerOf(request).company_id, request.params.id),
  );

  server.put(
    "/meters/:id",
    {
      schema: {
        operationId: "replaceMeterMetadata",
        summary: "Replace the metadata of a meter",
        description: "The body replaces the whole metadata: keys that it leaves out are removed.",
        tags,
        params,
        body: MetadataBody,
        response: { 200: UtilityMeter },
      },
    },
    async (request) => {
      const metadata = readMetadata(request.body, dayOfTime(app.now()));
      return editAsSeen(app, request, METERS, (trx, record, check) =>
        replaceRecordMetadata(app, trx, record, metadata, check),
      );
    },
  );

  server.patch(
    "/meters/:id",
    {
      schema: {
        operationId: "editMeter",
        summary: "Edit a meter",
        description:
          "Changes the given fields: the property it belongs to, the wrapper that joins it to another meter, its status. Metadata is replaced by PUT.",
        tags,
        params,
        consumes: PATCH_TYPES,
        body: MeterEdit,
        response: { 200: UtilityMeter },
      },
    },
    async (request) =>
      editAsSeen(app, request, METERS, (trx, { company_id, id }, check) =>
        editMeter(app, trx, company_id, id, request.body, check),
      ),
  );

  server.get(
    "/meters/:id/monthly",
    {
      schema: {
        operationId: "listMonthsOfMeter",
        summary: "One meter with its calendar months",
        description:
          "Bill lines split over calendar months by days. The months sum to the meter's charges to the cent.",
        tags,
        params,
        querystring: MeterMonthsQuery,
        problems: ["invalid"],
        response: { 200: MeterWithMonths },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const meter = await readMeter(app.db, company_id, request.params.id);
      const around = within(meter, "monthly_meter_data");
      return answerMeterMonths(app, request, reply, { of: { utility_meter_id: meter.id }, around });
    },
  );

  server.get(
    "/meters/:id/bills",
    {
      schema: {
        operationId: "listBillsOfMeter",
        summary: "One meter with the bills it appears on",
        description: "The bills are complete: they may also have charges and usages of other meters.",
        tags,
        params,
        querystring: BillsQuery,
        response: { 200: MeterWithBills },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, ...filter } = request.query;
      const meter = await readMeter(app.db, company_id, request.params.id);
      return answerBills(app, request, reply, {
        companyId: company_id,
        filter: { ...filter, utility_meter_id: meter.id },
        paging: { limit, cursor, updated_since },
        around: within(meter, "bills"),
      });
    },
  );
}

async function readMeter(db: Sql, companyId: number, id: number): Promise<z.infer<typeof UtilityMeter>> {
  const [meter] = await withAccounts(db, companyId, [await found(findMeter(db, companyId, id))]);
  if (meter === undefined) throw notFound();
  return wireMeter(meter);
}

const METERS = { table: "utility_meters", show: readMeter, read: readMeter } as const;
