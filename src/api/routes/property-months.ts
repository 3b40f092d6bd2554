/** What is derived for a property: its calendar months in three views, its snapshots, and the degree days at its weather station. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { found } from "../../errors.ts";
import { DegreeDay } from "../../records/degree-day.ts";
import { Property } from "../../records/property.ts";
import { EnergyTypeMonth, MonthlyConsumptionData, PropertyMonth } from "../../records/month.ts";
import { SnapshotInfo } from "../../records/snapshot.ts";
import type { MonthRange } from "../../store/derived/months.ts";
import { findProperty, type PropertyRow } from "../../store/records/properties.ts";
import {
  countPropertyMonths,
  listDegreeDaysIn,
  listPropertyMonthsIn,
  type MonthsBy,
  type PropertyMonthRow,
  versionOfDegreeDays,
  versionOfPropertyMonths,
} from "../../store/derived/property-months.ts";
import { listSnapshotsIn, versionOfSnapshots } from "../../store/derived/snapshots.ts";
import { callerOf } from "../auth/auth.ts";
import { DAY_PART, ID_PART, type Paging, WORD_PART } from "../list-query.ts";
import { answerList, within, type Around } from "../lists.ts";
import {
  answerMeterMonths,
  EXPLAINING,
  explainedMonthsQuery,
  MeterMonthsQuery,
  monthsQuery,
  requireFewMonths,
} from "../answers/month-answers.ts";
import { explainPropertyMonths } from "../answers/month-explanations.ts";
import { IdPath, type Server } from "../schemas.ts";
import { wireDegreeDay, wireEnergyTypeMonth, wireProperty, wirePropertyMonth, wireSnapshot } from "../answers/wire.ts";

const WholeMonthsQuery = explainedMonthsQuery(WORD_PART, DAY_PART);
const SnapshotsQuery = monthsQuery(DAY_PART);
const DegreeDaysQuery = monthsQuery(DAY_PART, ID_PART);

/** The views of the months of a property, each with the array that it adds to the property. */
const VIEWS = [
  {
    by: "property" as MonthsBy,
    path: "monthly",
    operationId: "listMonthsOfProperty",
    summary: "One property with its calendar months",
    description: "All meters of the property added up.",
    name: "property_aggregated_monthly_data",
    record: PropertyMonth,
    schemaId: "PropertyWithMonths",
    wire: wirePropertyMonth as (row: PropertyMonthRow) => object,
  },
  {
    by: "energy_type" as MonthsBy,
    path: "monthly/energytype",
    operationId: "listEnergyTypeMonthsOfProperty",
    summary: "One property with its calendar months by type of energy",
    description: "Each row adds up the meters that measure the same type of energy.",
    name: "energy_type_aggregated_monthly_data",
    record: EnergyTypeMonth,
    schemaId: "PropertyWithEnergyTypeMonths",
    wire: wireEnergyTypeMonth,
  },
];

const tags = ["Properties"];
const params = IdPath;

/** The property with one more array. */
const withArray = (name: string, record: z.ZodType, id: string, description: string) =>
  Property.extend({ [name]: z.array(record) }).meta({ id, description });

