/** How a person gives the values of what is edited: texts, days, money, metadata. The records say which of their fields take them. */
import { z } from "zod";
import { KNOWN_METADATA_TEXT } from "./metadata.ts";

/** What every edit says of itself. */
export const EDITED = "Only what is given changes.";

export const text = (max: number) => z.string().trim().min(1).max(max);

/** A day as people write it or as the service answers it. PostgreSQL has no year 0. */
export const DayInput = z
  .string()
  .regex(/^(?!0000)\d{4}-\d\d-\d\d(T00:00:00(\.0+)?Z)?$/, "This must be a date such as 2026-01-31.")
  .refine((day) => !Number.isNaN(Date.parse(day.slice(0, 10))) && isReal(day.slice(0, 10)), "There is no such day.")
  .transform((day) => day.slice(0, 10))
  .meta({ type: "string", format: "date", example: "2026-01-31" });

/** `Date` takes 31 February for 3 March. */
const isReal = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/** Dollars and cents, exactly. */
export const Money = z
  .number()
  .min(-999_999_999_999)
  .max(999_999_999_999)
  .refine((amount) => Math.abs(Math.round(amount * 100) - amount * 100) < 1e-4, "This has at most two decimals.");

export const Quantity = z.number().min(-999_999_999_999).max(999_999_999_999);

const MERGED_FORM =
  'This must be an object, whose keys are merged with those that are there: {"key": null} removes a key, {} changes nothing.';

/** Of a PATCH. */
export const MetadataPatch = z.record(z.string(), z.unknown(), MERGED_FORM).meta({
  description: `Merged with what is there (RFC 7396): null removes a key, what is not named stays. Keys that the service reads, of properties and meters, are held to their form: ${KNOWN_METADATA_TEXT}. All others are free.`,
  example: { notes: [{ date: "2026-06-01", text: "Chiller replaced." }] },
});
