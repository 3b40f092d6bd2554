/** Properties, with their meters and bills. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { found } from "../../errors.ts";
import { UtilityBill } from "../../records/bill.ts";
import { NewProperty, Property, PropertyEdit } from "../../records/property.ts";
import { UtilityMeter } from "../../records/meter.ts";
import { SERVICE_STATUSES } from "../../records/codes.ts";
import { createProperty, editProperty, replaceRecordMetadata } from "../../operations/records.ts";
import type { Sql } from "../../store/db.ts";
import { listMetersOfProperty, withAccounts } from "../../store/records/meters.ts";
import { findProperty, listProperties, versionOfProperties } from "../../store/records/properties.ts";
import { callerOf } from "../auth/auth.ts";
import { PATCH_TYPES, readMetadata } from "../http/body.ts";
import { answerBills, BillsQuery } from "../answers/bill-answers.ts";
import { paging } from "../list-query.ts";
import { answerList, within } from "../lists.ts";
import { editAsSeen } from "../http/preconditions.ts";
import { IdPath, MetadataBody, type Server } from "../schemas.ts";
import { wireMeter, wireProperty } from "../answers/wire.ts";
import { inTransaction } from "../../store/transactions.ts";

const PropertyWithMeters = Property.extend({ utility_meters: z.array(UtilityMeter) }).meta({
  id: "PropertyWithMeters",
  description: "The property with its meters.",
});

const PropertyWithBills = Property.extend({ bills: z.array(UtilityBill) }).meta({
  id: "PropertyWithBills",
  description: "The property with the bills of its meters.",
});

const PropertiesQuery = z.strictObject({
  ...paging,
  status: z.enum(SERVICE_STATUSES).optional().meta({ description: "Only those with this status.", example: "Active" }),
});

const tags = ["Properties"];
const params = IdPath;

export function propertyRoutes(server: Server, app: App): void {
  server.get(
    "/properties",
    {
      schema: {
        operationId: "listProperties",
        summary: "All properties",
        description: "A property is made automatically for each new service address.",
        tags,
        querystring: PropertiesQuery,
        response: { 200: z.array(Property) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, ...filter } = request.query;
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listProperties(app.db, company_id, filter, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireProperty(row))),
        version: () => versionOfProperties(app.db, company_id, filter),
      });
    },
  );

  server.post(
    "/properties",
    {
      schema: {
        operationId: "createProperty",
        summary: "Make a property",
        description:
          "Bills make properties from their service addresses automatically; use this for properties without bills yet. A bill with the same address is added to it.",
        tags,
        body: NewProperty,
        response: { 201: Property },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const property = await inTransaction(app, async (trx) => {
        const id = await createProperty(trx, company_id, request.body);
        return readProperty(trx, company_id, id);
      });
      return reply.code(201).header("location", `/v1/properties/${property.id}`).send(property);
    },
  );

  server.get(
    "/properties/:id",
    {
      schema: {
        operationId: "getProperty",
        summary: "One property with its meters",
        description: "Each meter with the account that bills it.",
        tags,
        params,
        response: { 200: PropertyWithMeters },
      },
    },
    async (request) => readWithMeters(app.db, callerOf(request).company_id, request.params.id),
  );

  server.put(
    "/properties/:id",
    {
      schema: {
        operationId: "replacePropertyMetadata",
        summary: "Replace the metadata of a property",
        description: "The body replaces the whole metadata: keys that it leaves out are removed.",
        tags,
        params,
        body: MetadataBody,
        response: { 200: Property },
      },
    },
    async (request) => {
      const metadata = readMetadata(request.body, dayOfTime(app.now()));
      return editAsSeen(app, request, PROPERTIES, (trx, record, check) =>
        replaceRecordMetadata(app, trx, record, metadata, check),
      );
    },
  );

  server.patch(
    "/properties/:id",
    {
      schema: {
        operationId: "editProperty",
        summary: "Edit a property",
        description: "Changes the given fields. Metadata is replaced by PUT.",
        tags,
        params,
        consumes: PATCH_TYPES,
        body: PropertyEdit,
        response: { 200: Property },
      },
    },
    async (request) =>
      editAsSeen(app, request, PROPERTIES, (trx, { company_id, id }, check) =>
        editProperty(app, trx, company_id, id, request.body, check),
      ),
  );

  server.get(
    "/properties/:id/bills",
    {
      schema: {
        operationId: "listBillsOfProperty",
        summary: "One property with the bills of its meters",
        description:
          "The bills are complete: they may also have charges and usages of meters at other properties. Includes archived bills, with the reason.",
        tags,
        params,
        querystring: BillsQuery,
        response: { 200: PropertyWithBills },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, ...filter } = request.query;
      const property = await readProperty(app.db, company_id, request.params.id);
      return answerBills(app, request, reply, {
        companyId: company_id,
        filter: { ...filter, property_id: property.id },
        paging: { limit, cursor, updated_since },
        around: within(property, "bills"),
      });
    },
  );
}

async function readWithMeters(db: Sql, companyId: number, id: number): Promise<z.infer<typeof PropertyWithMeters>> {
  const property = await readProperty(db, companyId, id);
  const meters = await listMetersOfProperty(db, companyId, property.id);
  return { ...property, utility_meters: (await withAccounts(db, companyId, meters)).map(wireMeter) };
}

const readProperty = async (db: Sql, companyId: number, id: number): Promise<z.infer<typeof Property>> =>
  wireProperty(await found(findProperty(db, companyId, id)));

const PROPERTIES = { table: "properties", show: readWithMeters, read: readProperty } as const;
