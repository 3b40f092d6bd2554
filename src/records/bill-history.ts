/** The versions of a bill: who made each of them, when and why, and what it changed. */
import { z } from "zod";
import { ARCHIVE_REASONS, BILL_ORIGINS } from "./codes.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, Timestamp } from "./wire.ts";

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();

const FieldChange = z
  .object({
    field: z.string().meta({ description: "The name of the field.", example: "amount_due" }),
    before: value.meta({ description: "In the version before; null where it has none.", example: 1082.36 }),
    after: value.meta({ description: "In this version.", example: 1058.36 }),
  })
  .meta({ id: "BillFieldChange", description: "A value that differs from the version before." });

const LineChange = z
  .object({
    svc_object_type: z.enum(["UtilityCharge", "UtilityUsage"]).meta({ example: "UtilityCharge" }),
    change: z
      .enum(["added", "removed", "changed"])
      .meta({ description: "What became of the line.", example: "changed" }),
    utility_meter_id: Id.meta({ example: 13 }),
    description: z.string().meta({ description: "Of the line.", example: "Customer charge" }),
    fields: z.array(FieldChange).meta({ description: "What differs; of an added or removed line all its values." }),
  })
  .meta({ id: "BillLineChange", description: "A line that differs from the version before." });

const Person = z
  .object({
    user_id: Id.meta({ example: 5 }),
    name: z.string().meta({ description: "Name of the user.", example: "Sample User" }),
  })
  .meta({ id: "BillEditor", description: "A user of the company." });

export const HistoricVersion = z
  .object({
    utility_bill_id: Id.meta({ example: 812 }),
    state: z.enum(["live", "archived"]).meta({ description: "`live`: it counts.", example: "live" }),
    archive_reason: z
      .enum(ARCHIVE_REASONS)
      .nullable()
      .meta({ description: "Why it no longer counts; null while it does.", example: null }),
    origin: z.enum(BILL_ORIGINS).meta({ description: "How the bill arrived.", example: "portal" }),
    made_by: Person.nullable().meta({
      description: "Who corrected or entered it; null for a version that was read, and when it is not known.",
    }),
    made_at: Timestamp.meta({ description: "When it was saved.", example: "2026-03-14T09:26:53.589Z" }),
    why: z.string().meta({
      description: "Why there is this version, as a sentence.",
      example: "Corrected by a user.",
    }),
    note: z.string().nullable().meta({
      description: "What the user wrote who corrected or entered it, or decided about its document; null without.",
      example: null,
    }),
    voided_by: Person.nullable().meta({ description: "Who voided it; null otherwise, and when it is not known." }),
    voided_at: Timestamp.nullable().meta({ description: "When it was voided.", example: null }),
    voided_note: z.string().nullable().meta({ description: "What that user wrote; null without.", example: null }),
    document_id: Id.nullable().meta({ description: "The document it was read from.", example: 640 }),
    invoice_date: DayTimestamp.meta({ description: "Date of the bill.", example: "2025-12-11T00:00:00.000Z" }),
    changes: z.array(FieldChange).meta({ description: "Empty for the first version." }),
    line_changes: z.array(LineChange).meta({ description: "Empty for the first version." }),
  })
  .meta({ id: "HistoricVersion", description: "A version of a bill." });

export const BillHistory = z
  .object({
    svc_object_type: z.literal("BillHistory"),
    utility_bill_id: Id.meta({ description: "The bill that was asked for.", example: 812 }),
    versions: z.array(HistoricVersion).meta({ description: "The oldest first." }),
  })
  .meta({ id: "BillHistory", description: "What became of a bill, version by version." });
export type BillHistory = z.infer<typeof BillHistory>;
