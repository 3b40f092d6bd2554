/** MonthlyConsumptionData: bills adjusted to one calendar month, of a meter, a property or one type of energy (specification 2.9). */
import { z } from "zod";
import { ENERGY_TYPES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, Timestamp } from "./wire.ts";

/** The figures of a month, in the order of the specification. Null: not known. */
export const MONTH_FIGURES = [
  "distribution_kbtus",
  "distribution_lbs_co2",
  "supply_kbtus",
  "supply_lbs_co2",
  "demand_consumption",
  "usage_cost",
  "demand_cost",
  "service_cost",
  "interim_rate_cost",
  "other_applied_cost",
  "tax_cost",
  "total_cost",
  "gallons",
] as const;
export type MonthFigure = (typeof MONTH_FIGURES)[number];

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

const figuresOf = <Lines extends z.ZodType>(lines: Lines) =>
  ({
    distribution_kbtus: lines,
    distribution_lbs_co2: lines,
    supply_kbtus: lines,
    supply_lbs_co2: lines,
    demand_consumption: lines,
    usage_cost: lines,
    demand_cost: lines,
    service_cost: lines,
    interim_rate_cost: lines,
    other_applied_cost: lines,
    tax_cost: lines,
    total_cost: lines,
    gallons: lines,
  }) satisfies Record<MonthFigure, z.ZodType>;

/** The lines of each figure sum to it; of a demand it is the one that was highest. */
export const MonthExplanation = z
  .object(figuresOf(z.array(ExplainedLine)))
  .meta({ id: "MonthExplanation", description: "The lines of bills that each figure is made of. They sum to it." });

/** The same of several meters. */
export const PropertyMonthExplanation = z.object(figuresOf(z.array(ExplainedMeterLine))).meta({
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
    effective_month: DayTimestamp.meta({ description: "First day of the month.", example: "2025-12-01T00:00:00.000Z" }),
    distribution_kbtus: figure.meta({
      description: "Energy delivered, in kBtu; counted once where supply is billed apart.",
      example: 2443.27,
    }),
    distribution_lbs_co2: figure.meta({ description: "Its CO2 equivalent in pounds.", example: 894.086443 }),
    supply_kbtus: figure.meta({ description: "Energy supplied by another company, in kBtu.", example: null }),
    supply_lbs_co2: figure.meta({ description: "Its CO2 equivalent in pounds.", example: null }),
    demand_consumption: figure.meta({
      description: "The highest demand of the month, never split over months.",
      example: null,
    }),
    usage_cost: figure.meta({ example: 89.1 }),
    demand_cost: figure.meta({ example: 0 }),
    service_cost: figure.meta({ example: 14.76 }),
    interim_rate_cost: figure.meta({ example: -0.98 }),
    other_applied_cost: figure.meta({ example: 1.34 }),
    tax_cost: figure.meta({ example: 8.59 }),
    total_cost: figure.meta({ description: "The six costs together.", example: 112.81 }),
    gallons: figure.meta({ description: "Water, in gallons.", example: null }),
    estimated: z
      .boolean()
      .meta({ description: "A read or a bill that the month is made of was estimated.", example: false }),
    month_complete: z
      .boolean()
      .meta({ description: "Every day of service of the month is billed exactly once.", example: true }),
    explain: MonthExplanation.optional().meta({ description: "Where it was asked for." }),
    created_at: Timestamp,
    updated_at: Timestamp,
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

export const EnergyTypeMonth = PropertyMonth.extend({ energy_type: z.enum(ENERGY_TYPES) }).meta({
  id: "EnergyTypeMonth",
  description: "One calendar month of all meters of a property that measure the same type of energy.",
});
