/** Import: a spreadsheet of bill history on its way to bills, how far it has come, and the rows that were refused. */
import { z } from "zod";
import { Day, Id } from "./scalars.ts";
import { ENERGY_TYPES } from "./codes.ts";
import { Timestamp } from "./wire.ts";

/** `checked`: the dry run is over and waits to be confirmed. */
export const IMPORT_STATES = ["waiting", "reading", "checked", "importing", "done", "failed", "cancelled"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Why a row is refused: stable words, each with what a person can do about it. */
export const REFUSAL_REASONS = {
  required: "The cell is empty, but the bill cannot do without it.",
  unreadable_number: "The cell does not hold a number as the profile says numbers are written.",
  unreadable_date: "The cell does not hold a date in one of the formats of the profile.",
  unknown_energy_type: "The type of energy is not known.",
  unknown_unit: "The unit is not known for this type of energy.",
  unknown_charge_type: "The type of the charge is not one of those there are.",
  unknown_usage_type: "The type of the usage is not one of those there are.",
  unknown_word: "The text is none of those that are read here.",
  nothing_to_import: "The row has neither a usage nor a charge.",
  text_too_long: "The text is longer than the field can hold.",
  no_read_before: "The row has a read date alone, and no earlier read of the meter begins its period.",
  end_before_start: "The period ends before it begins.",
  zero_days: "The period has no day.",
  days_do_not_match: "The number of days is not that of the period.",
  future_date: "The day lies in the future.",
  negative_usage: "The usage is negative; only solar can give back.",
  number_too_large: "The number is larger than any on a bill.",
  rows_disagree: "Rows of the same bill say different things of it.",
  duplicate_row: "The same row stands in the file before.",
  overlaps_other_row: "The period overlaps that of another row of the same meter.",
  overlaps_imported_bill: "The period overlaps that of a bill of the same meter that was imported before.",
  total_does_not_match: "The charges do not add up to the total.",
  bill_does_not_add_up: "The bill as a whole cannot be as it stands.",
  other_row_of_bill: "Another row of the same bill is refused, and a bill is imported whole or not at all.",
} as const;
export type RefusalReason = keyof typeof REFUSAL_REASONS;
// The keys of the table are its words.
export const REFUSAL_WORDS = Object.keys(REFUSAL_REASONS) as [RefusalReason, ...RefusalReason[]];

/** One thing wrong with one row. */
export interface Refusal {
  /** As the spreadsheet counts: its first row is 1. */
  row: number;
  /** Header of the column; null where the row as a whole is refused. */
  column: string | null;
  /** What stands in the cell, cut short. */
  value: string | null;
  reason: RefusalReason;
  detail: string;
}

export const VALUE_LENGTH_MAX = 100;

export const UnreadColumn = z
  .object({
    column: z.string().meta({ description: `Its header, cut to ${VALUE_LENGTH_MAX} characters.`, example: "usge" }),
    similar_to: z
      .string()
      .nullable()
      .meta({ description: "A column of the profile that the file lacks and that may be meant.", example: "usage" }),
  })
  .meta({ id: "ImportUnreadColumn", description: "A column of the file that no field of the profile reads." });
export type UnreadColumn = z.infer<typeof UnreadColumn>;

/** A month, as its first day. */
const month = (description: string, example: string) => Day.meta({ description, example });

const count = (description: string, example: number) => z.number().int().meta({ description, example });

export const PropertyMonthsReached = z
  .object({
    property_id: Id.nullable().meta({ description: "Null: it would be made.", example: 7 }),
    property_name: z.string().meta({ example: "North Hall" }),
    first_month: month("The first month that the bills change, as its first day.", "2022-01-01"),
    last_month: month("The last of them.", "2022-12-01"),
    meters: z.number().int().meta({ description: "Its meters that the bills are of.", example: 2 }),
    new_energy_types: z.array(z.enum(ENERGY_TYPES)).meta({
      description:
        "Types of energy of which the property has no meter yet. Before their first bill nothing is known of them: earlier months of the property are incomplete then, and have no snapshot.",
      example: [],
    }),
    partial_months: z.array(Day).meta({
      description:
        "Months that a new meter is billed for in part, its first or its last, as their first days: they are incomplete then. At most 24.",
      example: ["2022-12-01"],
    }),
    meters_ending: z.number().int().meta({
      description:
        "Those among them whose account is not collected: they count as ended with their last bill, and no later month waits for one of them.",
      example: 1,
    }),
  })
  .meta({
    id: "ImportPropertyMonths",
    description: "Which months of a property the bills of a file change.",
  });
export type PropertyMonthsReached = z.infer<typeof PropertyMonthsReached>;

export const BillImport = z
  .object({
    id: Id.meta({ example: 4 }),
    svc_object_type: z.literal("BillImport"),
    name: z.string().meta({ description: "Of the file.", example: "bills-2015-2024.xlsx" }),
    state: z.enum(IMPORT_STATES).meta({
      description: "`checked`: the dry run is over, nothing is written, and it waits to be confirmed.",
      example: "checked",
    }),
    dry_run: z.boolean().meta({ description: "It waits after the dry run until it is confirmed.", example: true }),
    profile: z
      .string()
      .nullable()
      .meta({ description: "The profile it is read by; null until the header row has told.", example: "meterbook" }),
    columns_unread: z.array(UnreadColumn).meta({
      description:
        "Columns of the file that the profile does not read, a second one of the same name among them. Empty until the header row was found.",
    }),
    rows_total: z.number().int().nullable().meta({ description: "Null until the file was read.", example: 1200 }),
    rows_read: count(
      "Rows below the header that were looked at: those of bills, those refused and those skipped.",
      1200,
    ),
    rows_skipped: count("Rows that are empty, or that the profile does not ask for.", 0),
    rows_refused: count("Rows that are not imported, each with its reasons.", 4),
    bills_found: count(
      "Bills that the good rows make: those that are new, known and corrected together, once all are counted.",
      1196,
    ),
    bills_created: count("Bills that are new. After a dry run: that would be, as the account now is.", 1180),
    bills_known: count(
      "Bills that say what is known already, or that the portal gave itself. After a dry run: that would be found so.",
      12,
    ),
    bills_edited: count("Bills that took the place of an earlier version. After a dry run: that would.", 4),
    accounts_created: count(
      "Accounts that were made for the bills, because there was none of the utility and number. After a dry run: that would be; a mistyped number shows here.",
      1,
    ),
    meters_created: count("Meters that were made. After a dry run: that would be.", 2),
    properties_created: count("Properties that were made for those meters. After a dry run: that would be.", 1),
    property_months: z.array(PropertyMonthsReached).meta({
      description:
        "Of the dry run: which months of which properties the bills would change; the first 100 properties of the file. Meters without a property are not among them. Empty where there is no dry run.",
    }),
    errors: z
      .string()
      .nullable()
      .meta({ description: "Why it failed or was cancelled by itself, in a sentence; else null.", example: null }),
    started_at: Timestamp.nullable().meta({ description: "When reading began." }),
    finished_at: Timestamp.nullable().meta({ description: "When it was done, failed or was cancelled." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "BillImport", description: "A spreadsheet of bill history on its way to bills." });

export const ImportRefusal = z
  .object({
    id: Id.meta({ description: "Number of the refusal within its import.", example: 1 }),
    row: count("Number of the row; the first of the sheet is 1.", 17),
    column: z
      .string()
      .nullable()
      .meta({ description: "Header of the column; null: the row as a whole.", example: "unit" }),
    value: z
      .string()
      .nullable()
      .meta({ description: `What stands there, cut to ${VALUE_LENGTH_MAX} characters.`, example: "units" }),
    reason: z.enum(REFUSAL_WORDS).meta({ description: "A stable word.", example: "unknown_unit" }),
    detail: z.string().meta({ description: "A sentence for people.", example: '"units" is not known for ELECTRIC.' }),
  })
  .meta({ id: "ImportRefusal", description: "One thing wrong with one row." });
