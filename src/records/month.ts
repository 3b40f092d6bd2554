/** MonthlyConsumptionData: a meter's bills, adjusted to one calendar month (specification 2.9). */
import { z } from "zod";
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

export const MonthlyConsumptionData = z
  .object({
    id: Id,
    svc_object_type: z.literal("MonthlyConsumptionData"),
    utility_meter_id: Id.nullable(),
    effective_month: DayTimestamp,
    distribution_kbtus: figure,
    distribution_lbs_co2: figure,
    supply_kbtus: figure,
    supply_lbs_co2: figure,
    demand_consumption: figure,
    usage_cost: figure,
    demand_cost: figure,
    service_cost: figure,
    interim_rate_cost: figure,
    other_applied_cost: figure,
    tax_cost: figure,
    total_cost: figure,
    gallons: figure,
    estimated: z.boolean().meta({ description: "A read or a bill that the month is made of was estimated." }),
    month_complete: z.boolean().meta({ description: "Every day of service of the month is billed exactly once." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "MonthlyConsumptionData" });
