/** SnapshotInfo: a property's twelve months compared with the twelve before, per square foot (specification 2.8). */
import { z } from "zod";
import { written } from "./fields.ts";
import { MONEY } from "./report.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, TIMES } from "./wire.ts";

const figure = (description: string, example: number) => z.number().nullable().meta({ description, example });
const current = (what: string, unit: string, example: number) =>
  figure(`${what} per square foot, of the 12 months before effective_month.`, example).register(written, { unit });
const previous = (unit: string, example: number) =>
  figure("The same for the 12 months before those; null while they are not complete.", example).register(written, {
    unit,
  });
const change = (example: number) =>
  figure("(current - previous) / previous: a fraction, negative for a decrease.", example);

/** In the order of the specification. Null: not known. */
const figures = {
  current_cost_per_sq_ft: current("Cost", MONEY, 1.02),
  previous_cost_per_sq_ft: previous(MONEY, 1.08),
  yoy_percent_change_cost_per_sq_ft: change(-0.0556),
  current_kbtus_per_sq_ft: current("Energy", "kBtu", 14.6),
  previous_kbtus_per_sq_ft: previous("kBtu", 15.1),
  yoy_percent_change_kbtus_per_sq_ft: change(-0.0331),
  current_co2_per_sq_ft: current("CO2 equivalent", "lb", 3.9),
  previous_co2_per_sq_ft: previous("lb", 4.1),
  yoy_percent_change_co2_per_sq_ft: change(-0.0488),
};
export type SnapshotFigure = keyof typeof figures;
/** The figures of a snapshot, without its rating. */
// The keys of the object are the figures.
export const SNAPSHOT_FIGURES = Object.keys(figures) as SnapshotFigure[];

export const SnapshotInfo = z
  .object({
    property_id: Id,
    svc_object_type: z.literal("SnapshotInfo"),
    effective_month: DayTimestamp.meta({ description: "The month after the twelve." }).register(written, {
      type: "month",
    }),
    STAR_rating: z
      .number()
      .int()
      .nullable()
      .meta({ description: "From 1 to 100; null when it cannot be calculated.", example: 71 })
      .register(written, { column: "star_rating" }),
    ...figures,
    ...TIMES,
  })
  .meta({ id: "SnapshotInfo", description: "Twelve months of a property compared with the twelve before." });
