/** ReportLink: an address at which anyone who has it reads one report, until it expires or is ended. */
import { z } from "zod";
import { DayInput, text } from "./inputs.ts";
import { REPORT_TYPES } from "./report.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, Timestamp, TIMES } from "./wire.ts";

/** In the order of their importance: an ended link that has also expired is `ended`. */
export const REPORT_LINK_STATES = ["ended", "expired", "active"] as const;

/** How long a link lives when nothing else is said, and at most. */
export const REPORT_LINK_DAYS = 30;
export const REPORT_LINK_DAYS_MAX = 366;

const report_type = z.enum(REPORT_TYPES).meta({ description: "What is reported.", example: REPORT_TYPES[3] });

export const ReportLink = z
  .object({
    id: Id.meta({ example: 4 }),
    svc_object_type: z.literal("ReportLink"),
    property_id: Id.meta({ example: 12 }),
    property_name: z.string().meta({ description: "Name of the property.", example: "14 Example Lane" }),
    report_type,
    from: DayTimestamp.nullable().meta({ description: "The report begins here; null: with the first bill." }),
    to: DayTimestamp.nullable().meta({ description: "The report ends before this day; null: with the last bill." }),
    note: z.string().nullable().meta({ description: "Whom it is for.", example: "Owners' meeting" }),
    link: z.string().nullable().meta({
      description:
        "The address. It opens as a page; `?format=pdf`, `xlsx`, `csv` or `json` gives the file. Null once it has ended or expired.",
      example: "http://localhost:8080/reports/2.4.mhx3k1ts.mDq1qSfdN27BCKIAwFwarM_fTX4sY7jFzawnl9fDIJ0",
    }),
    state: z.enum(REPORT_LINK_STATES).meta({ description: "Only an active link opens.", example: "active" }),
    expires_at: Timestamp,
    ended_at: Timestamp.nullable().meta({ description: "When a user ended it; null otherwise." }),
    last_opened_at: Timestamp.nullable().meta({ description: "To the minute; null: never." }),
    ...TIMES,
  })
  .meta({ id: "ReportLink", description: "An address at which anyone who has it reads one report." });
export type ReportLink = z.infer<typeof ReportLink>;

export const NewReportLink = z
  .strictObject({
    property_id: Id,
    report_type,
    from: DayInput.nullable()
      .optional()
      .meta({ description: "The first day; without it, the first bill begins the report." }),
    to: DayInput.nullable().optional().meta({ description: "The first day not covered." }),
    note: text(500).nullable().optional().meta({ description: "Whom it is for." }),
    days: z
      .number()
      .int()
      .min(1)
      .max(REPORT_LINK_DAYS_MAX)
      .default(REPORT_LINK_DAYS)
      .meta({
        description: `How many days it opens: ${REPORT_LINK_DAYS} when nothing is said.`,
        example: REPORT_LINK_DAYS,
      }),
  })
  .meta({
    id: "NewReportLink",
    description: "A report to share.",
    example: { property_id: 12, report_type: REPORT_TYPES[3], from: "2025-01-01", to: null, note: "Owners", days: 30 },
  });
export type NewReportLink = z.infer<typeof NewReportLink>;
