/** DataDelivery: files a company has asked to be given at set times (specification 4.6). */
import { z } from "zod";
import { REPORT_TYPES } from "./report.ts";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export const DELIVERY_FORMATS = ["csv", "xlsx", "json", "xml"] as const;
export type DeliveryFormat = (typeof DELIVERY_FORMATS)[number];

export const DELIVERY_SCHEDULES = ["daily", "weekly", "monthly"] as const;
export type DeliverySchedule = (typeof DELIVERY_SCHEDULES)[number];

export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The records that can be delivered as rows. */
export const DELIVERED_RECORDS = [
  "bills",
  "charges",
  "usages",
  "meter_months",
  "property_months",
  "energy_type_months",
  "snapshots",
  "properties",
  "meters",
  "accounts",
] as const;
export type DeliveredRecords = (typeof DELIVERED_RECORDS)[number];

export const DELIVERY_PERIODS = ["new", "last_month", "last_12_months", "all"] as const;
export type DeliveryPeriod = (typeof DELIVERY_PERIODS)[number];

export const RUN_STATES = ["waiting", "running", "blocked", "delivered", "failed", "replaced"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What a run can end or wait with; `domain/delivery-outcome` says what becomes of it. */
export const RUN_DETAILS = [
  "unreachable",
  "refused_address",
  "wrong_credentials",
  "host_key_changed",
  "not_allowed",
  "no_such_place",
  "refused",
  "busy",
  "too_large",
  "store_away",
  "quota_exceeded",
  "too_slow",
  "cut_off",
  "fault",
] as const;
export type RunDetail = (typeof RUN_DETAILS)[number];

export const RUN_ACTORS = ["customer", "service", "none"] as const;

export const DeliveryContent = z
  .strictObject({
    records: z.enum(DELIVERED_RECORDS).optional().meta({ description: "Rows of these records." }),
    report_type: z.enum(REPORT_TYPES).optional().meta({ description: "This report: one file for each property." }),
    property_ids: z
      .array(Id)
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: "Of these properties alone; left out: of all that there are when it is made." }),
    period: z.enum(DELIVERY_PERIODS).meta({
      description:
        "`new`: what was created or edited since the last delivery, or came to one of `property_ids` with its meter, archived records among it. The others hold what is in use: of the calendar month before, of the twelve before, or everything.",
      example: "new",
    }),
  })
  .meta({
    id: "DeliveryContent",
    description: "What goes into the files: either `records` or `report_type`, and of which time.",
    example: { records: "bills", period: "new" },
  });
export type DeliveryContent = z.infer<typeof DeliveryContent>;

const inState = { description: "What became of the last run; null: there was none.", example: "delivered" };

export const DeliveredFile = z
  .object({
    name: z.string().meta({ example: "bills-2026-02.csv" }),
    bytes: z.number().int().meta({ example: 48_213 }),
    sha256: z.string().meta({
      description: "Of the content, as 64 hexadecimal digits.",
      example: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
    }),
    expiring_link: z.string().meta({
      description: "Opens the file without other credentials, for 7 days.",
      example: "http://localhost:8080/files/deliveries/2.641.mx0ptmo0.Oi4hsQqEE57pC7_3D5Fsohk_VlzhnJHRVFNMt8c3ZFs",
    }),
    expiresIn: z.literal("7d"),
  })
  .meta({ id: "DeliveredFile", description: "A file that was made for a delivery." });

export const schedule = z.enum(DELIVERY_SCHEDULES).meta({ description: "How often it is made.", example: "monthly" });
export const hour = z.number().int().min(0).max(23).meta({ description: "Of the day, in its time zone.", example: 6 });
export const weekday = z
  .enum(WEEKDAYS)
  .nullable()
  .meta({ description: "Of a weekly delivery; monday unless told.", example: null });
export const day = z
  .number()
  .int()
  .min(1)
  .max(28)
  .nullable()
  .meta({ description: "Of the month, of a monthly delivery; the first unless told.", example: 3 });
