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

export const ReportTypes = z
  .object({ reports_types: z.array(z.enum(REPORT_TYPES)) })
  .meta({ id: "ReportTypes", description: "The reports that can be asked for." });

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const Report = z
  .object({
    report_type: z.enum(REPORT_TYPES),
    property: z.object({ id: Id.meta({ example: 12 }), name: z.string().meta({ example: "14 Example Lane" }) }),
    generated_at: Timestamp,
    period: z
      .object({ start_month: DayTimestamp, end_month: DayTimestamp })
      .nullable()
      .meta({ description: "First and last month told of; null while there is nothing to tell." }),
    columns: z.array(
      z.object({
        key: z.string().meta({ description: "The same in every release.", example: "usage" }),
        label: z.string().meta({ description: "What people read; the key of the rows.", example: "Usage" }),
        unit: z.string().nullable().meta({ example: "kWh" }),
        type: z.enum(["text", "number", "money", "month", "date", "flag"]).meta({ example: "number" }),
      }),
    ),
    rows: z
      .array(z.record(z.string(), Cell))
      .meta({ description: "Keyed by the labels of the columns.", example: [{ Usage: 427 }] }),
    totals: z.record(z.string(), Cell).meta({ description: "Keyed as the rows are.", example: { Usage: 427 } }),
    notes: z.array(z.string()).meta({ description: "What a reader must know to use the figures.", example: [] }),
  })
  .meta({ id: "Report", description: "Utility data of one property under names that people read." });
