/** MonthlyConsumptionData: bills adjusted to one calendar month, of a meter, a property or one type of energy (specification 2.9). */
import { z } from "zod";
import { ENERGY_TYPES } from "./codes.ts";
import { written } from "./fields.ts";
import { eachFigure, ENERGIES, FIGURE_RULES, MONTH_FIGURES } from "./month-figures.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, TIMES } from "./wire.ts";

const figure = z.number().nullable();

export const ExplainedLine = z
  .object({
    utility_bill_id: Id.meta({ example: 812 }),
    line_id: Id.meta({ description: "Id of the charge or usage, depending on the figure.", example: 9074 }),
    start_date: DayTimestamp.meta({
      description: "First day covered by the line.",
      example: "2025-11-10T00:00:00.000Z",
    }),
    end_date: DayTimestamp.meta({
      description: "First day not covered by the line.",
      example: "2025-12-09T00:00:00.000Z",
    }),
    days: z.number().int().meta({ description: "Days of the line in the month.", example: 8 }),
    amount: figure.meta({ description: "The share of the month, in the unit of the figure.", example: 11.47 }),
    description: z.string().meta({ description: "What the bill calls the line.", example: "Off-peak energy" }),
    invoice_date: DayTimestamp.meta({ description: "Date of the bill.", example: "2025-12-11T00:00:00.000Z" }),
  })
  .meta({ id: "ExplainedLine", description: "The contribution of one bill line to a month." });

export const ExplainedMeterLine = ExplainedLine.extend({ utility_meter_id: Id }).meta({
  id: "ExplainedMeterLine",
  description: "The contribution of one bill line to a month, with its meter.",
});

/** The lines of each figure sum to it; a demand has only the highest line. */
export const MonthExplanation = z
  .object(eachFigure(MONTH_FIGURES, () => z.array(ExplainedLine)))
  .meta({ id: "MonthExplanation", description: "The bill lines of each figure; they sum to the figure." });

/** The explanation of a month of several meters. */
export const PropertyMonthExplanation = z
  .object({
    ...eachFigure(MONTH_FIGURES, () => z.array(ExplainedMeterLine)),
    ...eachFigure(ENERGIES, () => z.array(ExplainedMeterLine)),
  })
  .meta({
    id: "PropertyMonthExplanation",
    description: "The bill lines of each figure with their meters; they sum to the figure.",
  });

/** The use of a month in the unit of its service, which a month of several services has not. */
export const MONTH_USAGE = {
  usage: figure.meta({
    description:
      "The use in `usage_unit`, made from the energy (delivered, else supplied) or from the water of the month; null when not known.",
    example: 716.081477,
  }),
  usage_unit: z.string().nullable().meta({
    description:
      "The unit in which most bills state the service, the same for all meters of it: kWh, therm, gal, klb, MMBtu or ton-hour. Null for a service without use, such as sewer.",
    example: "kWh",
  }),
  days_billed: z.number().int().nullable().meta({
    description:
      "Days of the month that bills cover; for several meters, those of the meter with the fewest. Null when not known.",
    example: 31,
  }),
};

export const MonthlyConsumptionData = z
  .object({
    id: Id.meta({ example: 1207 }),
    svc_object_type: z.literal("MonthlyConsumptionData"),
    utility_meter_id: Id.nullable().meta({
      description: "Null for a month of a property or of an energy type.",
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
      .meta({ description: "True when a read or bill of the month was estimated.", example: false }),
    month_complete: z
      .boolean()
      .meta({ description: "True when every day of service in the month is billed exactly once.", example: true }),
    ...MONTH_USAGE,
    explain: MonthExplanation.optional().meta({ description: "Only when requested." }),
    ...TIMES,
  })
  .meta({
    id: "MonthlyConsumptionData",
    description: "Use and cost of one calendar month. Null: not known.",
  });

export const PropertyMonth = MonthlyConsumptionData.omit({
  usage: true,
  usage_unit: true,
  days_billed: true,
  explain: true,
})
  .extend({
    property_id: Id,
    kbtus: figure
      .meta({
        description:
          "The energy of the month in kBtu. Each service counts once: as delivered where that is known, else as supplied.",
        example: 2443.27,
      })
      .register(written, { unit: "kBtu" }),
    lbs_co2: figure
      .meta({ description: "Its CO2 equivalent in pounds.", example: 894.086443 })
      .register(written, { unit: "lb" }),
    explain: PropertyMonthExplanation.optional().meta({ description: "Only when requested." }),
  })
  .meta({ id: "PropertyMonth", description: "One calendar month of a whole property." });

export const EnergyTypeMonth = PropertyMonth.extend({
  energy_type: z.enum(ENERGY_TYPES).meta({ description: "The energy type." }),
  ...MONTH_USAGE,
}).meta({
  id: "EnergyTypeMonth",
  description: "One calendar month of all meters of a property with the same energy type.",
});
