/** ImportProfile: which column of a spreadsheet says what, and how its days and numbers are written. Data, never code. */
import { METER_TEXTS } from "./meter-texts.ts";
import { z } from "zod";
import { CHARGE_TYPES } from "./codes.ts";
import { Timestamp } from "./wire.ts";

/** Closed, so that a format is either read exactly or refused by name. A cell that holds a date needs none of them. */
export const DATE_FORMATS = [
  "YYYY-MM-DD",
  "YYYY/M/D",
  "YYYYMMDD",
  "M/D/YYYY",
  "M/D/YY",
  "M-D-YYYY",
  "D/M/YYYY",
  "D/M/YY",
  "D-M-YYYY",
  "D.M.YYYY",
  "D.M.YY",
  "MMM D, YYYY",
  "D MMM YYYY",
  "D-MMM-YYYY",
  "D-MMM-YY",
] as const;

/** How the last printed day of a period is meant; `detect`: told by the periods next to it on the same meter. */
export const PERIOD_ENDS = ["inclusive", "exclusive", "detect"] as const;

const Header = z.string().trim().min(1).max(200);
const Words = z.record(z.string().min(1).max(200), z.string().max(200));

/** Where a value comes from. A text alone is the name of a column. */
const Source = z
  .union([
    Header,
    z
      .strictObject({
        column: z
          .union([Header, z.array(Header).min(1).max(10)])
          .optional()
          .meta({
            description:
              "The header of the column, or several: of those that are there the first that is not empty counts.",
          }),
        value: z.string().max(200).optional().meta({ description: "The same for every row, where no column says it." }),
        words: Words.optional().meta({
          description:
            "What a text in the column stands for; `*` stands for any text and capitals do not matter; what fits exactly goes first, then what has most letters. A text that fits none stays as it is.",
        }),
      })
      .refine(({ column, value }) => column !== undefined || value !== undefined, "This needs a column or a value."),
  ])
  .meta({ id: "ImportSource", description: "Where a value comes from: the name of a column, or more." });
export type Source = z.infer<typeof Source>;

/** What each row says of the bill it belongs to. */
const ROW_FIELDS = {
  utility_company: "Name of the utility.",
  acct_num: "Number of the account at the utility.",
  account_holder_name: "Who the bill is for.",
  property_name: "Name of the property; one of the same name is used.",
  ...METER_TEXTS,
  energy_type: "ELECTRIC, GAS and so on, or a usual name of it.",
  association_type: "STANDARD, SUPPLY or DISTRIBUTION.",
  invoice_number: "Rows with the same number are one bill.",
  invoice_date: "Day of the bill; without it the last day of the period.",
  period_start: "First day of the period.",
  period_end: "Last day of the period; `period_end_is` says whether it counts.",
  read_date: "Day of the read, where a row has no more: the read before it begins the period.",
  delivery_date: "Day of a delivery of fuel, where a row has no period.",
  days: "Number of days of the period: it tells whether the end counts, or that the row is wrong.",
  estimated: "Yes where the read or the bill was estimated.",
  row_total: "What the charges of the row add up to. Alone, it is one charge.",
  bill_total: "What the charges of the whole bill add up to.",
} as const;
export type RowField = keyof typeof ROW_FIELDS;

const fields = Object.fromEntries(
  Object.entries(ROW_FIELDS).map(([name, description]) => [name, Source.optional().meta({ description })]),
) as Record<RowField, z.ZodOptional<typeof Source>>;

const UsageColumn = z.strictObject({
  amount: Source,
  unit: Source,
  type: Source.optional().meta({
    description: "usage_amount unless told; demand and reactive amounts add up to nothing.",
  }),
  description: Source.optional(),
});
const ChargeColumn = z.strictObject({
  amount: Source,
  type: Source.meta({ description: "One of the types of charges, by a value or by words." }),
  description: Source.optional(),
});

const RowFilter = z.strictObject({
  column: Header,
  is: z.array(z.string().max(200)).min(1).max(100).optional(),
  is_not: z.array(z.string().max(200)).min(1).max(100).optional(),
});

const needed = {
  title: z.string().trim().min(1).max(200).meta({ description: "For people.", example: "Exports of the landlord" }),
  fields: z.strictObject(fields),
};

