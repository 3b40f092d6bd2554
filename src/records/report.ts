/** Reports: tables of utility data of one property with readable column names (specification 2.11). */
import { z } from "zod";
import { COLUMN_TYPES } from "./codes.ts";
import { PAGE_LANGUAGES } from "./company.ts";
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

/** The formats of a report, by which files are named. */
export const REPORT_FORMATS = ["json", "csv", "xlsx", "html", "pdf"] as const;

const ReportParameter = z.object({
  name: z.string().meta({ description: "Of the query.", example: "from" }),
  description: z
    .string()
    .meta({ example: "Only months that begin, and bills and events that end, on or after this day." }),
});
export const ReportDescription = z.object({
  report_type: z.enum(REPORT_TYPES).meta({ example: "energy_history_detail_report" }),
  title: z.string().meta({ description: "What it is called.", example: "Energy history detail" }),
  description: z.string().meta({
    description: "What it answers, in one line.",
    example: "How the property compares with the year before, by energy and per square foot.",
  }),
  formats: z.array(z.enum(REPORT_FORMATS)).meta({ example: [...REPORT_FORMATS] }),
  parameters: z.array(ReportParameter).meta({ description: "What can be asked for in the query of the report." }),
});
export type ReportDescription = z.infer<typeof ReportDescription>;

export const ReportTypes = z
  .object({
    reports_types: z.array(z.enum(REPORT_TYPES)),
    reports: z
      .array(ReportDescription)
      .meta({ description: "The same types, each with what it is called, what it answers, and how it is asked for." }),
  })
  .meta({ id: "ReportTypes", description: "The available reports." });

/** The basis of the figures: bills as billed, calendar months, or use adjusted for weather. */
export const REPORT_BASES = ["as billed", "calendar months", "weather adjusted"] as const;
export type ReportBasis = (typeof REPORT_BASES)[number];

export const ReportTile = z.object({
  key: z.string().meta({ description: "Stable across releases.", example: "cost" }),
  label: z.string().meta({ description: "The readable name.", example: "Cost of 12 months" }),
  value: z
    .union([z.number(), z.string()])
    .nullable()
    .meta({ description: "The figure; a month as 2026-03, a day as 2026-03-14. Null: not known.", example: 12_340.12 }),
  type: z
    .enum(["text", "date", "month", "instant", "integer", "number", "money", "percent"])
    .meta({ description: "How the value is written, as for columns.", example: "money" }),
  unit: z.string().nullable().meta({ description: "Its unit; null: none.", example: MONEY }),
  digits: z.number().int().meta({ description: "Decimal places that people are shown.", example: 0 }),
  change: z.number().nullable().meta({ description: "In percent; null: nothing to compare with.", example: -4 }),
  comparison: z
    .string()
    .nullable()
    .meta({ description: "What the change is against; null without a change.", example: "the year before" }),
  mark: z.enum(["estimated", "partial"]).nullable().meta({
    description: "Estimated: a part of it was estimated by a utility. Partial: it is not of the whole time.",
    example: null,
  }),
});

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Id)]);
const LABEL = "Average Unit Cost";

export const Report = z
  .object({
    report_type: z.enum(REPORT_TYPES),
    title: z.string().meta({ description: "The title of the report.", example: "Energy history detail" }),
    answer: z.string().meta({
      description:
        "The answer of the report in a sentence. Where the data does not allow one, it says what is missing and what to do.",
      example:
        "14 Example Lane used 58.9 kBtu per sq ft in the 12 months to September 2026, 0.6% more than the year before, and cost $12,340, 4.0% less.",
    }),
    tiles: z.array(ReportTile).meta({ description: "The few figures behind the answer, the most important first." }),
    basis: z
      .enum(REPORT_BASES)
      .nullable()
      .meta({ description: "The basis of the figures; null when none of these applies." }),
    rule: z.string().meta({
      description: "How the figures are calculated, in sentences.",
      example: "Bills as they came; a bill that took the place of another counts alone.",
    }),
    property: z.object({ id: Id.meta({ example: 12 }), name: z.string().meta({ example: "14 Example Lane" }) }),
    subject: z
      .object({
        kind: z.enum(["property", "portfolio"]),
        name: z.string().meta({ description: "Name of the property.", example: "14 Example Lane" }),
        company: z.string().nullable().meta({ description: "Name of the company.", example: "Our buildings" }),
      })
      .meta({ description: "What the report is about." }),
    language: z.enum(PAGE_LANGUAGES).meta({
      description: "Of the title, the answer, the names of tiles and columns, the rule and the notes.",
      example: "en",
    }),
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
        label: z.string().meta({ description: "The readable name in English; the key in the rows.", example: LABEL }),
        name: z.string().meta({ description: "The readable name in the language of the report.", example: LABEL }),
        unit: z.string().nullable().meta({
          description: "The unit of the column; null: no unit, or the unit has its own column.",
          example: null,
        }),
        type: z.enum(COLUMN_TYPES).meta({
          description:
            "How its cells are written: `month` 2026-03, `date` 2026-03-14, `instant` ISO 8601 in UTC, `percent` 12.5 for 12.5 %, `flag` true or false, `bills` a list of bill ids.",
          example: "number",
        }),
        digits: z.number().int().meta({
          description: "Decimal places that people are shown; rows have the full number.",
          example: 4,
        }),
        meaning: z.string().meta({
          description: "How the figure is calculated, in a sentence.",
          example: "Usage cost by usage; not known where there is no usage.",
        }),
        role: z.enum(["key", "answer"]).nullable().meta({
          description:
            "`key`: it identifies the rows. `answer`: it answers what the report asks. Null for other columns.",
          example: null,
        }),
        words: z.record(z.string(), z.string()).nullable().meta({
          description:
            "For a column of codes: their words in the language of the report. A cell may have several codes, separated by a comma and a space; a code may contain these itself, so look up the whole cell first. Null for other columns.",
          example: null,
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
