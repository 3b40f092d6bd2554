/** How days and moments are written on the wire; every record's schema is built from these. */
import { z } from "zod";
import { written } from "./fields.ts";

/** Milliseconds and Z, as every timestamp of the service. */
export const Timestamp = z
  .string()
  .meta({
    id: "Timestamp",
    description: "A moment in UTC: ISO 8601 with milliseconds and a trailing Z.",
    format: "date-time",
    example: "2026-03-14T09:26:53.589Z",
  })
  .register(written, { type: "instant" });

/** The times of a record. */
export const TIMES = {
  created_at: Timestamp.meta({ description: "When the record was made, in UTC." }),
  updated_at: Timestamp.meta({ description: "When it last changed, in UTC." }),
};

/** A calendar day on the wire: midnight UTC of that day. */
export const DayTimestamp = z
  .string()
  .meta({
    id: "DayTimestamp",
    description: "A calendar day, written as its midnight in UTC. The day has no time zone.",
    format: "date-time",
    example: "2026-03-01T00:00:00.000Z",
  })
  .register(written, { type: "date" });

export const MetadataObject = z.record(z.string(), z.unknown()).meta({
  id: "Metadata",
  description: "Free-form object of the client: 64 KB and 16 levels at most.",
  example: { cost_center: "4100" },
});

/** The day as the wire writes it; null stays null. */
export function wireDay(day: string): string;
export function wireDay(day: string | null): string | null;
export function wireDay(day: string | null): string | null {
  return day === null ? null : `${day}T00:00:00.000Z`;
}
