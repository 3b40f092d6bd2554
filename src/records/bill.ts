/** UtilityBill with its UtilityCharges and UtilityUsages (specification 2.3 to 2.5), and their editable fields. */
import { z } from "zod";
import { BILL_LINES_MAX } from "./bill-limits.ts";
import { ARCHIVE_REASONS, BILL_FAULTS, BILL_ORIGINS, CHARGE_TYPES, CHECKED_BY, READERS, USAGE_TYPES } from "./codes.ts";
import { edited, editsOf, readOnlyOf, written } from "./fields.ts";
import { DayInput, MetadataPatch, Money, Quantity, text } from "./inputs.ts";
import { Id, type Period } from "./scalars.ts";
import { DayTimestamp, MetadataObject, TIMES, Timestamp } from "./wire.ts";

const line = { utility_bill_id: Id, utility_account_id: Id, utility_meter_id: edited(Id) };
const lineId = Id.meta({
  description: "Id of an existing line of the bill; fields that are not given stay unchanged.",
});
export const PagePlace = z
  .object({
    page: z.number().int().meta({ description: "From 1.", example: 1 }),
    box: z.array(z.number()).meta({
      description: "[left, top, right, bottom] in points from the top left corner of the page.",
      example: [72, 310.5, 540, 322],
    }),
  })
  .meta({ id: "PagePlace", description: "A position on a page of the bill's file." });
const place = PagePlace.nullable().meta({
  description: "Where the line is printed; null when that is not known, as for a spreadsheet.",
});

const firstDay = "First day covered.";
const halfOpen = "First day not covered: days = end_date - start_date.";
const group = edited(
  z.uuid().meta({
    description: "Shared by a usage and the charges priced on it.",
    example: "091f74ca-ebd9-41db-b5c7-73054a5663ef",
  }),
);

export const UtilityCharge = z
  .object({
    id: edited(Id.meta({ example: 9074 }), lineId),
    svc_object_type: z.literal("UtilityCharge"),
    ...line,
    amount: edited(
      z
        .number()
        .meta({ description: "Money, in the currency of the bill; a credit is negative.", example: 41.57 })
        .register(written, { type: "money" }),
      Money,
    ),
    description: edited(z.string().meta({ description: "As printed.", example: "Off-peak energy" }), text(500)),
    utility_charge_type: edited(
      z.enum(CHARGE_TYPES).meta({
        description: "The type of charge, which decides the cost field of the calendar month.",
        example: "usage_cost",
      }),
    ),
    start_date: edited(
      DayTimestamp.nullable().meta({ description: firstDay, example: "2025-11-10T00:00:00.000Z" }),
      DayInput.nullable(),
    ),
    end_date: edited(
      DayTimestamp.nullable().meta({ description: halfOpen, example: "2025-12-09T00:00:00.000Z" }),
      DayInput.nullable(),
    ),
    line_item_group_id: group,
    place,
  })
  .meta({ id: "UtilityCharge", description: "A charge on a bill. Payments and balances are not charges." });

export const UtilityUsage = z
  .object({
    id: edited(Id.meta({ example: 3022 }), lineId),
    svc_object_type: z.literal("UtilityUsage"),
    ...line,
    amount: edited(z.number().meta({ description: "In the measurement unit.", example: 427 }), Quantity),
    estimated_meter_read: edited(z.boolean().meta({ description: "The utility estimated the read.", example: false })),
    description: edited(z.string().meta({ description: "As printed.", example: "Off-peak" }), text(500)),
    utility_usage_type: edited(
      z.enum(USAGE_TYPES).meta({
        description: "usage_amount is summed; of demand the highest value counts; reactive is shown but not summed.",
        example: "usage_amount",
      }),
    ),
    measurement_unit: edited(z.string().meta({ description: "As printed.", example: "kWh" }), text(50)),
    start_date: edited(DayTimestamp.meta({ description: firstDay, example: "2025-11-10T00:00:00.000Z" }), DayInput),
    end_date: edited(DayTimestamp.meta({ description: halfOpen, example: "2025-12-09T00:00:00.000Z" }), DayInput),
    kbtus: z
      .number()
      .nullable()
      .meta({ description: "The same energy in kBtu; null for water.", example: 1456.924 })
      .register(written, { unit: "kBtu" }),
    lbs_co2: z
      .number()
      .nullable()
      .meta({ description: "Pounds of CO2 equivalent; null where no factor is known.", example: 533.144514 })
      .register(written, { unit: "lb" }),
    gallons: z
      .number()
      .nullable()
      .meta({ description: "The same water in gallons; null for energy.", example: null })
      .register(written, { unit: "gal" }),
    supply: z
      .boolean()
      .meta({ description: "Measured for a supplier, not for the distribution company.", example: false }),
    line_item_group_id: group,
    place,
  })
  .meta({ id: "UtilityUsage", description: "One measured quantity on a bill." });

