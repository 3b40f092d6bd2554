/** DegreeDay: how cold and how hot a month was at the weather station of a property. */
import { z } from "zod";
import { Id } from "./scalars.ts";
import { DayTimestamp, Timestamp } from "./wire.ts";

export const DegreeDay = z
  .object({
    svc_object_type: z.literal("DegreeDay"),
    property_id: Id,
    weather_station_alpha_id: z.string().meta({ example: "KSPI" }),
    effective_month: DayTimestamp.meta({ description: "First day of the month." }),
    heating_degree_days: z.number().int().nullable().meta({ example: 742 }),
    cooling_degree_days: z.number().int().nullable().meta({ example: 3 }),
    base_temperature_f: z.number().int().meta({ description: "In degrees Fahrenheit.", example: 65 }),
    days_present: z
      .number()
      .int()
      .meta({ description: "Days of the month with a temperature. Missing days are not estimated.", example: 31 }),
    month_complete: z.boolean().meta({ description: "True when no day is missing.", example: true }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: "DegreeDay",
    description: "Degree days of a month by the rule of the National Weather Service, to the base of 65 degrees.",
  });