/** What can be left out, and what it then is. */
const choices = {
  recognised_by: z
    .array(Header)
    .max(50)
    .meta({
      description: "A file whose header row has all of these is read by this profile when none is named.",
      example: ["Account", "From", "To"],
    }),
  usages: z
    .array(UsageColumn)
    .max(20)
    .meta({ description: "A line for each that has an amount.", example: [{ amount: "kWh", unit: { value: "kWh" } }] }),
  charges: z
    .array(ChargeColumn)
    .max(50)
    .meta({
      description: "A line for each that has an amount.",
      example: [{ amount: "Taxes", type: { value: "tax_cost" } }],
    }),
  total_alone_is: z
    .enum(CHARGE_TYPES)
    .meta({ description: "The type of the charge that a total without charges becomes." }),
  period_end_is: z.enum(PERIOD_ENDS).meta({
    description: "Whether the last day of a period counts; `detect`: the periods next to it on the same meter tell.",
    example: "detect",
  }),
  period_end_default: z
    .enum(["inclusive", "exclusive"])
    .meta({ description: "What `detect` falls back to where no neighbour tells." }),
  date_formats: z
    .array(z.enum(DATE_FORMATS))
    .max(10)
    .meta({ description: "The first that fits counts. A cell that holds a date needs none.", example: ["M/D/YYYY"] }),
  decimal_mark: z.enum([".", ","]).meta({ description: "In texts; a cell that holds a number is one.", example: "." }),
  empty_words: z
    .array(z.string().max(50))
    .max(20)
    .meta({ description: "Texts that mean that a cell is empty.", example: ["Not Available"] }),
  rows: z
    .array(RowFilter)
    .max(20)
    .meta({
      description: "Only rows that fit all of these are read.",
      example: [{ column: "Status", is_not: ["void"] }],
    }),
};

/** A profile as it is sent. */
export const ImportProfileInput = z.strictObject({ ...needed, ...z.strictObject(choices).partial().shape }).meta({
  id: "ImportProfileEdit",
  description: "Which column of a spreadsheet says what.",
  example: {
    title: "Exports of the landlord",
    recognised_by: ["Account", "From", "To", "kWh", "Cost"],
    fields: {
      utility_company: { value: "Northgate Electric" },
      acct_num: "Account",
      energy_type: { value: "ELECTRIC" },
      period_start: "From",
      period_end: "To",
      row_total: "Cost",
    },
    usages: [{ amount: "kWh", unit: { value: "kWh" } }],
    date_formats: ["M/D/YYYY"],
  },
});

/** The same as it is read by: whatever was left out has its value. */
export const ImportMapping = z.strictObject({
  ...needed,
  recognised_by: choices.recognised_by.default([]),
  usages: choices.usages.default([]),
  charges: choices.charges.default([]),
  total_alone_is: choices.total_alone_is.default("usage_cost"),
  period_end_is: choices.period_end_is.default("detect"),
  period_end_default: choices.period_end_default.default("inclusive"),
  date_formats: choices.date_formats.default(["YYYY-MM-DD"]),
  decimal_mark: choices.decimal_mark.default("."),
  empty_words: choices.empty_words.default([]),
  rows: choices.rows.default([]),
});
export type ImportMapping = z.infer<typeof ImportMapping>;

/** Lower case, as it stands in an address. */
export const ProfileName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "This must be 1 to 63 small letters, digits and dashes.");

export const ImportProfile = z
  .object({
    name: z.string().meta({ example: "landlord-exports" }),
    built_in: z.boolean().meta({ description: "It comes with the service and cannot be edited.", example: false }),
    ...needed,
    ...choices,
    created_at: Timestamp.nullable().meta({ description: "Null for one that comes with the service." }),
    updated_at: Timestamp.nullable().meta({ description: "Null for one that comes with the service." }),
  })
  .meta({ id: "ImportProfile", description: "Which column of a spreadsheet says what, under a name." });

/** What a person gives with the file because the file itself does not say it. */
export interface ImportConstants {
  utility_company?: string | undefined;
  acct_num?: string | undefined;
  property_id?: number | undefined;
}
