/** Import: the progress of a spreadsheet of bill history, and its refused rows. */
import { z } from "zod";
import { ENERGY_TYPES } from "./codes.ts";
import { READ_DATE_IS } from "./import-profile.ts";
import { READ_PERIODS_SHOWN, REFUSAL_CODES, VALUE_LENGTH_MAX } from "./import-refusals.ts";
import { Day, Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

/** `checked`: the dry run is finished and waits for confirmation. */
export const IMPORT_STATES = ["waiting", "reading", "checked", "importing", "done", "failed", "cancelled"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const UnreadColumn = z
  .object({
    column: z.string().meta({ description: `Its header, cut to ${VALUE_LENGTH_MAX} characters.`, example: "usge" }),
    similar_to: z
      .string()
      .nullable()
      .meta({ description: "A missing column of the profile that may be meant.", example: "usage" }),
  })
  .meta({ id: "ImportUnreadColumn", description: "A column of the file that the profile does not read." });
export type UnreadColumn = z.infer<typeof UnreadColumn>;

export const ReadPeriods = z
  .object({
    read_date_is: z.enum(READ_DATE_IS).meta({
      description: "Which end of its period the date of a read is, as the profile says.",
      example: "period_end",
    }),
    rows: z.number().int().meta({ description: "The number of rows whose period was made of reads.", example: 51 }),
    periods: z
      .array(
        z.object({
          sheet: z.string().nullable().meta({ description: "As of a refused row.", example: null }),
          row: z.number().int().meta({ description: "Number of the row; the first of the sheet is 1.", example: 3 }),
          first_day: Day.meta({ example: "2024-01-09" }),
          last_day: Day.meta({ description: "The last day that the period covers.", example: "2024-02-07" }),
        }),
      )
      .max(READ_PERIODS_SHOWN)
      .meta({ description: `The first ${READ_PERIODS_SHOWN} of them, in the order of the file.` }),
  })
  .meta({
    id: "ImportReadPeriods",
    description: "The periods that were made of the dates of reads, to be checked before the import is confirmed.",
  });
export type ReadPeriods = z.infer<typeof ReadPeriods>;

export const ImportSheet = z
  .object({
    name: z.string().meta({ description: "Name of the sheet.", example: "2024" }),
    rows_read: z.number().int().nullable().meta({
      description: "Rows below its header row; null for a sheet without rows under a header row, which is not read.",
      example: 120,
    }),
  })
  .meta({ id: "ImportSheet", description: "A sheet of a workbook." });
export type ImportSheet = z.infer<typeof ImportSheet>;

/** A month, as its first day. */
const month = (description: string, example: string) => Day.meta({ description, example });

const count = (description: string, example: number) => z.number().int().meta({ description, example });

export const PropertyMonthsReached = z
  .object({
    property_id: Id.nullable().meta({ description: "Null: it would be created.", example: 7 }),
    property_name: z.string().meta({ example: "North Hall" }),
    first_month: month("The first month that the bills change, as its first day.", "2022-01-01"),
    last_month: month("The last month that the bills change.", "2022-12-01"),
    meters: z.number().int().meta({ description: "The number of its meters with bills in the file.", example: 2 }),
    new_energy_types: z.array(z.enum(ENERGY_TYPES)).meta({
      description:
        "Energy types without a meter at the property so far. As nothing is known before their first bill, earlier months of the property become incomplete, and have no snapshot.",
      example: [],
    }),
    partial_months: z.array(Day).meta({
      description:
        "First or last months of new meters that are billed in part, each as its first day: they are incomplete. At most 24.",
      example: ["2022-12-01"],
    }),
    meters_ending: z.number().int().meta({
      description:
        "How many of these meters belong to an account that is not collected: they count as ended with their last bill, and later months do not wait for them.",
      example: 1,
    }),
  })
  .meta({
    id: "ImportPropertyMonths",
    description: "The months of a property that the bills of a file change.",
  });
export type PropertyMonthsReached = z.infer<typeof PropertyMonthsReached>;

export const BillImport = z
  .object({
    id: Id.meta({ example: 4 }),
    svc_object_type: z.literal("BillImport"),
    name: z.string().meta({ description: "Name of the file.", example: "bills-2015-2024.xlsx" }),
    state: z.enum(IMPORT_STATES).meta({
      description: "`checked`: the dry run is finished, nothing is saved, and it waits for confirmation.",
      example: "checked",
    }),
    dry_run: z
      .boolean()
      .meta({ description: "True: it waits after the dry run until it is confirmed.", example: true }),
    profile: z
      .string()
      .nullable()
      .meta({ description: "The profile used to read it; null until the header row was read.", example: "meterbook" }),
    columns_unread: z.array(UnreadColumn).meta({
      description:
        "Columns of the file that the profile does not read, including a second column of the same name. Empty until the header row was read.",
    }),
    sheets: z.array(ImportSheet).meta({
      description: "The sheets of a workbook in their order, with those that were not read. Empty for a CSV file.",
    }),
    read_periods: ReadPeriods.nullable().meta({
      description: "The periods that were made of the dates of reads; null when every row has its own period.",
    }),
    rows_total: z.number().int().nullable().meta({ description: "Null until the file is read.", example: 1200 }),
    rows_read: count("Rows below the header that were read: rows of bills, refused rows and skipped rows.", 1200),
    rows_skipped: count("Rows that are empty, or that the profile excludes.", 0),
    rows_refused: count("Rows that are not imported, each with its reasons.", 4),
    bills_found: count("Bills of the accepted rows: in the end the sum of created, known and edited bills.", 1196),
    bills_created: count("New bills. After a dry run: the number that would be created now.", 1180),
    bills_known: count(
      "Bills that exist already, or that the portal has delivered itself. After a dry run: the expected number.",
      12,
    ),
    bills_edited: count("Bills that replaced an earlier version. After a dry run: the expected number.", 4),
    accounts_created: count(
      "Accounts that were created because there was none with the utility and number. After a dry run: the expected number, which reveals a mistyped account number.",
      1,
    ),
    meters_created: count("Meters that were created. After a dry run: the expected number.", 2),
    properties_created: count(
      "Properties that were created for these meters. After a dry run: the expected number.",
      1,
    ),
    property_months: z.array(PropertyMonthsReached).meta({
      description:
        "The result of the dry run: which months of which properties the bills would change, for the first 100 properties of the file. Meters without a property are not included. Empty without a dry run.",
    }),
    errors: z.string().nullable().meta({
      description: "Why it failed or was cancelled automatically, in a sentence; otherwise null.",
      example: null,
    }),
    started_at: Timestamp.nullable().meta({ description: "When reading began." }),
    finished_at: Timestamp.nullable().meta({ description: "When it finished, failed or was cancelled." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "BillImport", description: "An import of a spreadsheet of bill history." });

export const ImportRefusal = z
  .object({
    id: Id.meta({ description: "Number of the refusal within its import.", example: 1 }),
    sheet: z.string().nullable().meta({
      description: "Name of the sheet, when several sheets of the workbook were read; otherwise null.",
      example: null,
    }),
    row: count("Number of the row; the first of the sheet is 1.", 17),
    column: z
      .string()
      .nullable()
      .meta({ description: "Header of the column; null when the row as a whole is refused.", example: "unit" }),
    value: z
      .string()
      .nullable()
      .meta({ description: `The content of the cell, cut to ${VALUE_LENGTH_MAX} characters.`, example: "units" }),
    reason: z.enum(REFUSAL_CODES).meta({ description: "A stable code.", example: "unknown_unit" }),
    detail: z.string().meta({
      description: "A message for people.",
      example: '"units" is not a known unit for the use of electricity.',
    }),
  })
  .meta({ id: "ImportRefusal", description: "One thing wrong with one row." });
