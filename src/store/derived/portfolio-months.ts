/** The stored months of all properties of a company, added up by month, and the months in which their services are in service. */
import { sql, type RawBuilder } from "kysely";
import type { ServiceSpan, SummedMonth } from "../../domain/portfolio/portfolio-months.ts";
import type { Sql } from "../db.ts";
import type { ListWindow } from "../list-window.ts";
import { WHOLE } from "./derived-rows.ts";
import type { MonthRange } from "./months.ts";

/** A row for each month, of all types of energy together or of each. Without an order. */
export async function sumMonths(
  db: Sql,
  companyId: number,
  group: "month" | "energy_type",
  range: MonthRange,
): Promise<SummedMonth[]> {
  const { rows } = await sql<SummedMonth>`
    select null::bigint as property_id, ${group === "month" ? sql`null::text` : sql`energy_type`} as energy_type,
      effective_month, ${group === "month" ? SUMS_OF_ALL : SUMS_OF_TYPE}
    from property_months
    where company_id = ${companyId} and ${inRange(range)}
      and ${group === "month" ? sql`true` : sql`energy_type <> ${WHOLE}`}
    group by 2, 3`.execute(db);
  return rows;
}

/** A row for each property and month in a window, ordered by property and month. */
export async function sumMonthsOfProperties(
  db: Sql,
  companyId: number,
  range: MonthRange,
  { after, limit, offset = 0 }: ListWindow,
): Promise<SummedMonth[]> {
  const [property, month] = after?.key ?? [];
  const isAfter = after === null ? sql`true` : sql`(property_id, effective_month) > (${property}, ${month})`;
  const { rows } = await sql<SummedMonth>`
    select property_id, null::text as energy_type, effective_month, ${SUMS_OF_ALL}
    from property_months
    where company_id = ${companyId} and ${inRange(range)} and ${isAfter}
    group by property_id, effective_month
    order by property_id, effective_month limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

const inRange = ({ from, to }: MonthRange): RawBuilder<boolean> =>
  sql`effective_month >= ${from ?? "-infinity"} and effective_month < ${to ?? "infinity"}`;

/** Whether a property is complete is known of the property as a whole and of each type; figures are summed over the types alone. */
const [IS_WHOLE, IS_TYPE] = [sql`energy_type = ${WHOLE}`, sql`energy_type <> ${WHOLE}`];
const SUMS_OF_ALL = sumsOf(IS_WHOLE, IS_TYPE);
const SUMS_OF_TYPE = sumsOf(sql`true`, sql`true`);

function sumsOf(counted: RawBuilder<unknown>, summed: RawBuilder<unknown>): RawBuilder<unknown> {
  const figure = (name: string, value: RawBuilder<unknown>) =>
    sql`sum(${value}) filter (where ${summed}) as ${sql.ref(name)},
      (count(${value}) filter (where ${summed}))::int as ${sql.ref(`${name}_known`)}`;
  return sql`(count(*) filter (where ${counted} and month_complete))::int as complete,
    coalesce(bool_or(estimated) filter (where ${summed}), false) as estimated,
    ${figure("total_cost", sql`total_cost`)},
    ${figure("kbtus", sql`coalesce(distribution_kbtus, supply_kbtus)`)},
    ${figure("lbs_co2", sql`coalesce(distribution_lbs_co2, supply_lbs_co2)`)},
    ${figure("gallons", sql`gallons`)}`;
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
