/** The months of all properties of a company, added up by property and type of energy for two periods in one statement. */
import { sql } from "kysely";
import type { ComparedPeriods } from "../../domain/variance/property-variance.ts";
import type { SummedMonths } from "../../domain/portfolio/compare-properties.ts";
import { monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import type { WeatherMonth } from "../../domain/findings/billed-period.ts";
import type { Month } from "../../records/scalars.ts";
import type { Sql } from "../db.ts";
import { WHOLE } from "./derived-rows.ts";

export async function sumPortfolio(
  db: Sql,
  companyId: number,
  { period, against }: ComparedPeriods,
): Promise<SummedMonths[]> {
  const endOf = ({ first, count }: ComparedPeriods["period"]) => monthFromNumber(monthNumber(first) + count);
  const { rows } = await sql<SummedMonths>`
    select property_id, nullif(energy_type, ${WHOLE}) as energy_type, effective_month >= ${period.first} as "isNow",
      count(*)::int as months,
      (count(*) filter (where month_complete))::int as "completeMonths",
      (count(*) filter (where estimated))::int as "estimatedMonths",
      sum(total_cost) as total_cost,
      sum(coalesce(distribution_kbtus, supply_kbtus)) as kbtus,
      count(coalesce(distribution_kbtus, supply_kbtus))::int as "kbtusMonths",
      sum(coalesce(distribution_lbs_co2, supply_lbs_co2)) as lbs_co2,
      count(coalesce(distribution_lbs_co2, supply_lbs_co2))::int as "co2Months",
      sum(gallons) as gallons
    from property_months
    where company_id = ${companyId}
      and (effective_month >= ${period.first} and effective_month < ${endOf(period)}
        or effective_month >= ${against.first} and effective_month < ${endOf(against)})
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/** The month through which at least half of the properties are billed for every meter in service; null when none is. */
export async function latestMonthOfMost(db: Sql, companyId: number): Promise<Month | null> {
  const { rows } = await sql<{ month: Month | null }>`
    select percentile_disc(0.5) within group (order by data_current_through desc) as month
    from properties where company_id = ${companyId} and data_current_through is not null`.execute(db);
  return rows[0]?.month ?? null;
}

export const listPortfolioProperties = (db: Sql, companyId: number) =>
  db
    .selectFrom("properties")
    .select(["id", "name", "sq_ft"])
    .where("company_id", "=", companyId)
    .orderBy("id")
    .execute();

/** The meters of these properties, by property. */
export async function listMetersOfProperties(
  db: Sql,
  companyId: number,
  propertyIds: readonly number[],
): Promise<{ id: number; property_id: number; energy_type: string }[]> {
  const { rows } = await sql<{ id: number; property_id: number; energy_type: string }>`
    select id, property_id, energy_type from utility_meters
    where company_id = ${companyId} and property_id = any(${propertyIds}::bigint[])
    order by property_id, id`.execute(db);
  return rows;
}

/** The degree days at the stations of these properties, by property and month. */
export async function listWeatherOfProperties(
  db: Sql,
  companyId: number,
  propertyIds: readonly number[],
  { from, to }: { from: Month; to: Month },
): Promise<(WeatherMonth & { property_id: number })[]> {
  const { rows } = await sql<WeatherMonth & { property_id: number }>`
    select property.id as property_id, month.effective_month, month.heating_degree_days, month.cooling_degree_days,
      month.month_complete
    from properties property
    join degree_days month on month.weather_station_alpha_id = property.weather_station_alpha_id
    where property.company_id = ${companyId} and property.id = any(${propertyIds}::bigint[])
      and month.effective_month >= ${from} and month.effective_month < ${to}
    order by 1, 2`.execute(db);
  return rows;
}

/** The scores of the twelve months before a month, by property; a property without one is not among them. */
export async function listScores(db: Sql, companyId: number, month: Month): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ property_id: number; star_rating: number }>`
    select property_id, star_rating from snapshots
    where company_id = ${companyId} and effective_month = ${month} and star_rating is not null`.execute(db);
  return new Map(rows.map(({ property_id, star_rating }) => [property_id, star_rating]));
}
