/** Findings: what the rules say about saved bills, with what a user decided; and the rules with what a company set for them. */
import { z } from "zod";
import { FINDING_RULES, FINDING_SEVERITIES, FINDING_STATES } from "./codes.ts";
import { text } from "./inputs.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, TIMES, Timestamp } from "./wire.ts";

export const BillFinding = z
  .object({
    id: Id.meta({ example: 31 }),
    svc_object_type: z.literal("BillFinding"),
    rule: z.enum(FINDING_RULES).meta({ description: "The rule that reports it.", example: "gap" }),
    severity: z.enum(FINDING_SEVERITIES).meta({
      description:
        "warning: the bill or the data around it is probably wrong or incomplete. notice: unusual, and often right.",
      example: "warning",
    }),
    state: z.enum(FINDING_STATES).meta({
      description:
        "open: it waits for someone. closed: a user closed it. resolved: it no longer holds. It opens again when it holds again, and when a closed one gets other figures.",
      example: "open",
    }),
    message: z.string().meta({
      description: "What was found, with its figures.",
      example: "No bill covers the 12 days from 2026-02-14 to 2026-02-25.",
    }),
    figures: z.record(z.string(), z.union([z.string(), z.number()])).meta({
      description: "The figures of the message.",
      example: { days: 12, first_day: "2026-02-14", last_day: "2026-02-25" },
    }),
    start_date: DayTimestamp.meta({
      description: "First day that it is about.",
      example: "2026-02-14T00:00:00.000Z",
    }),
    end_date: DayTimestamp.meta({
      description: "First day after those that it is about.",
      example: "2026-02-26T00:00:00.000Z",
    }),
    utility_bill_id: Id.meta({
      description: "The bill that it is about; where several are involved, the later one.",
      example: 812,
    }),
    utility_meter_id: Id.meta({ example: 13 }),
    utility_account_id: Id.meta({ example: 11 }),
    property_id: Id.nullable().meta({ description: "The property of the meter.", example: 7 }),
    opened_at: Timestamp.meta({ description: "When it opened, or last came back." }),
    resolved_at: Timestamp.nullable().meta({ description: "When it no longer held.", example: null }),
    closed_by: Id.nullable().meta({ description: "Id of the user who closed it.", example: null }),
    closed_at: Timestamp.nullable().meta({ example: null }),
    note: z.string().nullable().meta({
      description: "What the user wrote when closing it; kept when it comes back.",
      example: null,
    }),
    ...TIMES,
  })
  .meta({ id: "BillFinding", description: "What a rule says about a saved bill." });

export const FindingClosing = z
  .strictObject({
    note: text(2000).meta({ description: "Why, kept with the finding.", example: "The building was empty in July." }),
  })
  .meta({ id: "FindingClosing" });

const RuleThreshold = z
  .object({
    name: z.string().meta({ example: "days" }),
    description: z.string().meta({ example: "How long a gap must be." }),
    unit: z
      .enum(["days", "bills", "percent", "deviations", "units"])
      .meta({ description: "units: of the use on the bill.", example: "days" }),
    default: z.number().meta({ example: 2 }),
    own: z.number().nullable().meta({ description: "What the company set; null: the default applies.", example: null }),
    min: z.number().meta({ description: "The lowest value that can be set.", example: 1 }),
    max: z.number().meta({ description: "The highest value that can be set.", example: 60 }),
  })
  .meta({ id: "RuleThreshold", description: "A number of a rule that a company can set." });

export const FindingRule = z
  .object({
    id: z.enum(FINDING_RULES).meta({ description: "Stable name of the rule.", example: "gap" }),
    svc_object_type: z.literal("FindingRule"),
    severity: z.enum(FINDING_SEVERITIES).meta({ example: "warning" }),
    description: z.string().meta({ example: "No bill covers days between two bills of a meter." }),
    active: z.boolean().meta({ description: "False: the company turned it off.", example: true }),
    thresholds: z.array(RuleThreshold),
  })
  .meta({ id: "FindingRule", description: "A rule about saved bills, with what the company set for it." });

const FindingRuleEdit = z
  .strictObject({
    id: z.enum(FINDING_RULES).meta({ description: "Name of the rule.", example: "gap" }),
    active: z.boolean().optional().meta({ description: "False turns it off.", example: true }),
    thresholds: z
      .record(z.string().max(100), z.number().nullable())
      .optional()
      .meta({
        description: "Thresholds by name; null restores the default, those that are not given stay.",
        example: { days: 5 },
      }),
  })
  .meta({ id: "FindingRuleEdit" });

export const FindingRulesEdit = z
  .strictObject({
    rules: z.array(FindingRuleEdit).min(1).max(100).meta({ description: "The rules to change; the others stay." }),
  })
  .meta({ id: "FindingRulesEdit", example: { rules: [{ id: "gap", thresholds: { days: 5 } }] } });
export type FindingRulesEdit = z.infer<typeof FindingRulesEdit>;
