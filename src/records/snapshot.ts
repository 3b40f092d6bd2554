/** SnapshotInfo: how a property does in twelve months against the twelve before, per square foot (specification 2.8). */
import { z } from "zod";
import { Id } from "./scalars.ts";
import { DayTimestamp, Timestamp } from "./wire.ts";

/** The figures of a snapshot beside its rating, in the order of the specification. Null: not known. */
export const SNAPSHOT_FIGURES = [
  "current_cost_per_sq_ft",
  "previous_cost_per_sq_ft",
  "yoy_percent_change_cost_per_sq_ft",
  "current_kbtus_per_sq_ft",
  "previous_kbtus_per_sq_ft",
  "yoy_percent_change_kbtus_per_sq_ft",
  "current_co2_per_sq_ft",
  "previous_co2_per_sq_ft",
  "yoy_percent_change_co2_per_sq_ft",
] as const;
export type SnapshotFigure = (typeof SNAPSHOT_FIGURES)[number];

const current = z.number().nullable().meta({ description: "Of the 12 months before effective_month." });
const previous = z
  .number()
  .nullable()
  .meta({ description: "Of the 12 months before those; null while they are not complete." });
const change = z
  .number()
  .nullable()
  .meta({ description: "(current - previous) / previous: a fraction, negative for a decrease." });

export const SnapshotInfo = z
  .object({
    property_id: Id,
    svc_object_type: z.literal("SnapshotInfo"),
    effective_month: DayTimestamp.meta({ description: "The month after the twelve." }),
    STAR_rating: z
      .number()
      .int()
      .nullable()
      .meta({ description: "From 1 to 100; null where it cannot be known.", example: 71 }),
    current_cost_per_sq_ft: current.meta({ example: 1.02 }),
    previous_cost_per_sq_ft: previous.meta({ example: 1.08 }),
    yoy_percent_change_cost_per_sq_ft: change.meta({ example: -0.0556 }),
    current_kbtus_per_sq_ft: current.meta({ example: 14.6 }),
    previous_kbtus_per_sq_ft: previous.meta({ example: 15.1 }),
    yoy_percent_change_kbtus_per_sq_ft: change.meta({ example: -0.0331 }),
    current_co2_per_sq_ft: current.meta({ example: 3.9 }),
    previous_co2_per_sq_ft: previous.meta({ example: 4.1 }),
    yoy_percent_change_co2_per_sq_ft: change.meta({ example: -0.0488 }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "SnapshotInfo", description: "A property in twelve months against the twelve before." });
