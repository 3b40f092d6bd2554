/** ImportProfile: the meaning of a spreadsheet's columns, and the format of its dates and numbers. Data, never code. */
import { z } from "zod";
import { CHARGE_TYPES } from "./codes.ts";
import { METER_TEXTS } from "./meter-texts.ts";
import { Timestamp } from "./wire.ts";

/** A fixed list, so that a format is either read exactly or refused by name. Date cells need none of them. */
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

/** Whether the printed end date of a period is inclusive; `detect`: decided by the adjacent periods of the same meter. */
export const PERIOD_ENDS = ["inclusive", "exclusive", "detect"] as const;

/** Which end of its period the date of a read is. */
export const READ_DATE_IS = ["period_end", "period_start"] as const;
export type ReadDateIs = (typeof READ_DATE_IS)[number];

/** Which rows without an invoice number and a bill date are one bill. */
export const BILL_OF = ["meter", "account"] as const;

const Header = z.string().trim().min(1).max(200);
const Words = z.record(z.string().min(1).max(200), z.string().max(200));

/** The source of a value. A plain string is a column name. */
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
              "The header of the column, or several: the first existing column whose cell is not empty counts.",
          }),
        value: z
          .string()
          .max(200)
          .optional()
          .meta({ description: "A fixed value for every row, when no column has it." }),
        words: Words.optional().meta({
          description:
            "Maps texts of the column to values. `*` matches any text, and upper and lower case are ignored. An exact match takes precedence, then the pattern with most letters. A text without a match is not changed.",
        }),
      })
      .refine(({ column, value }) => column !== undefined || value !== undefined, "This needs a column or a value."),
  ])
  .meta({ id: "ImportSource", description: "The source of a value: the name of a column, or an object." });
export type Source = z.infer<typeof Source>;

/** The fields of a row that describe its bill. */
const ROW_FIELDS = {
  utility_company: "Name of the utility.",
  acct_num: "Number of the account at the utility.",
  account_holder_name: "Name of the account holder.",
  property_name: "Name of the property; an existing property of that name is used.",
  ...METER_TEXTS,
  energy_type: "ELECTRIC, GAS and so on, or a common name for it.",
  association_type: "STANDARD, SUPPLY or DISTRIBUTION.",
  invoice_number: "Rows with the same number are one bill.",
  invoice_date: "Date of the bill; by default the last day of the period.",
  period_start:
    "First day of the period. Without `period_end` in the profile, the next row of the same meter begins where this one ends.",
  period_end:
    "End date of the period; `period_end_is` defines whether that day counts. Without `period_start` in the profile, the previous row of the same meter ends where this one begins.",
  read_date: "Date of the read, when a row has no period; `read_date_is` defines which end of the period it is.",
  delivery_date: "Date of a fuel delivery, when a row has no period.",
  days: "Number of days of the period: shows whether the end date counts, or that the row is wrong.",
  estimated: "Yes when the read or the bill was estimated.",
  row_total: "Total of the row's charges. Without charges it becomes one charge.",
  bill_total: "Total of the whole bill's charges.",
} as const;
export type RowField = keyof typeof ROW_FIELDS;

const fields = Object.fromEntries(
  Object.entries(ROW_FIELDS).map(([name, description]) => [name, Source.optional().meta({ description })]),
) as Record<RowField, z.ZodOptional<typeof Source>>;

const UsageColumn = z.strictObject({
  amount: Source,
  unit: Source,
  type: Source.optional().meta({
    description: "usage_amount by default; demand and reactive amounts are not summed.",
  }),
  description: Source.optional(),
});
const ChargeColumn = z.strictObject({
  amount: Source,
  type: Source.meta({ description: "The charge type, by a fixed value or mapped from texts." }),
  description: Source.optional(),
});

const RowFilter = z.strictObject({
  column: z.union([Header, z.array(Header).min(1).max(10)]).meta({
    description: "The header of the column, or several: the first existing column whose cell is not empty counts.",
  }),
  is: z.array(z.string().max(200)).min(1).max(100).optional(),
  is_not: z
    .array(z.string().max(200))
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "An empty text leaves out rows without a value." }),
});

const needed = {
  title: z.string().trim().min(1).max(200).meta({ description: "For people.", example: "Exports of the landlord" }),
  fields: z.strictObject(fields),
};

