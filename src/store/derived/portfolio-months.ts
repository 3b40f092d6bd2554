/** The stored months of all properties of a company, added up by month, and the months in which their services are in service. */
import { sql, type RawBuilder } from "kysely";
import type { ServiceSpan, SummedMonth } from "../../domain/portfolio/portfolio-months.ts";
import type { Db, Sql } from "../db.ts";
import { inWindow, readRows, type ListWindow } from "../list-window.ts";
import { WHOLE } from "./derived-rows.ts";
import type { MonthRange } from "./months.ts";

interface SumsOf {
  range: MonthRange;
  /** Null: all properties together. */
  propertyIds: readonly number[] | null;
  /** True: not the rows of properties as a whole, which are a third of all. */
  isOfTypesAlone?: boolean;
}

/** By type of energy and month; of given properties each for itself. Without an order. */
export async function sumMonths(
  db: Sql,
  companyId: number,
  { range, propertyIds, isOfTypesAlone = false }: SumsOf,
): Promise<SummedMonth[]> {
  const group = propertyIds === null ? sql`null::bigint` : sql`property_id`;
  const { rows } = await sql<SummedMonth>`
    select ${group} as property_id, nullif(energy_type, ${WHOLE}) as energy_type, effective_month,
      (count(*) filter (where month_complete))::int as complete, bool_or(estimated) as estimated,
      sum(total_cost) as total_cost, count(total_cost)::int as "costsKnown",
      sum(coalesce(distribution_kbtus, supply_kbtus)) as kbtus,
      count(coalesce(distribution_kbtus, supply_kbtus))::int as "kbtusKnown",
      sum(coalesce(distribution_lbs_co2, supply_lbs_co2)) as lbs_co2,
      count(coalesce(distribution_lbs_co2, supply_lbs_co2))::int as "co2Known",
      sum(gallons) as gallons, count(gallons)::int as "gallonsKnown"
    from property_months
    where company_id = ${companyId} and ${ofProperties(propertyIds)}
      and ${isOfTypesAlone ? sql`energy_type <> ${WHOLE}` : sql`true`}
      and effective_month >= ${range.from ?? "-infinity"} and effective_month < ${range.to ?? "infinity"}
    group by 1, 2, 3`.execute(db);
  return rows;
}

const ofProperties = (ids: readonly number[] | null): RawBuilder<boolean> =>
  ids === null ? sql`true` : sql`property_id = any(${ids}::bigint[])`;

/** Each type of energy that a property has bills of. */
export async function listServiceSpans(
  db: Sql,
  companyId: number,
  propertyIds: readonly number[] | null,
): Promise<ServiceSpan[]> {
  const { rows } = await sql<ServiceSpan>`
    select service.property_id, service.energy_type, span.first, greatest(span.last, service.ended) as last, service.going
    from (
      select property_id, energy_type, max(date_trunc('month', deactivation_date - 1)::date) as ended,
        bool_or(meter.deactivation_date is null and meter.status = 'Active' and account.status = 'Active') as going
      from utility_meters meter
      join utility_accounts account on account.company_id = meter.company_id and account.id = meter.utility_account_id
      where meter.company_id = ${companyId} and ${ofProperties(propertyIds)}
      group by property_id, energy_type) service
    cross join lateral (
      select min(effective_month) as first, max(effective_month) as last from property_months month
      where month.company_id = ${companyId} and month.property_id = service.property_id
        and month.energy_type = service.energy_type) span
    where span.first is not null`.execute(db);
  return rows;
}

/** The months of each property in a window, ordered by property and month. */
export function listPropertyMonthKeys(
  db: Db,
  companyId: number,
  { from, to }: MonthRange,
  window: ListWindow,
): Promise<{ property_id: number; effective_month: string }[]> {
  const months = db
    .selectFrom("property_months")
    .select(["property_id", "effective_month"])
    .where("company_id", "=", companyId)
    .where("energy_type", "=", WHOLE)
    .$if(from !== undefined, (query) => query.where("effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("effective_month", "<", to ?? ""));
  return readRows(db, inWindow(months, "property_months", window, ["property_id", "effective_month"]));
}