export function propertyMonthRoutes(server: Server, app: App): void {
  for (const { by, path, operationId, summary, description, name, record, schemaId, wire } of VIEWS) {
    server.get(
      `/properties/:id/${path}`,
      {
        schema: {
          operationId,
          summary,
          description,
          tags,
          params,
          querystring: WholeMonthsQuery,
          response: { 200: withArray(name, record, schemaId, summary) },
          problems: ["invalid"],
        },
      },
      async (request, reply) => {
        const { company_id } = callerOf(request);
        const property = await found(findProperty(app.db, company_id, request.params.id));
        const around = within(wireProperty(property), name);
        return answerMonths(app, request, reply, { property, by, wire, around });
      },
    );
  }

  server.get(
    "/properties/:id/monthly/meters",
    {
      schema: {
        operationId: "listMeterMonthsOfProperty",
        summary: "One property with the calendar months of each meter",
        description: "The months of each meter, ordered by meter.",
        tags,
        params,
        querystring: MeterMonthsQuery,
        response: {
          200: withArray(
            "monthly_meter_data",
            MonthlyConsumptionData,
            "PropertyWithMeterMonths",
            "One property with the calendar months of each meter",
          ),
        },
        problems: ["invalid"],
      },
    },
    async (request, reply) => {
      const property = await found(findProperty(app.db, callerOf(request).company_id, request.params.id));
      const around = within(wireProperty(property), "monthly_meter_data");
      return answerMeterMonths(app, request, reply, { of: { property_id: property.id }, around });
    },
  );

  server.get(
    "/properties/:id/snapshots",
    {
      schema: {
        operationId: "listSnapshotsOfProperty",
        summary: "One property with its year-over-year snapshots",
        description: "There is one for every month that has twelve complete months before it.",
        tags,
        params,
        querystring: SnapshotsQuery,
        response: {
          200: withArray(
            "snapshot_data",
            SnapshotInfo,
            "PropertyWithSnapshots",
            "One property with its year-over-year snapshots",
          ),
        },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const property = await found(findProperty(app.db, company_id, request.params.id));
      const { paging, range } = splitQuery(request.query);
      return answerList(app, request, reply, {
        paging,
        around: within(wireProperty(property), "snapshot_data"),
        read: (window) => listSnapshotsIn(app.db, company_id, property.id, range, window),
        keyOf: ({ effective_month }) => [effective_month],
        write: (rows) => rows.map((row) => JSON.stringify(wireSnapshot(row))),
        version: () => versionOfSnapshots(app.db, company_id, property.id, range),
      });
    },
  );

  server.get(
    "/properties/:id/degreedays",
    {
      schema: {
        operationId: "listDegreeDaysOfProperty",
        summary: "One property with the degree days at its weather station",
        description: "By calendar month. Days without a temperature are counted, never estimated.",
        tags,
        params,
        querystring: DegreeDaysQuery,
        response: {
          200: withArray(
            "degree_days",
            DegreeDay,
            "PropertyWithDegreeDays",
            "One property with the degree days at its weather station",
          ),
        },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const property = await found(findProperty(app.db, company_id, request.params.id));
      const { paging, range } = splitQuery(request.query);
      return answerList(app, request, reply, {
        paging,
        around: within(wireProperty(property), "degree_days"),
        read: (window) => listDegreeDaysIn(app.db, company_id, property.id, range, window),
        keyOf: ({ effective_month, base_temperature_f }) => [effective_month, base_temperature_f],
        write: (rows) => rows.map((row) => JSON.stringify(wireDegreeDay({ ...row, property_id: property.id }))),
        version: () => versionOfDegreeDays(app.db, company_id, property.id, range),
      });
    },
  );
}

/** Ordered by type of energy, then by month. @throws Problem invalid when more months are to be explained than one answer may hold */
async function answerMonths(
  app: App,
  request: FastifyRequest<{ Querystring: z.infer<typeof WholeMonthsQuery> }>,
  reply: FastifyReply,
  of: {
    property: PropertyRow;
    by: MonthsBy;
    wire: (row: PropertyMonthRow) => object;
    around: Around;
  },
): Promise<FastifyReply> {
  const { db } = app;
  const { property, by, wire, around } = of;
  const { company_id: companyId, id: propertyId } = property;
  const { explain = false, ...query } = request.query;
  const { paging, range } = splitQuery(query);
  if (explain) await requireFewMonths(paging, (max) => countPropertyMonths(db, companyId, propertyId, range, max));
  const explained = async (rows: PropertyMonthRow[]) =>
    (await explainPropertyMonths(db, { companyId, propertyId, by }, rows)).map((each) => ({
      ...wire(each.row),
      explain: each.explain,
    }));
  return answerList(app, request, reply, {
    paging,
    around,
    read: (window) => listPropertyMonthsIn(db, companyId, propertyId, { by, range, window }),
    keyOf: ({ energy_type, effective_month }) => [energy_type, effective_month],
    write: async (rows) => (explain ? await explained(rows) : rows.map(wire)).map((month) => JSON.stringify(month)),
    // Lines can change while the figures of a month stay the same.
    ...(explain ? EXPLAINING : { version: () => versionOfPropertyMonths(db, companyId, propertyId, by, range) }),
  });
}

function splitQuery(query: Paging & MonthRange): { paging: Paging; range: MonthRange } {
  const { from, to, limit, cursor, updated_since } = query;
  return { paging: { limit, cursor, updated_since }, range: { from, to } };
}
