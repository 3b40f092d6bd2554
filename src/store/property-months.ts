/** What is derived for whole properties: their months, by energy type or in all, and the degree days at their weather station. */
import { sql, type RawBuilder } from "kysely";
import type { Sql } from "./db.ts";
import { WHOLE } from "./derived-rows.ts";
import type { MonthRange } from "./months.ts";

export type PropertyMonthRow = Awaited<ReturnType<typeof listPropertyMonths>>[number];
export type DegreeDayRow = Awaited<ReturnType<typeof listDegreeDays>>[number];

/** Months of the property as a whole, or one row for each type of energy it uses. */
export function listPropertyMonths(
  db: Sql,
  companyId: number,
  propertyId: number,
  by: "property" | "energy_type",
  { from, to }: MonthRange = {},
) {
  return db
    .selectFrom("property_months")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("property_id", "=", propertyId)
    .where("energy_type", by === "property" ? "=" : "<>", WHOLE)
    .$if(from !== undefined, (query) => query.where("effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("effective_month", "<", to ?? ""))
    .orderBy("energy_type")
    .orderBy("effective_month")
    .execute();
}

/** The latest month for which every meter in service is billed; null where no month is complete. */
export const latestCompleteMonth = (
  companyId: number,
  propertyId: RawBuilder<unknown>,
): RawBuilder<string | null> => sql`(
  select max(month.effective_month) from property_months month
  where month.company_id = ${companyId} and month.property_id = ${propertyId}
    and month.energy_type = ${WHOLE} and month.month_complete)`;

/** Weather belongs to no company: the property of the company says which station is meant. */
export function listDegreeDays(db: Sql, companyId: number, propertyId: number, { from, to }: MonthRange = {}) {
  return db
    .selectFrom("properties as property")
    .innerJoin("degree_days as month", "month.weather_station_alpha_id", "property.weather_station_alpha_id")
    .selectAll("month")
    .where("property.company_id", "=", companyId)
    .where("property.id", "=", propertyId)
    .$if(from !== undefined, (query) => query.where("month.effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("month.effective_month", "<", to ?? ""))
    .orderBy("month.effective_month")
    .execute();
}
