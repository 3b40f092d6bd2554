/** The lineage of a bill: its file and the reading of it, where each of its values is printed, who changed it, and its versions. */
import { z } from "zod";
import { AcceptedFinding, PagePlace, UtilityBill } from "./bill.ts";
import { ARCHIVE_REASONS } from "./codes.ts";
import { ReadDocument } from "./document.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, Timestamp } from "./wire.ts";

export const VALUE_SOURCES = ["file", "corrected", "entered"] as const;

const source = z.enum(VALUE_SOURCES).meta({
  description:
    "file: the value is as it was read. corrected: a user changed what was read. entered: the reading of the file has no such value.",
  example: "file",
});
const place = PagePlace.nullable().meta({ description: "Where it is printed; null when that is not known." });

export const LineageField = z
  .object({
    name: z.string().meta({ description: "The name of the field of the bill.", example: "amount_due" }),
    value: z.union([z.string(), z.number()]).nullable().meta({ description: "The value of the bill.", example: 41.57 }),
    text: z.string().nullable().meta({ description: "The printed text it was read from.", example: "$41.57" }),
    place,
    source: source.nullable().meta({ description: "Null for a value that the bill does not have." }),
  })
  .meta({ id: "LineageField", description: "A value of the head of a bill, and where it comes from." });
export type LineageField = z.infer<typeof LineageField>;

export const LineageLine = z
  .object({
    id: Id.meta({ description: "Id of the charge or usage.", example: 9074 }),
    svc_object_type: z.enum(["UtilityCharge", "UtilityUsage"]).meta({ example: "UtilityCharge" }),
    utility_meter_id: Id,
    place,
    source,
    previous_read: z
      .number()
      .nullable()
      .meta({ description: "The read at the beginning of the period.", example: null }),
    current_read: z.number().nullable().meta({ description: "The read at its end.", example: null }),
    multiplier: z
      .number()
      .nullable()
      .meta({ description: "Use = (current read - previous read) x multiplier.", example: null }),
  })
  .meta({ id: "LineageLine", description: "A charge or usage of a bill, and where it comes from." });
export type LineageLine = z.infer<typeof LineageLine>;

export const BillVersion = z
  .object({
    utility_bill_id: Id.meta({ example: 812 }),
    invoice_date: DayTimestamp,
    archived: z.boolean().meta({ example: false }),
    archive_reason: z.enum(ARCHIVE_REASONS).nullable().meta({ example: null }),
    document_id: Id.nullable().meta({ description: "The document it was read from.", example: 640 }),
    created_at: Timestamp,
  })
  .meta({
    id: "BillVersion",
    description: "A version of a bill: as first read, as sent again by the utility, or as corrected.",
  });

export const BillLineage = z
  .object({
    utility_bill_id: Id.meta({ example: 812 }),
    svc_object_type: z.literal("BillLineage"),
    ...UtilityBill.pick({ origin: true, read_by: true, confidence: true, template: true, checked_by: true }).shape,
    document: ReadDocument.nullable().meta({
      description:
        "The file of the bill with its reading and what a user decided about it; null for a bill without a file.",
    }),
    fields: z.array(LineageField),
    lines: z.array(LineageLine),
    accepted_findings: z.array(AcceptedFinding).meta({ example: [] }),
    versions: z.array(BillVersion).meta({ description: "This bill and its other versions, the oldest first." }),
  })
  .meta({ id: "BillLineage", description: "Where each value of a bill comes from." });
