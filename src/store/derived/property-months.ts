/** What is derived for whole properties: their months, by energy type or in all, and the degree days at their weather station. */
import { sql, type RawBuilder } from "kysely";
import type { Db, Sql } from "../db.ts";
import { WHOLE } from "./derived-rows.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";
import type { MonthRange } from "./months.ts";

export type PropertyMonthRow = Awaited<ReturnType<typeof listPropertyMonths>>[number];
export type DegreeDayRow = Awaited<ReturnType<typeof listDegreeDays>>[number];
export type MonthsBy = "property" | "energy_type";

const propertyMonths = (db: Sql, companyId: number, propertyId: number, by: MonthsBy, { from, to }: MonthRange) =>
  db
    .selectFrom("property_months")
    .where("company_id", "=", companyId)
    .where("property_id", "=", propertyId)
    .where("energy_type", by === "property" ? "=" : "<>", WHOLE)
    .$if(from !== undefined, (query) => query.where("effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("effective_month", "<", to ?? ""));

/** Months of the property as a whole, or one row for each type of energy it uses. */
export const listPropertyMonths = (
  db: Sql,
  companyId: number,
  propertyId: number,
  by: MonthsBy,
  range: MonthRange = {},
) =>
  propertyMonths(db, companyId, propertyId, by, range)
    .selectAll()
    .orderBy("energy_type")
    .orderBy("effective_month")
    .execute();

/** The months of a window, in the same order. */
export const listPropertyMonthsIn = (
  db: Db,
  companyId: number,
  propertyId: number,
  { by, range, window }: { by: MonthsBy; range: MonthRange; window: ListWindow },
): Promise<PropertyMonthRow[]> => {
  const months = propertyMonths(db, companyId, propertyId, by, range).selectAll();
  return readRows(db, inWindow(months, "property_months", window, ["energy_type", "effective_month"]));
};

export const versionOfPropertyMonths = (
  db: Db,
  companyId: number,
  propertyId: number,
  by: MonthsBy,
  range: MonthRange,
): Promise<string> => versionOf(db, propertyMonths(db, companyId, propertyId, by, range).selectAll());

/** How many calendar months there are, counted up to `max`. */
export async function countPropertyMonths(
  db: Sql,
  companyId: number,
  propertyId: number,
  range: MonthRange,
  max: number,
): Promise<number> {
  const months = propertyMonths(db, companyId, propertyId, "property", range).select("effective_month").limit(max);
  return (await months.execute()).length;
}

/** The latest month for which every meter in service is billed; null when no month is complete. */
export const latestCompleteMonth = (
  companyId: number,
  propertyId: RawBuilder<unknown>,
): RawBuilder<string | null> => sql`(
  select max(month.effective_month) from property_months month
  where month.company_id = ${companyId} and month.property_id = ${propertyId}
    and month.energy_type = ${WHOLE} and month.month_complete)`;

const degreeDays = (db: Sql, companyId: number, propertyId: number, { from, to }: MonthRange) =>
  db
    .selectFrom("properties as property")
    .innerJoin("degree_days as month", "month.weather_station_alpha_id", "property.weather_station_alpha_id")
    .selectAll("month")
    .where("property.company_id", "=", companyId)
    .where("property.id", "=", propertyId)
    .$if(from !== undefined, (query) => query.where("month.effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("month.effective_month", "<", to ?? ""));

/** Weather belongs to no company: the property determines the station. */
export const listDegreeDays = (db: Sql, companyId: number, propertyId: number, range: MonthRange = {}) =>
  degreeDays(db, companyId, propertyId, range).orderBy("month.effective_month").execute();

export const listDegreeDaysIn = (
  db: Db,
  companyId: number,
  propertyId: number,
  range: MonthRange,
  window: ListWindow,
): Promise<DegreeDayRow[]> =>
  readRows(
    db,
    inWindow(degreeDays(db, companyId, propertyId, range), "month", window, ["effective_month", "base_temperature_f"]),
  );

export const versionOfDegreeDays = (
  db: Db,
  companyId: number,
  propertyId: number,
  range: MonthRange,
): Promise<string> => versionOf(db, degreeDays(db, companyId, propertyId, range));
