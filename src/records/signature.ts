/** How the use of a meter or a service depends on the outdoor temperature. */
import { z } from "zod";
import { ENERGY_TYPES, SIGNATURE_REASONS } from "./codes.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp } from "./wire.ts";

const figure = (description: string, example: number) => z.number().nullable().meta({ description, example });
const known = (description: string, example: number) => z.number().meta({ description, example });

const Point = z
  .object({
    effective_month: DayTimestamp.meta({ description: "First day of the month.", example: "2025-07-01T00:00:00.000Z" }),
    usage: figure("The use of the month in `usage_unit`; null when not known.", 31_040),
    days_billed: z.number().int().nullable().meta({ description: "Days of the month that bills cover.", example: 31 }),
    usage_per_day: figure("The use per billed day; null when not known.", 1001.29),
    mean_temperature_f: figure(
      "Mean outdoor temperature of the month in °F; null when more than a tenth of its days are not known.",
      78.4,
    ),
    modelled_per_day: figure("What the model expects per day in the weather of the month; null without one.", 988.2),
    usage_in_typical_weather: figure(
      "What the use would have been in typical weather: the mean of the same calendar month over ten years at most. Null without a model that explains at least half of the variation, without two years of temperatures, or where the use is not known.",
      30_210,
    ),
    cost_in_typical_weather: figure(
      "The cost with that use at the price per unit of the month, and all other charges as they are; null likewise.",
      4120.5,
    ),
    month_complete: z.boolean().meta({ description: "Every day of service is billed exactly once.", example: true }),
    estimated: z.boolean().meta({ description: "A bill or a read of the month was estimated.", example: false }),
    in_model: z.boolean().meta({ description: "The model is made of this month.", example: true }),
  })
  .meta({ id: "SignaturePoint", description: "A calendar month." });

const Model = z
  .object({
    type: z.string().meta({
      description:
        "The form that fits best: `intercept_only` (a base alone), `hdd_only` (more use when it is cold), `cdd_only` (when it is warm) or `cdd_hdd` (both).",
      example: "cdd_only",
    }),
    base_per_day: known("Use per day that does not depend on the weather, in `usage_unit`.", 512.4),
    per_heating_degree_day: figure("Use for each degree F below the heating balance point and day; null without.", 0),
    heating_balance_f: figure("Below this mean temperature in °F use rises with the cold; null without.", 55),
    per_cooling_degree_day: figure(
      "Use for each degree F above the cooling balance point and day; null without.",
      24.1,
    ),
    cooling_balance_f: figure("Above this mean temperature in °F use rises with the heat; null without.", 62),
    r2: figure("The share of the variation that it explains, 0 to 1; null when the use never changes.", 0.94),
    adjusted_r2: known("The same, adjusted for the number of slopes; the form is chosen by it.", 0.93),
    cvrmse: figure("CV(RMSE): the typical miss as a share of the mean use.", 0.06),
    months: z.number().int().meta({ description: "How many months it is made of.", example: 24 }),
    flags: z.array(z.object({ rule: z.string(), sentence: z.string() })).meta({
      description: "What a reader should know before trusting it, such as `weak_fit`.",
      example: [{ rule: "weak_fit", sentence: "The weather explains less than half of the variation in use." }],
    }),
  })
  .meta({ id: "SignatureModel", description: "Use per day as a base and an amount per degree day (CalTRACK 2.0)." });

const Facts = z
  .object({
    base_load_per_month: known("The base of a month of mean length, 30.4 days, in `usage_unit`.", 15_596),
    base_share: figure("Of the modelled use of these months: the share that does not depend on the weather.", 0.71),
    heating_share: figure("The share that the cold explains. The three shares sum to 1; null without use.", 0),
    cooling_share: figure("The share that the heat explains.", 0.29),
  })
  .meta({ id: "SignatureFacts", description: "What can be said in a sentence." });

const LinePoint = z
  .object({
    temperature_f: known("Mean outdoor temperature in °F.", 62),
    usage_per_day: known("What the model expects per day.", 512.4),
  })
  .meta({ id: "SignatureLinePoint", description: "A corner of the line." });

export const EnergySignature = z
  .object({
    svc_object_type: z.literal("EnergySignature"),
    property_id: Id.nullable().meta({ description: "Null for a meter without a property.", example: 7 }),
    utility_meter_id: Id.nullable().meta({ description: "Null for all meters of a service.", example: 13 }),
    energy_type: z.enum(ENERGY_TYPES).meta({ description: "The type of energy.", example: "ELECTRIC" }),
    usage_unit: z.string().nullable().meta({ description: "The unit of all figures of use.", example: "kWh" }),
    weather_station_alpha_id: z
      .string()
      .nullable()
      .meta({ description: "Whose temperatures these are; null without a station.", example: "KOAK" }),
    typical_weather_years: z.number().int().nullable().meta({
      description: "Of how many years typical weather is the mean, at least; null when there is none.",
      example: 10,
    }),
    points: z.array(Point).meta({ description: "Ascending." }),
    model: Model.nullable().meta({ description: "Null where `reason` says why." }),
    facts: Facts.nullable().meta({ description: "Null without a model." }),
    line: z.array(LinePoint).meta({
      description: "The model to draw: straight from point to point, by ascending temperature. Empty without a model.",
    }),
    reason: z
      .enum(SIGNATURE_REASONS)
      .nullable()
      .meta({ description: "Why there is no model; null with one.", example: "too_few_months" }),
    reason_sentence: z.string().nullable().meta({
      description: "The same as a sentence.",
      example: "7 months are complete and have temperatures; a model needs 12.",
    }),
  })
  .meta({ id: "EnergySignature", description: "Use per day against the outdoor temperature, with the model of it." });
export type EnergySignature = z.infer<typeof EnergySignature>;
