/** Budgets of properties: amounts for services and months, what is proposed for them, and how the cost compares with them. */
import { z } from "zod";
import { ENERGY_TYPES } from "./codes.ts";
import { Money } from "./inputs.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp } from "./wire.ts";

const money = (description: string, example: number | null) => z.number().nullable().meta({ description, example });
const count = (description: string, example: number) => z.number().int().meta({ description, example });

const energy_type = z
  .enum(ENERGY_TYPES)
  .nullable()
  .meta({ description: "The service; null: all services together.", example: "ELECTRIC" });
const effective_month = DayTimestamp.meta({
  description: "First day of the month.",
  example: "2027-01-01T00:00:00.000Z",
});
const property_id = Id.meta({ description: "The property.", example: 7 });
const range = {
  from: DayTimestamp.meta({ description: "First day of the first month.", example: "2027-01-01T00:00:00.000Z" }),
  to: DayTimestamp.meta({ description: "First day after the last month.", example: "2028-01-01T00:00:00.000Z" }),
};

export const BudgetAmount = z
  .object({
    energy_type,
    effective_month,
    amount: z.number().meta({ description: "In the currency of the bills.", example: 1250 }),
  })
  .meta({ id: "BudgetAmount", description: "What a service of a property is expected to cost in a month." });

export const PropertyBudget = z
  .object({
    svc_object_type: z.literal("PropertyBudget"),
    property_id,
    ...range,
    amounts: z.array(BudgetAmount).meta({
      description: "Ordered by service and month, all services together first; a month without one has no budget.",
    }),
  })
  .meta({ id: "PropertyBudget", description: "The budget of a property in a range of months." });
export type PropertyBudget = z.infer<typeof PropertyBudget>;

export const PortfolioBudget = z
  .object({
    svc_object_type: z.literal("PortfolioBudget"),
    ...range,
    properties: z
      .array(
        z
          .object({
            property_id,
            name: z.string().nullable().meta({ description: "Name of the property.", example: "14 Example Lane" }),
            amounts: z.array(BudgetAmount).meta({ description: "As of one property; none without a budget." }),
          })
          .meta({ id: "PortfolioBudgetProperty", description: "The budget of one of the properties." }),
      )
      .meta({ description: "All properties, by id." }),
  })
  .meta({ id: "PortfolioBudget", description: "The budgets of all properties in a range of months." });
export type PortfolioBudget = z.infer<typeof PortfolioBudget>;

/** A hundred years of one service, or ten years of ten. */
export const AMOUNTS_MAX = 1200;

const MonthInput = z
  .string()
  .regex(
    /^(19[89]\d|20[0-7]\d)-(0[1-9]|1[0-2])(-01(T00:00:00(\.0+)?Z)?)?$/,
    "This must be a month such as 2027-01, of 1980 to 2079.",
  )
  .transform((text) => `${text.slice(0, 7)}-01`)
  .meta({ type: "string", description: "The month, such as 2027-01.", example: "2027-01" });

export const BudgetInput = z
  .strictObject({
    amounts: z
      .array(
        z.strictObject({
          energy_type: z
            .enum(ENERGY_TYPES)
            .nullable()
            .meta({ description: "The service; null: all services together.", example: "ELECTRIC" }),
          effective_month: MonthInput,
          amount: Money.nullable().meta({ description: "At most two decimals; null removes it.", example: 1250 }),
        }),
      )
      .min(1)
      .max(AMOUNTS_MAX)
      .refine(
        (amounts) =>
          new Set(amounts.map((each) => `${each.energy_type} ${each.effective_month}`)).size === amounts.length,
        "A service and month may be named once.",
      )
      .meta({
        description: "Each replaces the amount of its service and month. Those that are not named stay as they are.",
        example: [
          { energy_type: "ELECTRIC", effective_month: "2027-01", amount: 1250 },
          { energy_type: "GAS", effective_month: "2027-01", amount: null },
        ],
      }),
  })
  .meta({ id: "BudgetInput", description: "Amounts of a budget, of a year or a range at once." });

export const ProposedBudget = z
  .object({
    svc_object_type: z.literal("ProposedBudget"),
    property_id,
    ...range,
    percent: z.number().meta({ description: "The change against the months before.", example: 3 }),
    amounts: z
      .array(
        z
          .object({
            energy_type,
            effective_month,
            amount: money(
              "The proposed amount; null where no complete month of the two years before is known.",
              1287.5,
            ),
            basis_month: DayTimestamp.nullable().meta({
              description:
                "The month that it rests on: the same month of the latest year in which it is completely billed.",
              example: "2026-01-01T00:00:00.000Z",
            }),
            basis_cost: money("What that month cost.", 1250),
          })
          .meta({ id: "ProposedBudgetAmount", description: "A proposed amount, with the month that it rests on." }),
      )
      .meta({ description: "Ordered by service and month." }),
  })
  .meta({ id: "ProposedBudget", description: "A proposal for a budget. Nothing is saved until it is sent." });
