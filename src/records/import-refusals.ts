/**
 * Why rows of an import are refused, and how much of a file is shown. Without a schema: the process that reads one file loads
 * this, and a library of schemas takes longer to load than most files take to read.
 */

/** Why a row is refused: stable codes, each with a message. */
export const REFUSAL_REASONS = {
  required: "The cell is empty, but the bill needs it.",
  unreadable_number: "The cell does not hold a number in the format of the profile.",
  unreadable_date: "The cell does not hold a date in one of the formats of the profile.",
  unknown_energy_type: "The energy type is not known.",
  unknown_unit: "The unit is not known for this energy type.",
  unknown_charge_type: "The charge type is not known.",
  unknown_usage_type: "The usage type is not known.",
  unknown_word: "The text is not one of those allowed here.",
  nothing_to_import: "The row has neither a usage nor a charge.",
  text_too_long: "The text is longer than the field can hold.",
  no_read_before: "The row has only a read date, and there is no earlier read of the meter to begin its period.",
  no_read_after:
    "The row has only the day on which its period begins, and there is no later one of the meter to end it.",
  end_before_start: "The period ends before it begins.",
  zero_days: "The period has no day.",
  days_do_not_match: "The number of days does not match the period.",
  future_date: "The date is in the future.",
  negative_usage: "The usage is negative, which only solar can be.",
  number_too_large: "The number is larger than any on a bill.",
  rows_disagree: "Rows of the same bill contradict each other.",
  duplicate_row: "The same row is in the file before.",
  overlaps_other_row: "The period overlaps that of another row of the same meter.",
  overlaps_imported_bill: "The period overlaps that of a bill of the same meter that was imported before.",
  total_does_not_match: "The charges do not add up to the total.",
  bill_does_not_add_up: "The bill as a whole is not valid.",
  other_row_of_bill: "Another row of the same bill is refused, and a bill is imported completely or not at all.",
} as const;
export type RefusalReason = keyof typeof REFUSAL_REASONS;
// The keys of the table are the codes.
export const REFUSAL_CODES = Object.keys(REFUSAL_REASONS) as [RefusalReason, ...RefusalReason[]];

/** One thing wrong with one row. */
export interface Refusal {
  /** As spreadsheets count: the first row is 1; with the sheet where several are read, see `domain/imports/row-number`. */
  row: number;
  /** Header of the column; null when the row as a whole is refused. */
  column: string | null;
  /** The content of the cell, truncated. */
  value: string | null;
  reason: RefusalReason;
  detail: string;
}

/** A refusal shows a cell or a header up to this length. */
export const VALUE_LENGTH_MAX = 100;

/** A dry run shows as many of the periods that were made of reads. */
export const READ_PERIODS_SHOWN = 24;
