/** The months of all properties of a company, added up by property and type of energy for two periods at one moment. */
import { sql, type RawBuilder } from "kysely";
import { endOf, type ComparedPeriods, type MonthsCompared } from "../../domain/variance/property-variance.ts";
import type { SummedPeriods, TypeOfProperty, MonthCounts } from "../../domain/portfolio/compare-properties.ts";
import type { WeatherMonth } from "../../domain/findings/billed-period.ts";
import type { EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { atOneMoment, type Db, type Sql } from "../db.ts";
import { WHOLE } from "./derived-rows.ts";

export const sumPortfolio = (db: Db, companyId: number, spans: ComparedPeriods): Promise<SummedPeriods> =>
  atOneMoment(db, async (trx) => ({
    types: await sumTypes(trx, companyId, spans),
    counts: await countMonths(trx, companyId, spans),
  }));

/** Both periods in one pass, in the order of the index: a grouping by period would need a hash, and two queries two passes. */
async function sumTypes(db: Sql, companyId: number, { period, against }: ComparedPeriods): Promise<TypeOfProperty[]> {
  const [first, last] = period.first < against.first ? [period, against] : [against, period];
  // They have the same length, so that one comparison tells each of them from the rest of the rows.
  const sumsOf = (of: MonthsCompared) => {
    const filter =
      of === last
        ? sql`filter (where effective_month >= ${last.first})`
        : sql`filter (where effective_month < ${endOf(first)})`;
    return sql`json_build_object(
      'months', count(*) ${filter}, 'total_cost', sum(total_cost) ${filter},
      'kbtus', sum(kbtus) ${filter}, 'kbtusMonths', count(kbtus) ${filter},
      'lbs_co2', sum(lbs_co2) ${filter}, 'co2Months', count(lbs_co2) ${filter},
      'gallons', sum(gallons) ${filter}, 'gallonsMonths', count(gallons) ${filter})`;
  };
  const { rows } = await sql<TypeOfProperty>`
    select property_id, energy_type, ${sumsOf(period)} as now, ${sumsOf(against)} as against
    from property_months
    where company_id = ${companyId} and energy_type <> ${WHOLE}
      and effective_month >= ${first.first} and effective_month < ${endOf(last)}
      and (${isIn(first)} or ${isIn(last)})
    group by property_id, energy_type order by property_id, energy_type`.execute(db);
  return rows;
}

async function countMonths(db: Sql, companyId: number, { period, against }: ComparedPeriods): Promise<MonthCounts[]> {
  const countsOf = (of: MonthsCompared, isNow: RawBuilder<boolean>) => sql`
    select property_id, ${isNow} as "isNow",
      (count(*) filter (where month_complete))::int as "completeMonths",
      (count(*) filter (where estimated))::int as "estimatedMonths"
    from summed_months where company_id = ${companyId} and ${isIn(of)} group by property_id`;
  const { rows } = await sql<MonthCounts>`
    ${countsOf(period, sql`true`)} union all ${countsOf(against, sql`false`)}`.execute(db);
  return rows;
}

const isIn = (of: MonthsCompared): RawBuilder<boolean> =>
  sql`effective_month >= ${of.first} and effective_month < ${endOf(of)}`;

/**
 * The month through which at least half of the properties that have a complete month are billed for every meter in service; null
 * when none has one.
 */
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
): Promise<{ id: number; property_id: number; energy_type: EnergyType }[]> {
  const { rows } = await sql<{ id: number; property_id: number; energy_type: EnergyType }>`
    select id, property_id, energy_type from utility_meters
    where company_id = ${companyId} and property_id = any(${propertyIds}::bigint[])
    order by property_id, id`.execute(db);
  return rows;
}

/** The degree days of some months at the stations of these properties. A property without a station is not among them. */
export async function listWeatherOfProperties(
  db: Sql,
  companyId: number,
  propertyIds: readonly number[],
  { from, to }: { from: Month; to: Month },
): Promise<{ stationOf: ReadonlyMap<number, string>; monthsOf: ReadonlyMap<string, WeatherMonth[]> }> {
  const { rows } = await sql<{ id: number; station: string }>`
    select id, weather_station_alpha_id as station from properties
    where company_id = ${companyId} and id = any(${propertyIds}::bigint[])
      and weather_station_alpha_id is not null`.execute(db);
  const stationOf = new Map(rows.map(({ id, station }) => [id, station]));
  const months = await sql<WeatherMonth & { station: string }>`
    select weather_station_alpha_id as station, effective_month, heating_degree_days, cooling_degree_days, month_complete
    from degree_days
    where weather_station_alpha_id = any(${[...new Set(stationOf.values())]}::text[])
      and effective_month >= ${from} and effective_month < ${to}`.execute(db);
  return { stationOf, monthsOf: Map.groupBy(months.rows, ({ station }) => station) };
}

/** The scores of the twelve months before a month, by property; a property without one is not among them. */
export async function listScores(db: Sql, companyId: number, month: Month): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ property_id: number; star_rating: number }>`
    select property_id, star_rating from snapshots
    where company_id = ${companyId} and effective_month = ${month} and star_rating is not null`.execute(db);
  return new Map(rows.map(({ property_id, star_rating }) => [property_id, star_rating]));
}
