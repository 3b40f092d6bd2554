/** The months of all properties of a company, added up by property and type of energy for two periods in one statement. */
import { sql } from "kysely";
import type { ComparedPeriods } from "../../domain/variance/property-variance.ts";
import type { SummedMonths } from "../../domain/portfolio/compare-properties.ts";
import { monthFromNumber, monthNumber } from "../../domain/calendar.ts";
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
