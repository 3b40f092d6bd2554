/** What is told by month: which months are asked for, and how the rows of properties are written. */
import { z } from "zod";
import type { DegreeDay } from "../records/degree-day.ts";
import type { EnergyTypeMonth, PropertyMonth } from "../records/month.ts";
import type { SnapshotInfo } from "../records/snapshot.ts";
import { wireDay } from "../records/wire.ts";
import type { DegreeDayRow, PropertyMonthRow } from "../store/property-months.ts";
import type { SnapshotRow } from "../store/snapshots.ts";
import { filters, withDays } from "./list-query.ts";
import { wireMonth, word } from "./wire.ts";

const MonthFilters = z.strictObject({
  from: filters.from.meta({ ...filters.from.meta(), description: "Only months that begin on or after this day." }),
  to: filters.to.meta({ ...filters.to.meta(), description: "Only months that begin before this day." }),
});

export const MonthsQuery = withDays(MonthFilters);

/** For months that bills make. */
export const ExplainedMonthsQuery = withDays(
  MonthFilters.extend({
    explain: z
      .enum(["true", "false"])
      .transform((text) => text === "true")
      .optional()
      .meta({
        type: "boolean",
        description: "Adds to each month the lines of bills that its figures are made of, and how many of their days.",
        example: false,
      }),
  }),
);

export const wirePropertyMonth = (row: PropertyMonthRow): z.infer<typeof PropertyMonth> => ({
  ...wireMonth({ ...row, utility_meter_id: null }),
  property_id: row.property_id,
});

export const wireEnergyTypeMonth = (row: PropertyMonthRow): z.infer<typeof EnergyTypeMonth> => ({
  ...wirePropertyMonth(row),
  energy_type: word(row.energy_type),
});

export const wireSnapshot = (row: SnapshotRow): z.infer<typeof SnapshotInfo> => ({
  property_id: row.property_id,
  svc_object_type: "SnapshotInfo",
  effective_month: wireDay(row.effective_month),
  STAR_rating: row.star_rating,
  current_cost_per_sq_ft: row.current_cost_per_sq_ft,
  previous_cost_per_sq_ft: row.previous_cost_per_sq_ft,
  yoy_percent_change_cost_per_sq_ft: row.yoy_percent_change_cost_per_sq_ft,
  current_kbtus_per_sq_ft: row.current_kbtus_per_sq_ft,
  previous_kbtus_per_sq_ft: row.previous_kbtus_per_sq_ft,
  yoy_percent_change_kbtus_per_sq_ft: row.yoy_percent_change_kbtus_per_sq_ft,
  current_co2_per_sq_ft: row.current_co2_per_sq_ft,
  previous_co2_per_sq_ft: row.previous_co2_per_sq_ft,
  yoy_percent_change_co2_per_sq_ft: row.yoy_percent_change_co2_per_sq_ft,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const wireDegreeDay = (row: DegreeDayRow, property_id: number): z.infer<typeof DegreeDay> => ({
  svc_object_type: "DegreeDay",
  property_id,
  weather_station_alpha_id: row.weather_station_alpha_id,
  effective_month: wireDay(row.effective_month),
  heating_degree_days: row.heating_degree_days,
  cooling_degree_days: row.cooling_degree_days,
  base_temperature_f: row.base_temperature_f,
  days_present: row.days_present,
  month_complete: row.month_complete,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