export const timeZone = z
  .string()
  .min(1)
  .max(60)
  .meta({ description: "Name of a time zone as IANA has it.", example: "America/Chicago" });
export const deliveryName = z.string().trim().min(1).max(100).meta({
  description: "Its files are called by it.",
  example: "Bills of the month",
});
export const active = z.boolean().meta({ description: "It is made when it is due.", example: true });

/** Where files go, as it is shown: without what opens it. */
const ShownDestination = z.record(z.string(), z.unknown()).meta({
  id: "DeliveryDestination",
  description: "Where the files go, without passwords and keys.",
  example: { kind: "files" },
});

export const DataDelivery = z
  .object({
    id: Id.meta({ example: 6 }),
    name: deliveryName,
    format: z.enum(DELIVERY_FORMATS).meta({ example: "csv" }),
    schedule,
    hour,
    weekday,
    day,
    time_zone: timeZone,
    content: DeliveryContent,
    destination: ShownDestination,
    active,
    archived: z.boolean().meta({ description: "It was deleted.", example: false }),
    last_delivered_at: Timestamp.nullable(),
    next_delivery_at: Timestamp.nullable().meta({ description: "Null while it is not active." }),
    state: z.enum(RUN_STATES).nullable().meta(inState),
    errors: z.string().nullable().meta({ description: "What stands in the way of the last run.", example: null }),
    action_required_by: z.enum(RUN_ACTORS).meta({ description: "Who must act for it to go on.", example: "none" }),
    files: z.array(DeliveredFile).meta({
      description:
        "Newest first; in a list of deliveries the newest 50. Older ones go: docs/deliveries.md has how many are kept.",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DataDelivery", description: "Files that a company asked to be given at set times." });

export const DataDeliveryRun = z
  .object({
    id: Id.meta({ example: 41 }),
    data_delivery_id: Id.meta({ example: 6 }),
    reason: z.enum(["schedule", "request"]).meta({ description: "Why it was put in.", example: "schedule" }),
    state: z.enum(RUN_STATES).meta({
      description:
        "waiting: for its first or next try. running: under way. blocked: until a person acts. delivered. failed: given up. replaced: a later run delivers what this one should have, or the delivery was paused, changed or deleted.",
      example: "delivered",
    }),
    due_at: Timestamp,
    attempts: z.number().int().meta({ description: "How often it was tried.", example: 1 }),
    next_attempt_at: Timestamp.nullable().meta({ description: "Null when none follows by itself.", example: null }),
    rows_written: z.number().int().meta({ description: "Rows in its files so far.", example: 120 }),
    status_detail: z.enum(RUN_DETAILS).nullable().meta({ description: "A word for what went wrong.", example: null }),
    action_required_by: z.enum(RUN_ACTORS).meta({ description: "Who must act for it to go on.", example: "none" }),
    errors: z.string().nullable().meta({ description: "The same in a sentence.", example: null }),
    delivered_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DataDeliveryRun", description: "One time that a delivery was due, and what became of it." });

export const DataDeliveryWithRuns = DataDelivery.extend({
  runs: z.array(DataDeliveryRun).meta({ description: "The last 30, newest first." }),
}).meta({ id: "DataDeliveryWithRuns", description: "A delivery with what became of each time it was due." });

export const DeliveryTest = z
  .object({
    success: z.boolean().meta({ description: "A file was written there and taken away again.", example: true }),
    status_detail: z.enum(RUN_DETAILS).nullable().meta({ description: "A word for what went wrong.", example: null }),
    action_required_by: z.enum(RUN_ACTORS).meta({ description: "Who must act.", example: "none" }),
    errors: z.string().nullable().meta({ description: "The same in a sentence.", example: null }),
    duration_ms: z.number().int().meta({ example: 412 }),
  })
  .meta({ id: "DeliveryTest", description: "What came of a small file that was sent to the destination." });
