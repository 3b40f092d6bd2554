/** MonthlyConsumptionData: bills adjusted to one calendar month, of a meter, a property or one type of energy (specification 2.9). */
import { z } from "zod";
import { ENERGY_TYPES } from "./codes.ts";
import { written } from "./fields.ts";
import { eachFigure, FIGURE_RULES, MONTH_FIGURES } from "./month-figures.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, TIMES } from "./wire.ts";

const figure = z.number().nullable();

export const ExplainedLine = z
  .object({
    utility_bill_id: Id.meta({ example: 812 }),
    line_id: Id.meta({ description: "Of the charge or usage, by what the figure is.", example: 9074 }),
    start_date: DayTimestamp.meta({
      description: "First day that the line covers.",
      example: "2025-11-10T00:00:00.000Z",
    }),
    end_date: DayTimestamp.meta({
      description: "First day that the line does not cover.",
      example: "2025-12-09T00:00:00.000Z",
    }),
    days: z.number().int().meta({ description: "Days of the line that fell into the month.", example: 8 }),
    amount: figure.meta({ description: "What fell into the month, in the unit of the figure.", example: 11.47 }),
  })
  .meta({ id: "ExplainedLine", description: "What one line of a bill gave to a month." });

export const ExplainedMeterLine = ExplainedLine.extend({ utility_meter_id: Id }).meta({
  id: "ExplainedMeterLine",
  description: "What one line of a bill gave to a month, and the meter it is of.",
});

/** The lines of each figure sum to it; of a demand it is the one that was highest. */
export const MonthExplanation = z
  .object(eachFigure(MONTH_FIGURES, () => z.array(ExplainedLine)))
  .meta({ id: "MonthExplanation", description: "The lines of bills that each figure is made of. They sum to it." });

/** The same of several meters. */
export const PropertyMonthExplanation = z.object(eachFigure(MONTH_FIGURES, () => z.array(ExplainedMeterLine))).meta({
  id: "PropertyMonthExplanation",
  description: "The lines of bills that each figure is made of, with the meters they are of. They sum to it.",
});

export const MonthlyConsumptionData = z
  .object({
    id: Id.meta({ example: 1207 }),
    svc_object_type: z.literal("MonthlyConsumptionData"),
    utility_meter_id: Id.nullable().meta({
      description: "Null where the month is of a property or of an energy type.",
    }),
    effective_month: DayTimestamp.meta({
      description: "First day of the month.",
      example: "2025-12-01T00:00:00.000Z",
    }).register(written, { type: "month" }),
    ...eachFigure(MONTH_FIGURES, (name) => {
      const { description, example, unit } = FIGURE_RULES[name];
      return figure.meta({ description, example }).register(written, unit === null ? { type: "money" } : { unit });
    }),
    estimated: z
      .boolean()
      .meta({ description: "A read or a bill that the month is made of was estimated.", example: false }),
    month_complete: z
      .boolean()
      .meta({ description: "Every day of service of the month is billed exactly once.", example: true }),
    explain: MonthExplanation.optional().meta({ description: "Where it was asked for." }),
    ...TIMES,
  })
  .meta({
    id: "MonthlyConsumptionData",
    description: "What was used and paid in one calendar month. Null: not known.",
  });

export const PropertyMonth = MonthlyConsumptionData.omit({ explain: true })
  .extend({
    property_id: Id,
    explain: PropertyMonthExplanation.optional().meta({ description: "Where it was asked for." }),
  })
  .meta({ id: "PropertyMonth", description: "One calendar month of a whole property." });

export const EnergyTypeMonth = PropertyMonth.extend({
  energy_type: z.enum(ENERGY_TYPES).meta({ description: "What was used." }),
}).meta({
  id: "EnergyTypeMonth",
  description: "One calendar month of all meters of a property that measure the same type of energy.",
});