/** Optional fields, with their defaults. */
const choices = {
  recognised_by: z
    .array(Header)
    .max(50)
    .meta({
      description:
        "When no profile is chosen, a file whose header row has all of these columns is read by this profile.",
      example: ["Account", "From", "To"],
    }),
  usages: z
    .array(UsageColumn)
    .max(20)
    .meta({ description: "Each with an amount becomes a line.", example: [{ amount: "kWh", unit: { value: "kWh" } }] }),
  charges: z
    .array(ChargeColumn)
    .max(50)
    .meta({
      description: "Each with an amount becomes a line.",
      example: [{ amount: "Taxes", type: { value: "tax_cost" } }],
    }),
  total_alone_is: z.enum(CHARGE_TYPES).meta({ description: "The charge type of a total without charges." }),
  period_end_is: z.enum(PERIOD_ENDS).meta({
    description:
      "Whether the end date of a period counts; `detect`: decided by the adjacent periods of the same meter.",
    example: "detect",
  }),
  period_end_default: z
    .enum(["inclusive", "exclusive"])
    .meta({ description: "The fallback of `detect` when no adjacent period decides." }),
  read_date_is: z.enum(READ_DATE_IS).nullable().meta({
    description:
      "Which end of its period a `read_date` is. `period_end`: the amounts are those since the previous read of the same meter, which is usual. `period_start`: they are those until the next read. Needed with `read_date`.",
    example: "period_end",
  }),
  bill_of: z.enum(BILL_OF).meta({
    description:
      "Which rows without an invoice number and a bill date are one bill: those of a `meter` with the same period, or those of an `account` with the same period, such as electricity and gas on one bill.",
    example: "meter",
  }),
  date_formats: z
    .array(z.enum(DATE_FORMATS))
    .max(10)
    .meta({ description: "The first that matches counts. Date cells need none.", example: ["M/D/YYYY"] }),
  decimal_mark: z
    .enum([".", ","])
    .meta({ description: "For text cells; number cells are read as they are.", example: "." }),
  empty_words: z
    .array(z.string().max(50))
    .max(20)
    .meta({ description: "Texts that count as an empty cell.", example: ["Not Available"] }),
  rows: z
    .array(RowFilter)
    .max(20)
    .meta({
      description: "Only rows that match all of these are read.",
      example: [{ column: "Status", is_not: ["void"] }],
    }),
};

/** A profile in a request. */
export const ImportProfileInput = z
  .strictObject({ ...needed, ...z.strictObject(choices).partial().shape })
  .refine(({ fields: sources, read_date_is }) => sources.read_date === undefined || (read_date_is ?? null) !== null, {
    path: ["read_date_is"],
    error:
      "A profile with a read_date needs this: period_end when the amounts are those since the previous read, which is usual, or period_start when they are those until the next one.",
  })
  .meta({
    id: "ImportProfileEdit",
    description: "The meaning of a spreadsheet's columns.",
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

/** The profile used for reading, with all defaults filled in. */
export const ImportMapping = z.strictObject({
  ...needed,
  recognised_by: choices.recognised_by.default([]),
  usages: choices.usages.default([]),
  charges: choices.charges.default([]),
  total_alone_is: choices.total_alone_is.default("usage_cost"),
  period_end_is: choices.period_end_is.default("detect"),
  period_end_default: choices.period_end_default.default("inclusive"),
  // A profile of before this was asked for has none: such a file is refused with a sentence that asks for it.
  read_date_is: choices.read_date_is.default(null),
  bill_of: choices.bill_of.default("meter"),
  date_formats: choices.date_formats.default(["YYYY-MM-DD"]),
  decimal_mark: choices.decimal_mark.default("."),
  empty_words: choices.empty_words.default([]),
  rows: choices.rows.default([]),
});
export type ImportMapping = z.infer<typeof ImportMapping>;

/** Lower case, as used in URLs. */
export const ProfileName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "This must be 1 to 63 lower-case letters, digits and dashes.");

export const ImportProfile = z
  .object({
    name: z.string().meta({ example: "landlord-exports" }),
    built_in: z.boolean().meta({ description: "Built in: it cannot be edited.", example: false }),
    ...needed,
    ...choices,
    created_at: Timestamp.nullable().meta({ description: "Null for a built-in profile." }),
    updated_at: Timestamp.nullable().meta({ description: "Null for a built-in profile." }),
  })
  .meta({ id: "ImportProfile", description: "The meaning of a spreadsheet's columns, under a name." });

/** Values that a user gives with the file because the file does not contain them. */
export interface ImportConstants {
  utility_company?: string | undefined;
  acct_num?: string | undefined;
  property_id?: number | undefined;
}
