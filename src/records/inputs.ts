/** The input forms of editable values: texts, days, money, metadata. The records state which of their fields use them. */
import { z } from "zod";
import { KNOWN_METADATA_TEXT } from "./metadata.ts";
import { Day } from "./scalars.ts";

/** The description of every edit. */
export const EDITED = "Only the given fields change.";

export const text = (max: number) => z.string().trim().min(1).max(max);

/** A day as a date, or in the form of the API's answers. PostgreSQL has no year 0. */
export const DayInput = z
  .string()
  .regex(/^(?!0000)\d{4}-\d\d-\d\d(T00:00:00(\.0+)?Z)?$/, "This must be a date such as 2026-01-31.")
  .refine((day) => Day.safeParse(day.slice(0, 10)).success, "There is no such day.")
  .transform((day) => day.slice(0, 10))
  .meta({ type: "string", format: "date", example: "2026-01-31" });

/** Dollars and cents, exactly. */
export const Money = z
  .number()
  .min(-999_999_999_999)
  .max(999_999_999_999)
  // Sums of binary fractions, such as 0.1 + 0.2, count as the cents that they mean.
  .refine((amount) => Math.abs(Number(amount.toFixed(2)) - amount) < 1e-6, "This may have at most two decimals.");

export const Quantity = z.number().min(-999_999_999_999).max(999_999_999_999);

const MERGED_FORM =
  'This must be an object, whose keys are merged with the existing ones: {"key": null} removes a key, {} changes nothing.';

/** The metadata of a PATCH request. */
export const MetadataPatch = z.record(z.string(), z.unknown(), MERGED_FORM).meta({
  description: `Merged with the existing metadata (RFC 7396): null removes a key, keys that are not given stay. The values of keys that the service reads, on properties and meters, are checked: ${KNOWN_METADATA_TEXT}. All other keys are free.`,
  example: { notes: [{ date: "2026-06-01", text: "Chiller replaced." }] },
});
