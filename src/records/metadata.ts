/** The metadata keys that the service reads, with their formats: one table for validation, reports and the API reference. All other keys belong to the client. */
import { z } from "zod";
import { Day } from "./scalars.ts";

export const FloorAreaEntry = z.strictObject({ date: Day, sq_ft: z.number().positive() });

export const AdjustmentEntry = z
  .strictObject({
    start_date: Day,
    end_date: Day,
    amount: z.number().optional(),
    percent: z.number().min(-100).optional(),
    note: z.string().optional(),
  })
  .refine(({ start_date, end_date }) => start_date < end_date)
  .refine(({ amount, percent }) => (amount === undefined) !== (percent === undefined));

export const NoteEntry = z.object({ date: Day, text: z.string().min(1) });

export const FloorAreaShare = z.number().min(0).max(1);

/** The use of a building. The score models read the fields they know; others are ignored. */
const PropertyUse = z.looseObject({ property_type: z.string().trim().min(1) }).superRefine((use, context) => {
  for (const [name, value] of Object.entries(use)) {
    if (typeof value !== "number") continue;
    const most = name.startsWith("percent_") ? 1 : Infinity;
    if (!(value >= 0 && value <= most)) context.addIssue({ code: "custom", path: [name], message: "out of range" });
  }
});

interface KnownKey {
  /** Validates the whole value. */
  schema: z.ZodType;
  /** The expected format, to complete "This must be ...". */
  form: string;
  /** The records with this key, and the feature that reads it. */
  readBy: string;
}

export const KNOWN_METADATA = {
  savings_start_date: {
    schema: Day,
    form: 'a day such as "2024-07-01"',
    readBy: "meters and properties: cost avoidance",
  },
  floor_area_share: {
    schema: FloorAreaShare,
    form: "a number from 0 to 1",
    readBy: "meters and properties: cost avoidance",
  },
  floor_area_changes: {
    schema: z.array(FloorAreaEntry),
    form: 'a list of {"date": "2024-07-01", "sq_ft": 12000}',
    readBy: "properties: cost avoidance",
  },
  special_adjustments: {
    schema: z.array(AdjustmentEntry),
    form: 'a list of {"start_date", "end_date", "amount" or "percent", "note"}, in which end_date is the first day not covered',
    readBy: "meters: cost avoidance",
  },
  notes: {
    schema: z.array(NoteEntry),
    form: 'a list of {"date": "2024-07-01", "text": "Chiller replaced."}',
    readBy: "properties and meters: the journal",
  },
  property_use: {
    schema: PropertyUse,
    form: 'an object with a "property_type", numbers of at least 0, and shares named percent_... from 0 to 1',
    readBy: "properties: the ENERGY STAR score",
  },
} as const satisfies Record<string, KnownKey>;
export type KnownMetadataKey = keyof typeof KNOWN_METADATA;

/** The list of known keys, for descriptions of request bodies. */
export const KNOWN_METADATA_TEXT = Object.entries(KNOWN_METADATA)
  .map(([key, { form, readBy }]) => `\`${key}\` (${readBy}): ${form}`)
  .join("; ");