export type ProposedBudget = z.infer<typeof ProposedBudget>;

export const BudgetImport = z
  .object({
    svc_object_type: z.literal("BudgetImport"),
    properties: count("Properties whose budget has changed.", 20),
    amounts_set: count("Amounts that are new or differ from before.", 480),
    amounts_removed: count("Amounts that were there before and are empty in the file.", 0),
    amounts_same: count("Amounts that were the same before.", 12),
  })
  .meta({ id: "BudgetImport", description: "What a table of budgets has changed." });
export type BudgetImport = z.infer<typeof BudgetImport>;

const flags = {
  complete: z.boolean().meta({
    description: "Every day of the month is billed for every meter in service. False: it is not, or not yet.",
    example: true,
  }),
  ended: z.boolean().meta({ description: "The month has ended by `as_of`.", example: true }),
  estimated: z.boolean().meta({ description: "A bill or a read of it is estimated by the utility.", example: false }),
};

const share = z.number().nullable().meta({
  description:
    "`difference` as a fraction of the budget: 0.05 is five percent over it. Null where the budget is not positive.",
  example: 0.05,
});

export const BudgetVarianceMonth = z
  .object({
    energy_type,
    effective_month: DayTimestamp.meta({ example: "2026-09-01T00:00:00.000Z" }),
    budget: money("The budget; null where there is none.", 1200),
    actual: money("What is billed for days of the month; null without a bill.", 860),
    accrued: money(
      "What its unbilled days up to `as_of` probably cost; 0 where nothing is unbilled, null where that is not known and for months to come.",
      400,
    ),
    forecast: money(
      "`actual` and `accrued` of a month that has ended or is wholly billed; of others, and where neither is known, the budget.",
      1260,
    ),
    difference: money(
      "`actual` and `accrued` less `budget`; null while the month is open. Of several properties, the sum of the differences that are known.",
      60,
    ),
    share,
    ...flags,
  })
  .meta({ id: "BudgetVarianceMonth", description: "Budget and cost of a month and a service." });

const closed = "of months that have ended or are wholly billed, as far as their cost is known";

export const BudgetVarianceSums = z
  .object({
    energy_type,
    months: count(`How many months are in \`to_date\`; of several properties the months of each.`, 10),
    incomplete_months: count("Months that have ended and are neither wholly billed nor accrued.", 0),
    to_date: z
      .object({
        budget: money(`The budget ${closed}.`, 12_000),
        actual: money("What is billed in them.", 12_100),
        accrued: money("What is accrued in them.", 400),
        difference: money(
          "`actual` and `accrued` less `budget`: the sum of the differences of months that have a budget for the service.",
          500,
        ),
        share,
      })
      .meta({ id: "BudgetToDate", description: "The months so far." }),
    total: z
      .object({
        budget: money("The budget of all months of the range.", 14_400),
        forecast: money("The sum of their forecasts: what is billed, accrued and still budgeted.", 14_900),
        difference: money("`forecast` less `budget`, of months that have a budget for the service.", 500),
        share,
      })
      .meta({ id: "BudgetTotal", description: "The whole range, by forecast." }),
  })
  .meta({
    id: "BudgetVarianceSums",
    description: "The months for which a property has a budget, together.",
  });

const variance = {
  ...range,
  as_of: DayTimestamp.meta({
    description: "The last day up to which unbilled days are accrued.",
    example: "2026-10-31T00:00:00.000Z",
  }),
  meters_unknown: count("Meters of whose unbilled days nothing is known: they are in no sum.", 0),
  sums: z.array(BudgetVarianceSums).meta({ description: "All services together first, then each." }),
  months: z.array(BudgetVarianceMonth).meta({ description: "In the same order, then by month." }),
};

export const PropertyBudgetVariance = z
  .object({ svc_object_type: z.literal("PropertyBudgetVariance"), property_id, ...variance })
  .meta({ id: "PropertyBudgetVariance", description: "Budget against actual of a property." });
export type PropertyBudgetVariance = z.infer<typeof PropertyBudgetVariance>;

export const PortfolioBudgetVariance = z
  .object({
    svc_object_type: z.literal("PortfolioBudgetVariance"),
    properties_total: count("How many properties there are.", 42),
    properties_budgeted: count("How many of them have a budget in the range. Only these are in the sums.", 40),
    ...variance,
    properties: z
      .array(
        BudgetVarianceSums.omit({ energy_type: true })
          .extend({
            property_id,
            name: z.string().nullable().meta({ description: "Name of the property.", example: "14 Example Lane" }),
          })
          .meta({ id: "BudgetVarianceProperty", description: "All services of one property together." }),
      )
      .meta({ description: "Those with a budget in the range, by id." }),
  })
  .meta({ id: "PortfolioBudgetVariance", description: "Budget against actual of all properties." });
export type PortfolioBudgetVariance = z.infer<typeof PortfolioBudgetVariance>;
