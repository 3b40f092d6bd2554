/** DataDelivery: files of records sent to a company on a schedule (specification 4.6), with its runs and edits. */
import { z } from "zod";
import { ACTORS } from "./codes.ts";
import { DestinationInput } from "./delivery-destination.ts";
import { PORTFOLIO_REPORT_TYPES } from "./portfolio-report.ts";
import { REPORT_TYPES } from "./report.ts";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export const DELIVERY_FORMATS = ["csv", "xlsx", "json", "xml", "html", "pdf"] as const;
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

/** Why a run failed or waits; `domain/data-delivery/outcome` decides what follows. */
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
  "pdf_too_long",
  "store_away",
  "quota_exceeded",
  "too_slow",
  "cut_off",
  "fault",
  "mail_off",
  "mail_setup",
  "mail_refused",
  "mail_limit",
  "recipient_refused",
  "no_recipients",
  "too_many_files",
] as const;
export type RunDetail = (typeof RUN_DETAILS)[number];

export const DeliveryContent = z
  .strictObject({
    records: z.enum(DELIVERED_RECORDS).optional().meta({ description: "Rows of these records." }),
    report_type: z.enum(REPORT_TYPES).optional().meta({ description: "This report: one file for each property." }),
    portfolio_report: z
      .enum(PORTFOLIO_REPORT_TYPES)
      .optional()
      .meta({ description: "This report over all properties: one file." }),
    property_ids: z.array(Id).min(1).max(1000).optional().meta({
      description:
        "Only these properties; left out: all properties that exist when it is made. Not for `portfolio_report`.",
    }),
    period: z.enum(DELIVERY_PERIODS).meta({
      description:
        "`new`: records that were created, edited or archived since the last delivery, or that moved to one of `property_ids` with their meter; of the reports `accounts_payable` and `general_ledger`, the bills that were saved or taken back since then. The other periods contain live records: of the previous calendar month, of the previous twelve months, or all; `portfolio_performance` with `all` is of the latest twelve months that most properties have.",
      example: "new",
    }),
  })
  .meta({
    id: "DeliveryContent",
    description: "The content of the files: one of `records`, `report_type` and `portfolio_report`, and the period.",
    example: { records: "bills", period: "new" },
  });
export type DeliveryContent = z.infer<typeof DeliveryContent>;

const inState = { description: "The state of the last run; null: there was none.", example: "delivered" };

export const DeliveredFile = z
  .object({
    name: z.string().meta({ example: "bills-2026-02.csv" }),
    bytes: z.number().int().meta({ example: 48_213 }),
    sha256: z.string().meta({
      description: "SHA-256 of the content, as 64 hexadecimal digits.",
      example: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
    }),
    expiring_link: z.string().meta({
      description: "Opens the file without other credentials, for 7 days.",
      example: "http://localhost:8080/files/deliveries/2.641.mx0ptmo0.Oi4hsQqEE57pC7_3D5Fsohk_VlzhnJHRVFNMt8c3ZFs",
    }),
    expiresIn: z.literal("7d"),
  })
  .meta({ id: "DeliveredFile", description: "A file that was made for a delivery." });

/** Whether a person gets the mails of a delivery. */
export const RECIPIENT_STATES = ["active", "stopped", "refused"] as const;

const DeliveryRecipient = z
  .object({
    address: z.string().meta({ example: "manager@example.com" }),
    state: z.enum(RECIPIENT_STATES).meta({
      description:
        "active: gets the mails. stopped: the person does not want them, and gets none. refused: the mail server refused the address at the last try.",
      example: "active",
    }),
    since: Timestamp.nullable().meta({ description: "Since when, for `stopped` and `refused`." }),
    last_mailed_at: Timestamp.nullable().meta({ description: "When the mail server last took a mail to it." }),
  })
  .meta({ id: "DeliveryRecipient", description: "A person who gets a delivery by mail." });

const errorAbout = z.string().nullable().meta({
  description: "What the error is about: an address, a property or the key of a server. Null: nothing in particular.",
  example: null,
});

const format = z.enum(DELIVERY_FORMATS).meta({
  description: "html and pdf are for reports of both kinds, xml (Green Button) is for bills.",
  example: "csv",
});
const schedule = z.enum(DELIVERY_SCHEDULES).meta({ description: "How often it is made.", example: "monthly" });
const hour = z
  .number()
  .int()
  .min(0)
  .max(23)
  .meta({ description: "Hour of the day, in the delivery's time zone.", example: 6 });
const weekday = z
  .enum(WEEKDAYS)
  .nullable()
  .meta({ description: "Day of a weekly delivery; monday by default.", example: null });
const day = z
  .number()
  .int()
  .min(1)
  .max(28)
  .nullable()
  .meta({ description: "Day of the month of a monthly delivery; the first by default.", example: 3 });
const timeZone = z.string().min(1).max(60).meta({ description: "IANA time zone name.", example: "America/Chicago" });
const deliveryName = z.string().trim().min(1).max(100).meta({
  description: "The name, also used in file names.",
  example: "Bills of the month",
});
const active = z.boolean().meta({ description: "True: it is made when it is due.", example: true });