export const BillSource = z
  .object({
    format: z.string().meta({ description: "File format.", example: "pdf" }),
    expiring_link: z.string().meta({
      description: "Opens the original file without other credentials, for 7 days.",
      example: "http://localhost:8080/files/2.640.mx0ptmo0.B6aHG8AP6ZBku3oaN03VIFc2b3cHuHBY5K3Dg71GpLI",
    }),
    expiresIn: z.literal("7d"),
  })
  .meta({ id: "BillSource", description: "The file that a bill was read from." });

export const AcceptedFinding = z
  .object({
    name: z.string().meta({ example: "charges_do_not_add_up" }),
    detail: z.string().meta({
      description: "What does not add up, with the figures.",
      example: "The charges add up to 1058.36, the bill prints 1082.36 as current charges: -24.00 off.",
    }),
    accepted_by: Id.meta({ description: "Id of the user who accepted it.", example: 5 }),
    accepted_at: Timestamp,
  })
  .meta({ id: "AcceptedFinding", description: "A finding on a bill that a user accepted." });
export type AcceptedFinding = z.infer<typeof AcceptedFinding>;

/** An edited line: an existing one gives its id and the changed fields. */
const lineEdit = <Shape extends z.core.$ZodShape>(record: z.ZodObject<Shape>) =>
  z.strictObject({ ...readOnlyOf(record), ...editsOf(record) }).partial();

const ChargeEdit = lineEdit(UtilityCharge).meta({ id: "UtilityChargeEdit" });
export type ChargeEdit = z.infer<typeof ChargeEdit>;

const UsageEdit = lineEdit(UtilityUsage).meta({ id: "UtilityUsageEdit" });
export type UsageEdit = z.infer<typeof UsageEdit>;

/** Counted days of a meter, as stored. */
export interface DaysOfMeter extends Period {
  utility_meter_id: number;
}

export const CountedDays = z
  .object({
    utility_meter_id: Id.meta({ example: 48 }),
    start_date: DayTimestamp.meta({ description: "First day that counts.", example: "2025-11-10T00:00:00.000Z" }),
    end_date: DayTimestamp.meta({ description: "First day that does not count.", example: "2025-12-09T00:00:00.000Z" }),
  })
  .meta({ id: "CountedDays", description: "Days of a meter for which a bill counts in months and reports." });

export const BilledService = z
  .object({
    utility_meter_id: Id.meta({ example: 48 }),
    tariff: z.string().nullable().meta({ description: "As printed.", example: "E-1" }),
    service_address: z.string().nullable().meta({
      description: "As printed on this bill.",
      example: "1 Sample Street, Oakland, CA 94607",
    }),
  })
  .meta({ id: "BilledService", description: "What a bill prints of a meter." });
export type BilledService = z.infer<typeof BilledService>;

