/** The ENERGY STAR score of a property: what it is, or why there is none and what would have to be entered. */
import { z } from "zod";
import { SCORE_REASONS } from "./codes.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp } from "./wire.ts";

const ScoreInput = z
  .object({
    name: z.string().meta({ description: "Key of `metadata.property_use`.", example: "weekly_operating_hours" }),
    kind: z
      .enum(["number", "share", "yes_no"])
      .meta({ description: "number: at least 0. share: from 0 to 1. yes_no: true or false.", example: "number" }),
    least: z
      .number()
      .nullable()
      .meta({ description: "The lowest value with which there is a score; null without one.", example: 30 }),
  })
  .meta({ id: "ScoreInput", description: "What a score needs to know about a building." });

const ScoredType = z
  .object({
    property_type: z.string().meta({ description: "As `metadata.property_use` names it.", example: "Office" }),
    inputs: z.array(ScoreInput).meta({ description: "All of them are needed." }),
  })
  .meta({ id: "ScoredType", description: "A type of property that has a score." });

export const PropertyScore = z
  .object({
    svc_object_type: z.literal("PropertyScore"),
    property_id: Id.meta({ example: 7 }),
    effective_month: DayTimestamp.nullable().meta({
      description: "The score is of the twelve months before this one; null without twelve complete months.",
      example: "2026-03-01T00:00:00.000Z",
    }),
    STAR_rating: z
      .number()
      .int()
      .nullable()
      .meta({ description: "1 to 100; null where `reason` says why.", example: 73 }),
    reason: z.enum(SCORE_REASONS).nullable().meta({
      description:
        "Why there is no score; null with one. use_not_entered: `metadata.property_use` is missing. type_not_scored: EPA has no model of the type. inputs_missing: `inputs` names them. floor_area_not_known: `sq_ft` is missing. year_not_complete: fewer than twelve complete months in a row. energy_not_known: the energy of a bill is not known. weather_not_known: the property has no weather station, or its temperatures are missing. out_of_range: `inputs` are outside the range of the model.",
      example: "inputs_missing",
    }),
    inputs: z.array(z.string()).meta({
      description: "The names of the inputs that the reason is about.",
      example: ["workers_on_main_shift"],
    }),
    property_types: z.array(ScoredType).meta({ description: "All types that have a score, with what each needs." }),
  })
  .meta({ id: "PropertyScore", description: "The ENERGY STAR score of a property, or why there is none." });
export type PropertyScore = z.infer<typeof PropertyScore>;
