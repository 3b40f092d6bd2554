/** Reports: utility data of one property under names that people read (specification 2.11). */
import { z } from "zod";
import { Id } from "./scalars.ts";
import { DayTimestamp, Timestamp } from "./wire.ts";

export const REPORT_TYPES = [
  "utility_meter_history",
  "utility_meter_demand_history",
  "monthly_meter_history",
  "energy_history_detail_report",
  "cost_avoidance_summary",
  "cost_avoidance_detail",
  "cost_avoidance_expanded",
  "property_energy_journal",
] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

/** The currency of bills. */
export const MONEY = "USD";

export const ReportTypes = z
  .object({ reports_types: z.array(z.enum(REPORT_TYPES)) })
  .meta({ id: "ReportTypes", description: "The reports that can be asked for." });

/** `bills`: ids of the bills that a row is made of; every format makes links of them in its own way. */
export const COLUMN_TYPES = [
  "text",
  "integer",
  "number",
  "money",
  "percent",
  "month",
  "date",
  "instant",
  "flag",
  "bills",
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** What figures are of: bills as they came, calendar months, or use set against the weather. */
export const REPORT_BASES = ["as billed", "calendar months", "weather adjusted"] as const;
export type ReportBasis = (typeof REPORT_BASES)[number];

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Id)]);
const LABEL = "Average Unit Cost";

export const Report = z
  .object({
    report_type: z.enum(REPORT_TYPES),
    title: z.string().meta({ description: "What people call it.", example: "Utility Meter History" }),
    basis: z
      .enum(REPORT_BASES)
      .nullable()
      .meta({ description: "What the figures are of; null where they are of none of these." }),
    rule: z.string().meta({
      description: "The rule the figures follow, in sentences.",
      example: "Bills as they came; a bill that took the place of another counts alone.",
    }),
    property: z.object({ id: Id.meta({ example: 12 }), name: z.string().meta({ example: "14 Example Lane" }) }),
    generated_at: Timestamp,
    period: z
      .object({
        start_date: DayTimestamp,
        end_date: DayTimestamp.meta({ description: "The first day not covered.", example: "2026-04-01T00:00:00.000Z" }),
      })
      .nullable()
      .meta({ description: "What is told of; null while there is nothing to tell." }),
    columns: z.array(
      z.object({
        key: z.string().meta({ description: "The same in every release.", example: "average_unit_cost" }),
        label: z.string().meta({ description: "What people read; the key of the rows.", example: LABEL }),
        unit: z.string().nullable().meta({
          description: "Of every figure of the column; null: none, or it has a column of its own.",
          example: null,
        }),
        type: z.enum(COLUMN_TYPES).meta({
          description:
            "How its cells are written: `month` 2026-03, `date` 2026-03-14, `instant` ISO 8601 in UTC, `percent` 12.5 for 12.5 %, `flag` true or false, `bills` a list of ids of bills.",
          example: "number",
        }),
        meaning: z.string().meta({
          description: "How the figure comes about, in a sentence.",
          example: "Usage cost by usage; not known where there is no usage.",
        }),
      }),
    ),
    rows: z
      .array(z.record(z.string(), Cell))
      .meta({ description: "Keyed by the labels of the columns.", example: [{ [LABEL]: 0.1423, Bills: [640] }] }),
    totals: z.record(z.string(), Cell).meta({
      description: "Keyed as the rows are; what cannot be added up is null or not there.",
      example: { "Total Cost": 1707.42 },
    }),
    estimated: z.number().int().nullable().meta({
      description:
        "How many of the months (of the bills, where rows are bills) are estimated; null where that means nothing.",
      example: 1,
    }),
    missing: z.number().int().nullable().meta({
      description:
        "How many of them are missing, or lack bills for some of their days; the first and the last month of a service are partial, and not among them. Null where that means nothing.",
      example: 0,
    }),
    notes: z.array(z.string()).meta({ description: "What a reader must know to use the figures.", example: [] }),
  })
  .meta({ id: "Report", description: "Utility data of one property under names that people read." });
