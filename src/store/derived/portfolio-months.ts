/** The stored months of all properties of a company, added up by month, and the months in which their services are in service. */
import { sql, type RawBuilder } from "kysely";
import type { ServiceSpan, SummedMonth } from "../../domain/portfolio/portfolio-months.ts";
import type { Sql } from "../db.ts";
import type { ListWindow } from "../list-window.ts";
import { WHOLE } from "./derived-rows.ts";
import type { MonthRange } from "./months.ts";

/** A row for each month, of all types of energy together or of each. Without an order. */
export const sumMonths = (
  db: Sql,
  companyId: number,
  group: "month" | "energy_type",
  range: MonthRange,
): Promise<SummedMonth[]> =>
  group === "month" ? sumMonthsOfAll(db, companyId, range) : sumMonthsOfTypes(db, companyId, range);

async function sumMonthsOfAll(db: Sql, companyId: number, range: MonthRange): Promise<SummedMonth[]> {
  const { rows } = await sql<SummedMonth>`
    select null::bigint as property_id, null::text as energy_type, effective_month,
      (count(*) filter (where month_complete))::int as complete, bool_or(estimated) as estimated,
      sum(total_cost) as total_cost, sum(kbtus) as kbtus, sum(lbs_co2) as lbs_co2, sum(gallons) as gallons,
      sum(total_cost_known)::int as total_cost_known, sum(kbtus_known)::int as kbtus_known,
      sum(lbs_co2_known)::int as lbs_co2_known, sum(gallons_known)::int as gallons_known
    from summed_months
    where company_id = ${companyId} and ${inRange(range)}
    group by effective_month`.execute(db);
  return rows;
}

async function sumMonthsOfTypes(db: Sql, companyId: number, range: MonthRange): Promise<SummedMonth[]> {
  const { rows } = await sql<SummedMonth>`
    select null::bigint as property_id, energy_type, effective_month,
      (count(*) filter (where month_complete))::int as complete, bool_or(estimated) as estimated,
      sum(total_cost) as total_cost, count(total_cost)::int as total_cost_known,
      sum(kbtus) as kbtus, count(kbtus)::int as kbtus_known,
      sum(lbs_co2) as lbs_co2, count(lbs_co2)::int as lbs_co2_known,
      sum(gallons) as gallons, count(gallons)::int as gallons_known
    from property_months
    where company_id = ${companyId} and ${inRange(range)} and energy_type <> ${WHOLE}
    group by energy_type, effective_month`.execute(db);
  return rows;
}

/** A row for each property and month in a window, ordered by property and month. */
export async function listSummedMonths(
  db: Sql,
  companyId: number,
  range: MonthRange,
  { after, limit, offset = 0 }: ListWindow,
): Promise<SummedMonth[]> {
  const [property, month] = after?.key ?? [];
  const isAfter = after === null ? sql`true` : sql`(property_id, effective_month) > (${property}, ${month})`;
  const { rows } = await sql<SummedMonth>`
    select property_id, null::text as energy_type, effective_month, month_complete::int as complete, estimated,
      total_cost, kbtus, lbs_co2, gallons, total_cost_known, kbtus_known, lbs_co2_known, gallons_known
    from summed_months
    where company_id = ${companyId} and ${inRange(range)} and ${isAfter}
    order by property_id, effective_month limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

const inRange = ({ from, to }: MonthRange): RawBuilder<boolean> =>
  sql`effective_month >= ${from ?? "-infinity"} and effective_month < ${to ?? "infinity"}`;

const ofProperties = (ids: readonly number[] | null): RawBuilder<boolean> =>
  ids === null ? sql`true` : sql`property_id = any(${ids}::bigint[])`;

/** Each type of energy that a property has bills of. */
export async function listServiceSpans(
  db: Sql,
  companyId: number,
  propertyIds: readonly number[] | null,
): Promise<ServiceSpan[]> {
  const { rows } = await sql<ServiceSpan>`
    select service.property_id, service.energy_type, span.first, span.last
    from (
      select property_id, energy_type, max(date_trunc('month', deactivation_date - 1)::date) as ended,
        bool_or(meter.deactivation_date is null and meter.status = 'Active' and account.status = 'Active') as going
      from utility_meters meter
      join utility_accounts account on account.company_id = meter.company_id and account.id = meter.utility_account_id
      where meter.company_id = ${companyId} and ${ofProperties(propertyIds)}
      group by property_id, energy_type) service
    cross join lateral (
      select min(effective_month) as first,
        case when not service.going then greatest(max(effective_month), service.ended) end as last
      from property_months month
      where month.company_id = ${companyId} and month.property_id = service.property_id
        and month.energy_type = service.energy_type) span
    where span.first is not null`.execute(db);
  return rows;
}