/** The destination as it is shown, without secrets. */
const ShownDestination = z.record(z.string(), z.unknown()).meta({
  id: "DeliveryDestination",
  description: "Where the files go, without passwords and keys.",
  example: { kind: "files" },
});

export const DataDelivery = z
  .object({
    id: Id.meta({ example: 6 }),
    name: deliveryName,
    format,
    schedule,
    hour,
    weekday,
    day,
    time_zone: timeZone,
    content: DeliveryContent,
    destination: ShownDestination,
    active,
    archived: z.boolean().meta({ description: "It was deleted.", example: false }),
    last_delivered_at: Timestamp.nullable().meta({
      description:
        "When something was last delivered. A mail that was not sent because there was nothing new does not count.",
    }),
    next_delivery_at: Timestamp.nullable().meta({ description: "Null while it is not active." }),
    state: z.enum(RUN_STATES).nullable().meta(inState),
    status_detail: z.enum(RUN_DETAILS).nullable().meta({ description: "A code for that error.", example: null }),
    errors: z.string().nullable().meta({ description: "The error of the last run.", example: null }),
    error_about: errorAbout,
    action_required_by: z.enum(ACTORS).meta({ description: "Who must act before it can continue.", example: "none" }),
    recipients: z.array(DeliveryRecipient).meta({
      description: "Who gets it by mail, in the order of the destination; empty for other destinations.",
      example: [],
    }),
    files: z.array(DeliveredFile).meta({
      description:
        "Newest first; in a list of deliveries the newest 50. Older files are deleted: docs/deliveries.md states how many are kept.",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DataDelivery", description: "Files of records that are sent on a schedule." });

export const DataDeliveryRun = z
  .object({
    id: Id.meta({ example: 41 }),
    data_delivery_id: Id.meta({ example: 6 }),
    reason: z.enum(["schedule", "request"]).meta({ description: "Why the run was created.", example: "schedule" }),
    state: z.enum(RUN_STATES).meta({
      description:
        "waiting: for its first or next try. running: under way. blocked: until a person acts. delivered: all files were sent. failed: not tried again. replaced: a later run delivers its content, or the delivery was paused, changed or deleted.",
      example: "delivered",
    }),
    due_at: Timestamp,
    attempts: z.number().int().meta({ description: "How often it was tried.", example: 1 }),
    next_attempt_at: Timestamp.nullable().meta({
      description: "Null when no automatic attempt follows.",
      example: null,
    }),
    rows_written: z.number().int().meta({
      description:
        "Rows in its files so far. A delivered run of what is `new` with 0 rows had nothing new: no mail was sent.",
      example: 120,
    }),
    status_detail: z.enum(RUN_DETAILS).nullable().meta({ description: "A code for the error.", example: null }),
    action_required_by: z.enum(ACTORS).meta({ description: "Who must act before it can continue.", example: "none" }),
    errors: z.string().nullable().meta({ description: "The error in a sentence.", example: null }),
    error_about: errorAbout,
    delivered_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DataDeliveryRun", description: "One run of a delivery and its outcome." });

export const DataDeliveryWithRuns = DataDelivery.extend({
  runs: z.array(DataDeliveryRun).meta({ description: "The last 30, newest first." }),
}).meta({ id: "DataDeliveryWithRuns", description: "A delivery with its latest runs." });

export const DeliveryTest = z
  .object({
    success: z.boolean().meta({
      description:
        "True when a file was written there and removed again, or the mail server took a mail to each person.",
      example: true,
    }),
    status_detail: z.enum(RUN_DETAILS).nullable().meta({ description: "A code for the error.", example: null }),
    action_required_by: z.enum(ACTORS).meta({ description: "Who must act.", example: "none" }),
    errors: z.string().nullable().meta({ description: "The error in a sentence.", example: null }),
    error_about: errorAbout,
    duration_ms: z.number().int().meta({ example: 412 }),
  })
  .meta({ id: "DeliveryTest", description: "The result of sending a small file, or a test mail, to the destination." });

/** The fields that a company sets. */
const terms = z.strictObject({
  name: deliveryName,
  format,
  schedule,
  hour,
  weekday,
  day,
  time_zone: timeZone,
  content: DeliveryContent,
  destination: DestinationInput,
  active,
});

export const DataDeliveryInput = terms
  .partial({ hour: true, weekday: true, day: true, time_zone: true, destination: true, active: true })
  .meta({
    id: "NewDataDelivery",
    description: "A delivery to create.",
    example: {
      name: "Bills of the month",
      format: "csv",
      schedule: "monthly",
      day: 3,
      content: { records: "bills", period: "last_month" },
      destination: { kind: "files" },
    },
  });
export type DataDeliveryInput = z.infer<typeof DataDeliveryInput>;

export const DataDeliveryEdit = terms
  .partial()
  .meta({ id: "DataDeliveryEdit", description: "The fields to change.", example: { active: false } });
export type DataDeliveryEdit = z.infer<typeof DataDeliveryEdit>;
