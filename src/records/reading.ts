/**
 * A bill as read from a file or entered by a user, before it is saved: one form for the reading of a document and for the bill
 * that a user enters in its place, so that a client can correct a reading and send it back.
 */
import { z } from "zod";
import { BILL_LINES_MAX } from "./bill-limits.ts";
import { ASSOCIATION_TYPES, CHARGE_TYPES, ENERGY_TYPES, REGISTER_PARTS, USAGE_TYPES } from "./codes.ts";
import { written } from "./fields.ts";
import { DayInput, Money, Quantity, text } from "./inputs.ts";
import { METER_TEXTS, eachMeterText } from "./meter-texts.ts";
import { Id } from "./scalars.ts";

const METERS_MAX = 200;
const TEXT_MAX = 500;
/** More than any file that is read has. */
const PAGES_MAX = 10_000;
/** The largest page of a PDF is 200 inches, in points. */
const POINTS_MAX = 14_400;

const day = (description: string, example: string) => DayInput.meta({ description, example });
const optionalDay = (description: string, example: string | null) =>
  DayInput.nullable().default(null).meta({ description, example });
const money = (description: string, example: number | null) =>
  Money.nullable().default(null).meta({ description, example }).register(written, { type: "money" });
const figure = (description: string, example: number | null) =>
  Quantity.nullable().default(null).meta({ description, example });
const words = (description: string, example: string | null) =>
  text(TEXT_MAX).nullable().default(null).meta({ description, example });

const Place = z
  .object({
    page: z.int().positive().max(PAGES_MAX).meta({ description: "From 1.", example: 1 }),
    box: z
      .array(z.number().min(-POINTS_MAX).max(POINTS_MAX))
      .length(4)
      .meta({
        description: "[left, top, right, bottom] in points from the top left corner.",
        example: [72, 310, 540, 322],
      }),
  })
  .nullable()
  .default(null)
  .meta({ description: "Where the value is printed; null when that is not known." });

const line = {
  description: text(TEXT_MAX).meta({ description: "As printed.", example: "Off-peak energy" }),
  start_date: day("First day covered.", "2025-11-10"),
  end_date: day("First day not covered: days = end_date - start_date.", "2025-12-09"),
  group: words("Lines of a meter with the same group belong together: a usage and the charges priced on it.", "energy"),
  place: Place,
};

export const ReadingCharge = z
  .strictObject({
    ...line,
    amount: Money.meta({ description: "Money, in the currency of the bill; a credit is negative.", example: 41.57 }),
    utility_charge_type: z.enum(CHARGE_TYPES).meta({ example: "usage_cost" }),
    quantity: figure("What was multiplied by the rate.", 427),
    rate: figure("The price of one unit.", 0.0974),
    part_of: money(
      "The whole amount of a charge that is printed for the account: this is the meter's part of it.",
      null,
    ),
  })
  .meta({ id: "ReadingCharge", description: "A charge as printed." });

export const ReadingUsage = z
  .strictObject({
    ...line,
    amount: Quantity.meta({ description: "In the measurement unit.", example: 427 }),
    measurement_unit: text(50).meta({ description: "As printed.", example: "kWh" }),
    utility_usage_type: z.enum(USAGE_TYPES).meta({ example: "usage_amount" }),
    estimated_meter_read: z
      .boolean()
      .default(false)
      .meta({ description: "The utility estimated the read.", example: false }),
    previous_read: figure("The read at the beginning of the period.", 2200),
    current_read: figure("The read at its end.", 2627),
    exported: z.boolean().default(false).meta({
      description: "Energy given to the grid: the amount is negative, its reads count upwards.",
      example: false,
    }),
    multiplier: figure("Use = (current read - previous read) x multiplier.", 1),
    kbtu_per_unit: Quantity.positive().nullable().default(null).meta({
      description: "kBtu per measurement unit by the heat factor on the bill; null: by the table of the service.",
      example: null,
    }),
  })
  .meta({ id: "ReadingUsage", description: "A measured quantity as printed." });

