/** What the properties of a company cost and used in some months, compared with other months. */
import { z } from "zod";
import { ENERGY_TYPES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { ComparedMonths } from "./variance.ts";

const figure = (description: string, example: number) => z.number().nullable().meta({ description, example });
const count = (description: string, example: number) => z.number().int().meta({ description, example });

const FIGURES = {
  total_cost: figure("Cost, in the currency of the bills; null without a charge.", 48_120.5),
  kbtus: figure("Energy delivered, else supplied, in kBtu. Null when a part of it is unknown.", 1_204_000),
  lbs_co2: figure("Its CO2 equivalent in pounds; null likewise.", 402_118.2),
  gallons: figure("Water, in gallons; null without a water meter.", 82_300),
};

const Figures = z
  .object(FIGURES)
  .meta({ id: "PortfolioFigures", description: "Cost, energy, CO2 and water of some months." });

const intensity = figure("Energy per square foot of floor area; null without one of the two.", 58.9);

const PropertyFigures = z
  .object({ ...FIGURES, kbtus_per_sq_ft: intensity })
  .meta({ id: "PortfolioPropertyFigures", description: "The figures of a property, also by floor area." });

const EnergyTypeFigures = z
  .object({
    energy_type: z.enum(ENERGY_TYPES).meta({ example: "ELECTRIC" }),
    now: Figures,
    against: Figures,
  })
  .meta({ id: "PortfolioEnergyType", description: "The figures of one service." });

const Period = ComparedMonths.omit({ month_complete: true }).meta({
  id: "PortfolioPeriod",
  description: "Calendar months in a row.",
});

const periods = { period: Period, against_period: Period };

export const PortfolioSummary = z
  .object({
    svc_object_type: z.literal("PortfolioSummary"),
    ...periods,
    properties: count("Properties with a bill in one of the two periods.", 42),
    compared: count(
      "Those of them that are in the sums: every month of both periods is billed for every meter in service.",
      39,
    ),
    now: PropertyFigures.meta({ description: "The sums of the period." }),
    against: PropertyFigures.meta({ description: "The sums of the months that it is compared with." }),
    left_out: z
      .object({
        total_cost: count("Compared properties whose cost is known on one side only.", 0),
        kbtus: count("Those that use energy, of which it is unknown on one side or on both.", 1),
        lbs_co2: count("The same for their CO2.", 1),
        gallons: count("The same for those that use water.", 0),
      })
      .meta({
        id: "PortfolioLeftOut",
        description:
          "Compared properties that are not in the sums of a figure, because it is unknown on at least one side.",
      }),
    energy_types: z
      .array(EnergyTypeFigures)
      .meta({ description: "The sums of each service over the same properties." }),
  })
  .meta({ id: "PortfolioSummary", description: "All properties together, like with like." });
export type PortfolioSummary = z.infer<typeof PortfolioSummary>;

export const PortfolioProperty = z
  .object({
    property_id: Id.meta({ example: 7 }),
    name: z.string().nullable().meta({ description: "Name of the property.", example: "14 Example Lane" }),
    sq_ft: z.number().nullable().meta({ description: "Floor area in square feet.", example: 24_000 }),
    complete: z.boolean().meta({
      description: "Every month of both periods is billed for every meter in service; only then it is in the summary.",
      example: true,
    }),
    estimated_months: count("Months of the period with an estimated bill or read.", 0),
    now: PropertyFigures,
    against: PropertyFigures,
    change: figure("The difference of the cost; null without a cost on both sides.", 1140),
    change_percent: figure("The same in percent; null also when the cost before is not positive.", 4.2),
  })
  .meta({ id: "PortfolioProperty", description: "A property among the others." });

export const PORTFOLIO_ORDERS = ["rise", "fall", "cost", "intensity"] as const;
export type PortfolioOrder = (typeof PORTFOLIO_ORDERS)[number];

export const PortfolioRanking = z
  .object({
    svc_object_type: z.literal("PortfolioRanking"),
    ...periods,
    total: count("How many properties there are; `limit` says how many are listed.", 42),
    properties: z
      .array(PortfolioProperty)
      .meta({ description: "In the order asked for; those without the figure last." }),
  })
  .meta({ id: "PortfolioRanking", description: "The properties, ranked." });
export type PortfolioRanking = z.infer<typeof PortfolioRanking>;