export const UtilityBill = z
  .object({
    id: Id.meta({ example: 812 }),
    svc_object_type: z.literal("UtilityBill"),
    utility_account_id: Id,
    original_utility_bill_id: Id.nullable().meta({
      description: "On an edited bill: the first original, which is archived.",
      example: null,
    }),
    invoice_date: edited(
      DayTimestamp.meta({ description: "Date of the bill.", example: "2025-12-11T00:00:00.000Z" }),
      DayInput,
    ),
    estimated: edited(z.boolean().meta({ description: "The bill states that it is estimated.", example: false })),
    account_holder_name: edited(
      z.string().nullable().meta({ description: "As printed.", example: "Sample Household" }),
      text(300).nullable(),
    ),
    amount_due: edited(
      z
        .number()
        .nullable()
        .meta({
          description: "The total amount to pay; null when only the usage is known.",
          example: 41.57,
        })
        .register(written, { type: "money" }),
      Money,
    ),
    previous_balance: edited(
      z
        .number()
        .nullable()
        .meta({ description: "The amount due before this bill.", example: 95.56 })
        .register(written, { type: "money" }),
      Money.nullable(),
    ),
    amount_paid: edited(
      z
        .number()
        .nullable()
        .meta({ description: "Payments since the previous bill, as a positive number.", example: 95.56 })
        .register(written, { type: "money" }),
      Money.nullable(),
    ),
    checked_by: z.enum(CHECKED_BY).nullable().meta({
      description:
        "The printed figure that the charges were compared with: the current charges, the totals of the meters, the amount due with balances, or the amount due only. `nothing`: the bill prints no such figure. Null for a bill that a user corrected, and when it is not known.",
      example: "current_charges",
    }),
    archived: z.boolean().meta({ description: "True when it no longer counts.", example: false }),
    archive_reason: z
      .enum(ARCHIVE_REASONS)
      .nullable()
      .meta({ description: "Why it no longer counts; null while it does.", example: null }),
    origin: z.enum(BILL_ORIGINS).meta({
      description:
        "The source of the bill: the utility's website, an uploaded file, manual entry, or a spreadsheet. Where bills of several origins cover the same days of a meter, the first of these counts.",
      example: "portal",
    }),
    counted_days: z.array(CountedDays).nullable().meta({
      description:
        "The days for which the bill counts in months and reports, when a bill of a higher-ranking origin covers its other days; empty when no day counts. Null: it counts for all its days.",
      example: null,
    }),
    accepted_findings: z.array(AcceptedFinding).meta({
      description:
        "The findings that a user accepted by name when correcting or entering the bill, or accepting its document; otherwise empty.",
      example: [],
    }),
    metadata: edited(MetadataObject, MetadataPatch),
    source: BillSource.nullable().meta({ description: "Null for a bill without a file." }),
    charges: edited(
      z.array(UtilityCharge),
      z
        .array(ChargeEdit)
        .max(BILL_LINES_MAX)
        .meta({ description: "All charges of the edited bill; those left out are removed." }),
    ),
    usages: edited(
      z.array(UtilityUsage),
      z
        .array(UsageEdit)
        .max(BILL_LINES_MAX)
        .meta({ description: "All usages of the edited bill; those left out are removed." }),
    ),
    ...TIMES,
    invoice_number: z
      .string()
      .nullable()
      .meta({ description: "Number of the bill, as printed.", example: "287787435" }),
    due_date: edited(
      DayTimestamp.nullable().meta({
        description: "The day until which it is to be paid.",
        example: "2026-01-02T00:00:00.000Z",
      }),
      DayInput.nullable(),
    ),
    late_fee_date: edited(
      DayTimestamp.nullable().meta({ description: "The day from which a late fee is added.", example: null }),
      DayInput.nullable(),
    ),
    period: z
      .object({ start_date: DayTimestamp, end_date: DayTimestamp })
      .nullable()
      .meta({
        description:
          "The days of its usage, else of its charges; the last day is not covered. Null for a bill without lines.",
        example: { start_date: "2025-11-10T00:00:00.000Z", end_date: "2025-12-09T00:00:00.000Z" },
      }),
    total_charges: z
      .number()
      .nullable()
      .meta({
        description: "The current charges as printed; null when the bill prints no such figure.",
        example: 41.57,
      })
      .register(written, { type: "money" }),
    currency: z.string().nullable().meta({
      description: "Code of ISO 4217; null when neither the bill nor its template states one.",
      example: "USD",
    }),
    services: z.array(BilledService).meta({ description: "What the bill prints of each of its meters." }),
    read_by: z.enum(READERS).nullable().meta({
      description:
        "How its values were read: by a template of its layout, by labels and tables without one (`generic`), by a language model that the operator named (`model`), from a file that states them as data, from rows of a spreadsheet, or by a person. Null when it is not known.",
      example: "template",
    }),
    confidence: z.number().int().nullable().meta({
      description:
        "How surely the least sure of its values was recognised in a scan or picture, from 0 to 100; null for a file with text.",
      example: null,
    }),
    template: z
      .object({
        id: z.string().meta({ example: "northgate-electric" }),
        version: z.number().int().meta({ example: 1 }),
      })
      .nullable()
      .meta({
        description:
          "The template and its version; null when no template read it. For `model`, `model:` and the name of the language model.",
      }),
  })
  .meta({ id: "UtilityBill", description: "One bill of one account; its lines may be of several meters." });

export const BillEdit = z
  .strictObject({
    ...editsOf(UtilityBill),
    accept: z
      .array(z.enum(BILL_FAULTS))
      .max(50)
      .meta({
        description:
          "Names of findings on the corrected bill that the user accepts, as the error `does-not-add-up` lists them. A name that is not among them is ignored; an unknown name is refused.",
        example: ["charges_do_not_add_up"],
      }),
    note: text(2000).meta({
      description: "Why, kept with the new version and shown in its history.",
      example: "The utility confirmed the amount by telephone.",
    }),
    ...readOnlyOf(UtilityBill),
  })
  .partial()
  .meta({
    id: "UtilityBillEdit",
    description: "Only the given fields change. A list of lines must be complete.",
    example: { amount_due: 184.2, charges: [{ id: 501, amount: 120.55 }, { id: 502 }] },
  });
export const BillVoiding = z
  .strictObject({
    note: text(2000)
      .optional()
      .meta({ description: "Why, kept with the bill and shown in its history.", example: "The account was closed." }),
  })
  .meta({ id: "UtilityBillVoiding", description: "May be left out." });

export type BillEdit = z.infer<typeof BillEdit>;
