/** Reports: tables of utility data of one property with readable column names (specification 2.11). */
import { z } from "zod";
import { COLUMN_TYPES } from "./codes.ts";
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
  .meta({ id: "ReportTypes", description: "The available reports." });

/** The basis of the figures: bills as billed, calendar months, or use adjusted for weather. */
export const REPORT_BASES = ["as billed", "calendar months", "weather adjusted"] as const;
export type ReportBasis = (typeof REPORT_BASES)[number];

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Id)]);
const LABEL = "Average Unit Cost";

export const Report = z
  .object({
    report_type: z.enum(REPORT_TYPES),
    title: z.string().meta({ description: "The title of the report.", example: "Utility Meter History" }),
    basis: z
      .enum(REPORT_BASES)
      .nullable()
      .meta({ description: "The basis of the figures; null when none of these applies." }),
    rule: z.string().meta({
      description: "How the figures are calculated, in sentences.",
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
      .meta({ description: "The period covered; null when there is no data." }),
    columns: z.array(
      z.object({
        key: z.string().meta({ description: "Stable across releases.", example: "average_unit_cost" }),
        label: z.string().meta({ description: "The readable name; the key in the rows.", example: LABEL }),
        unit: z.string().nullable().meta({
          description: "The unit of the column; null: no unit, or the unit has its own column.",
          example: null,
        }),
        type: z.enum(COLUMN_TYPES).meta({
          description:
            "How its cells are written: `month` 2026-03, `date` 2026-03-14, `instant` ISO 8601 in UTC, `percent` 12.5 for 12.5 %, `flag` true or false, `bills` a list of bill ids.",
          example: "number",
        }),
        meaning: z.string().meta({
          description: "How the figure is calculated, in a sentence.",
          example: "Usage cost by usage; not known where there is no usage.",
        }),
      }),
    ),
    rows: z
      .array(z.record(z.string(), Cell))
      .meta({ description: "Keyed by the labels of the columns.", example: [{ [LABEL]: 0.1423, Bills: [640] }] }),
    totals: z.record(z.string(), Cell).meta({
      description: "Keyed like the rows; columns that cannot be summed are null or absent.",
      example: { "Total Cost": 1707.42 },
    }),
    estimated: z.number().int().nullable().meta({
      description:
        "How many of the months (of the bills, where rows are bills) are estimated; null when it does not apply.",
      example: 1,
    }),
    missing: z.number().int().nullable().meta({
      description:
        "How many of them are missing, or lack bills for some of their days; the partial first and last month of a service do not count. Null when it does not apply.",
      example: 0,
    }),
    notes: z.array(z.string()).meta({ description: "Notes needed to interpret the figures.", example: [] }),
  })
  .meta({ id: "Report", description: "A table of utility data of one property with readable column names." });
