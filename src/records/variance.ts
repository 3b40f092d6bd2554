/** Why a property cost more or less in some months than in others, in parts that add up to the cent. */
import { z } from "zod";
import { CHANGE_CAUSES, ENERGY_TYPES, type ChangeCause } from "./codes.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp } from "./wire.ts";

const money = z.number();

/** What each part says; docs/derived-data.md has the formulas. */
const CAUSES: Record<ChangeCause, string> = {
  days: "More or fewer billed days, at the use per day and the price of before.",
  weather: "The use that colder or warmer weather explains, by the model of the meter, at the price of before.",
  use: "The rest of the change of use per day, at the price of before; and all of the change where a use is not known or 0.",
  demand: "More or less demand, at the price of before.",
  price: "Another price per unit of use or demand.",
  fixed: "Charges that follow neither use nor demand.",
  taxes: "Taxes and fees of public bodies.",
  other: "Other charges and credits.",
  meters: "Meters that have charges in one of the two periods only.",
};

export const CostChange = z
  .object(
    Object.fromEntries(CHANGE_CAUSES.map((cause) => [cause, money.meta({ description: CAUSES[cause] })])) as Record<
      ChangeCause,
      typeof money
    >,
  )
  .meta({
    id: "CostChange",
    description: "The parts of a change of cost, in the currency of the bills. They sum to the change to the cent.",
    example: { days: 80, weather: 420, use: 130, demand: 0, price: 510, fixed: 0, taxes: 0, other: 0, meters: 0 },
  });

const compared = {
  cost: money.nullable().meta({ description: "The cost in the period; null without a charge in it.", example: 4350.2 }),
  cost_against: money
    .nullable()
    .meta({ description: "The cost in the months that it is compared with; null likewise.", example: 3210.2 }),
  change: money.meta({ description: "The difference of the two, with none for null.", example: 1140 }),
  parts: CostChange,
};

const WeatherModel = z
  .object({
    base_per_day: z.number().meta({
      description: "Use per day that does not depend on the weather: kBtu, of water gallons.",
      example: 921.4,
    }),
    per_heating_degree_day: z.number().meta({ description: "Use per heating degree day (65 °F).", example: 31.2 }),
    per_cooling_degree_day: z.number().meta({ description: "Use per cooling degree day (65 °F).", example: 0 }),
    adjusted_r2: z.number().meta({ description: "The share of the variation that it explains.", example: 0.91 }),
  })
  .meta({ id: "WeatherModel", description: "How the use of a meter depends on the weather, by its months before." });

export const MeterVariance = z
  .object({
    utility_meter_id: Id.meta({ example: 13 }),
    meter_num: z.string().nullable().meta({ description: "Meter number at the utility.", example: "E100" }),
    energy_type: z.enum(ENERGY_TYPES).meta({ example: "ELECTRIC" }),
    ...compared,
    weather_model: WeatherModel.nullable().meta({
      description:
        "Made of the complete months of the three years before the period. Null with fewer than twelve, without weather, or when it explains less than half; then `weather` is 0.",
    }),
  })
  .meta({ id: "MeterVariance", description: "Why a meter cost more or less." });

const EnergyTypeVariance = z
  .object({ energy_type: z.enum(ENERGY_TYPES).meta({ example: "ELECTRIC" }), ...compared })
  .meta({ id: "EnergyTypeVariance", description: "Why the meters of one service cost more or less." });

export const ComparedMonths = z
  .object({
    first_month: DayTimestamp.meta({
      description: "First day of the first month.",
      example: "2026-03-01T00:00:00.000Z",
    }),
    months: z.number().int().meta({ description: "How many months.", example: 1 }),
    month_complete: z.boolean().meta({
      description: "Every meter in service is billed for all of them. Otherwise the figures are of what is billed.",
      example: true,
    }),
  })
  .meta({ id: "ComparedMonths", description: "Calendar months in a row." });

export const PropertyVariance = z
  .object({
    svc_object_type: z.literal("PropertyVariance"),
    property_id: Id.meta({ example: 7 }),
    period: ComparedMonths,
    against: ComparedMonths,
    ...compared,
    energy_types: z.array(EnergyTypeVariance).meta({ description: "The same for each service." }),
    meters: z.array(MeterVariance).meta({ description: "The same for each meter." }),
  })
  .meta({ id: "PropertyVariance", description: "Why a property cost more or less in some months than in others." });
export type PropertyVariance = z.infer<typeof PropertyVariance>;
