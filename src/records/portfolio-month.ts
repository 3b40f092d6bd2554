/** What the properties of a company cost and used month by month. */
import { z } from "zod";
import { ENERGY_TYPES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp } from "./wire.ts";

/** What a row of the list is about. `month`: all properties together. */
export const PORTFOLIO_GROUPS = ["month", "energy_type", "property"] as const;
export type PortfolioGroup = (typeof PORTFOLIO_GROUPS)[number];

const figure = (description: string, example: number) => z.number().nullable().meta({ description, example });
const count = (description: string, example: number) => z.number().int().meta({ description, example });

const LeftOut = z
  .object({
    total_cost: count("Without a known cost.", 0),
    kbtus: count("Of those that are energy: without known energy.", 1),
    lbs_co2: count("Of those that are energy: without known CO2.", 1),
    gallons: count("Of those that are water: without a known amount.", 0),
  })
  .meta({
    id: "PortfolioMonthLeftOut",
    description:
      "How many services (a property with gas and power has two) are in service in the month but in no sum of a figure, because their bill is missing or their figure is not known. Nothing is counted as 0 for them.",
  });

export const PortfolioMonth = z
  .object({
    svc_object_type: z.literal("PortfolioMonth"),
    effective_month: DayTimestamp.meta({
      description: "First day of the month.",
      example: "2025-12-01T00:00:00.000Z",
    }),
    energy_type: z
      .enum(ENERGY_TYPES)
      .nullable()
      .meta({ description: "Only with `group_by=energy_type`; else null.", example: "ELECTRIC" }),
    property_id: Id.nullable().meta({ description: "Only with `group_by=property`; else null.", example: 7 }),
    properties: count("Properties that are in service in the month, also those whose bill is missing.", 42),
    properties_complete: count("Those of them that are billed for every meter in service.", 40),
    complete: z.boolean().meta({ description: "All of them are complete.", example: false }),
    estimated: z.boolean().meta({ description: "A bill or a read of the month was estimated.", example: false }),
    total_cost: figure("Cost, in the currency of the bills: the sum of what is known; null when nothing is.", 48_120.5),
    kbtus: figure("Energy delivered, else supplied, in kBtu; likewise.", 1_204_000),
    lbs_co2: figure("Its CO2 equivalent in pounds; likewise.", 402_118.2),
    gallons: figure("Water, in gallons; likewise.", 82_300),
    usage: figure("With `group_by=energy_type`: the use in `usage_unit`; likewise.", 352_872.2),
    usage_unit: z.string().nullable().meta({
      description:
        "With `group_by=energy_type`: the unit in which most bills state the service, as in months of meters.",
      example: "kWh",
    }),
    left_out: LeftOut,
  })
  .meta({ id: "PortfolioMonth", description: "A calendar month of all properties, of one, or of a type of energy." });
