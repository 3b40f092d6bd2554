/** What is derived for a property: its calendar months in three cuts, its snapshots, and the degree days at its weather station. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { notFound } from "../../errors.ts";
import { DegreeDay } from "../../records/degree-day.ts";
import { Property } from "../../records/meter.ts";
import { EnergyTypeMonth, MonthlyConsumptionData, PropertyMonth } from "../../records/month.ts";
import { SnapshotInfo } from "../../records/snapshot.ts";
import { listMetersOfProperty } from "../../store/meters.ts";
import { listMonths, type MonthRange } from "../../store/months.ts";
import { findProperty } from "../../store/properties.ts";
import { listDegreeDays, listPropertyMonths, type PropertyMonthRow } from "../../store/property-months.ts";
import { listSnapshots } from "../../store/snapshots.ts";
import { callerOf } from "../auth.ts";
import { sendJson, sendParts, within } from "../lists.ts";
import { explainMonths } from "../month-explanations.ts";
import { explainPropertyMonths } from "../property-month-explanations.ts";
import {
  ExplainedMonthsQuery,
  MonthsQuery,
  wireDegreeDay,
  wireEnergyTypeMonth,
  wirePropertyMonth,
  wireSnapshot,
} from "../month-answers.ts";
import { IdPath, type Server } from "../schemas.ts";
import { wireMonth, wireProperty } from "../wire.ts";

/** One row per endpoint: the array it adds to the property, and where its records come from. */
interface Derived {
  path: string;
  operationId: string;
  summary: string;
  description: string;
  name: string;
  record: z.ZodType;
  schemaId: string;
  read(app: App, companyId: number, propertyId: number, range: MonthRange): Promise<unknown[]>;
  /** The same with the lines they are made of, part after part; absent where bills make none of it. */
  explain?(app: App, companyId: number, propertyId: number, range: MonthRange): Promise<Parts>;
}

type Parts = (() => Promise<object[]>)[];

const PropertyWithMeterMonths = Property.extend({ monthly_meter_data: z.array(MonthlyConsumptionData) }).meta({
  id: "PropertyWithMeterMonths",
  description: "One property with the calendar months of each meter",
});

const DERIVED: Derived[] = [
  {
    path: "snapshots",
    operationId: "listSnapshotsOfProperty",
    summary: "One property with its year-over-year snapshots",
    description: "There is one for every month that has twelve complete months before it.",
    name: "snapshot_data",
    record: SnapshotInfo,
    schemaId: "PropertyWithSnapshots",
    read: async ({ db }, companyId, id, range) => (await listSnapshots(db, companyId, id, range)).map(wireSnapshot),
  },
  {
    path: "monthly",
    operationId: "listMonthsOfProperty",
    summary: "One property with its calendar months",
    description: "All meters of the property together.",
    name: "property_aggregated_monthly_data",
    record: PropertyMonth,
    schemaId: "PropertyWithMonths",
    read: async ({ db }, companyId, id, range) =>
      (await listPropertyMonths(db, companyId, id, "property", range)).map(wirePropertyMonth),
    explain: ({ db }, companyId, propertyId, range) =>
      explained(db, { companyId, propertyId, by: "property", range }, wirePropertyMonth),
  },
  {
    path: "monthly/energytype",
    operationId: "listEnergyTypeMonthsOfProperty",
    summary: "One property with its calendar months by type of energy",
    description: "Each row adds up the meters that measure the same type of energy.",
    name: "energy_type_aggregated_monthly_data",
    record: EnergyTypeMonth,
    schemaId: "PropertyWithEnergyTypeMonths",
    read: async ({ db }, companyId, id, range) =>
      (await listPropertyMonths(db, companyId, id, "energy_type", range)).map(wireEnergyTypeMonth),
    explain: ({ db }, companyId, propertyId, range) =>
      explained(db, { companyId, propertyId, by: "energy_type", range }, wireEnergyTypeMonth),
  },
  {
    path: "degreedays",
    operationId: "listDegreeDaysOfProperty",
    summary: "One property with the degree days at its weather station",
    description: "By calendar month. Days without a temperature are counted, never guessed.",
    name: "degree_days",
    record: DegreeDay,
    schemaId: "PropertyWithDegreeDays",
    read: async ({ db }, companyId, id, range) =>
      (await listDegreeDays(db, companyId, id, range)).map((row) => wireDegreeDay(row, id)),
  },
];

async function explained(
  db: App["db"],
  asked: Parameters<typeof explainPropertyMonths>[1],
  wire: (row: PropertyMonthRow) => object,
): Promise<Parts> {
  const parts = await explainPropertyMonths(db, asked);
  return parts.map((part) => async () => (await part()).map(({ row, explain }) => ({ ...wire(row), explain })));
}

export function propertyMonthRoutes(server: Server, app: App): void {
  for (const { path, operationId, summary, description, name, record, schemaId, read, explain } of DERIVED) {
    const answer = Property.extend({ [name]: z.array(record) }).meta({ id: schemaId, description: summary });
    server.get(
      `/properties/:id/${path}`,
      {
        schema: {
          operationId,
          summary,
          description,
          tags: ["Properties"],
          params: IdPath,
          querystring: explain === undefined ? MonthsQuery : ExplainedMonthsQuery,
          response: { 200: answer },
        },
      },
      async (request, reply) => {
        const { company_id } = callerOf(request);
        const row = await findProperty(app.db, company_id, request.params.id);
        if (row === undefined) throw notFound();
        const { explain: isExplained, ...range }: z.infer<typeof ExplainedMonthsQuery> = request.query;
        if (isExplained && explain !== undefined) {
          const parts = await explain(app, company_id, row.id, range);
          return sendParts(app, reply, parts, within(wireProperty(row), name));
        }
        const records = await read(app, company_id, row.id, range);
        return sendJson(reply, JSON.stringify({ ...wireProperty(row), [name]: records }));
      },
    );
  }

  server.get(
    "/properties/:id/monthly/meters",
    {
      schema: {
        operationId: "listMeterMonthsOfProperty",
        summary: "One property with the calendar months of each meter",
        description: "The months of its meters side by side, in the order of the meters.",
        tags: ["Properties"],
        params: IdPath,
        querystring: ExplainedMonthsQuery,
        response: { 200: PropertyWithMeterMonths },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const row = await findProperty(app.db, company_id, request.params.id);
      if (row === undefined) throw notFound();
      const ids = (await listMetersOfProperty(app.db, company_id, row.id)).map((meter) => meter.id);
      const { explain, ...range } = request.query;
      const around = within(wireProperty(row), "monthly_meter_data");
      if (explain) {
        const parts = ids.map((id) => () => explainMonths(app.db, company_id, id, range));
        return sendParts(app, reply, parts, around);
      }
      const months = (await listMonths(app.db, company_id, ids, range)).map(wireMonth);
      return sendJson(reply, around.head + months.map((month) => JSON.stringify(month)).join(",") + around.tail);
    },
  );
}