export const ReadingRegister = ReadingUsage.extend({
  not_added: z.enum(REGISTER_PARTS).meta({
    description: "total: the sum of the uses beside it. part: it is within one of them. Its amount is in no sum.",
    example: "total",
  }),
}).meta({ id: "ReadingRegister", description: "A register whose use other lines have, kept with its reads." });

export const ReadingMeter = z
  .strictObject({
    ...eachMeterText((name) => words(METER_TEXTS[name], null)),
    energy_type: z.enum(ENERGY_TYPES).meta({ example: "ELECTRIC" }),
    association_type: z.enum(ASSOCIATION_TYPES).default("STANDARD").meta({ example: "STANDARD" }),
    tariff: words("The tariff by which the meter is billed, as printed.", "E-1"),
    printed_total: money("The printed total of the meter's charges.", 58.5),
    charges: z.array(ReadingCharge).max(BILL_LINES_MAX),
    usages: z.array(ReadingUsage).max(BILL_LINES_MAX),
    registers: z.array(ReadingRegister).max(BILL_LINES_MAX).default([]).meta({
      description: "Registers whose use other lines have, such as a total beside on-peak and off-peak.",
      example: [],
    }),
  })
  .meta({ id: "ReadingMeter", description: "A meter or service on a bill." });

const reading = {
  acct_num: words("The printed account number.", "5512 004 118"),
  invoice_number: words("The printed number of the bill.", "287787435"),
  invoice_date: day("Date of the bill.", "2025-12-11"),
  due_date: optionalDay("The day until which it is to be paid.", "2026-01-02"),
  late_fee_date: optionalDay("The day from which a late fee is added.", null),
  account_holder_name: words("As printed.", "Sample Household"),
  service_address: words("As printed; a meter may have another.", "1 Sample Street, Oakland, CA 94607"),
  amount_due: money("The total amount to pay.", 58.5),
  previous_balance: money("The amount due before this bill.", 120),
  amount_paid: money("Payments since the previous bill, as a positive number.", 120),
  budget_amount: money("The fixed amount of budget billing; the charges are the actual ones.", null),
  deferred_amount: money("The part of the charges that a later bill will ask for, as a positive number.", null),
  adjustments: money(
    "What changes the earlier balance besides payments, such as a late fee; a credit is negative.",
    null,
  ),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null)
    .meta({ description: "Code of ISO 4217, where the bill or its template states it.", example: "USD" }),
  current_charges: money("The printed sum of the charges, with which they are compared.", 58.5),
  estimated: z.boolean().default(false).meta({ description: "The bill states that it is estimated.", example: false }),
  corrected: z
    .boolean()
    .default(false)
    .meta({ description: "It replaces an earlier bill of its days.", example: false }),
  meters: z.array(ReadingMeter).min(1).max(METERS_MAX),
};

export const Reading = z
  .strictObject({
    ...reading,
    invoice_date: optionalDay("Date of the bill; null when it was not found.", "2025-12-11"),
  })
  .meta({ id: "Reading", description: "A bill as read from a file." });
export type Reading = z.infer<typeof Reading>;

/** What a user sends to enter a bill. */
export const KeyedInBill = z
  .strictObject({
    ...reading,
    document_id: Id.optional().meta({
      description: "The document in review that the bill is for; its file becomes the source of the bill.",
      example: 640,
    }),
    utility_account_id: Id.optional().meta({
      description: "The account of a bill without a document. With a document, its account.",
      example: 15,
    }),
    utility_company: text(200).optional().meta({
      description: "The utility of a bill whose account does not exist yet: it is created from `acct_num`.",
      example: "Northgate Electric",
    }),
    accept: z
      .array(z.string().max(100))
      .max(50)
      .default([])
      .meta({
        description: "Names of findings that the user accepts, as the error `does-not-add-up` lists them.",
        example: ["charges_do_not_add_up"],
      }),
    note: text(2000).optional().meta({ description: "Why, kept with the document.", example: "Page 2 is unreadable." }),
  })
  .meta({ id: "KeyedInBill", description: "A bill that a user enters." });
export type KeyedInBill = z.infer<typeof KeyedInBill>;
