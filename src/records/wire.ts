/** How the API writes days and timestamps; every record schema uses these. */
import { z } from "zod";
import { written } from "./fields.ts";

/** With milliseconds and Z, like every timestamp of the service. */
export const Timestamp = z
  .string()
  .meta({
    id: "Timestamp",
    description: "A timestamp in UTC: ISO 8601 with milliseconds and a trailing Z.",
    format: "date-time",
    example: "2026-03-14T09:26:53.589Z",
  })
  .register(written, { type: "instant" });

/** The timestamps of a record. */
export const TIMES = {
  created_at: Timestamp.meta({ description: "When the record was created, in UTC." }),
  updated_at: Timestamp.meta({ description: "When it last changed, in UTC." }),
};

/** A calendar day in the API: midnight UTC of that day. */
export const DayTimestamp = z
  .string()
  .meta({
    id: "DayTimestamp",
    description: "A calendar day, written as midnight UTC. The day has no time zone.",
    format: "date-time",
    example: "2026-03-01T00:00:00.000Z",
  })
  .register(written, { type: "date" });

export const MetadataObject = z.record(z.string(), z.unknown()).meta({
  id: "Metadata",
  description: "Free-form object of the client: 64 KB and 16 levels at most.",
  example: { cost_center: "4100" },
});

/** The day in the form of the API; null stays null. */
export function wireDay(day: string): string;
export function wireDay(day: string | null): string | null;
export function wireDay(day: string | null): string | null {
  return day === null ? null : `${day}T00:00:00.000Z`;
}
