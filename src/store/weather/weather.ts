/** Daily temperatures and the degree days of their months. They belong to no company, and only changed rows are written. */
import { sql } from "kysely";
import type { Day, Month, Period } from "../../records/scalars.ts";
import type { DayTemperature } from "../../records/weather.ts";
import { BASE_TEMPERATURE_F, degreeDaysOfMonth } from "../../domain/degree-days.ts";
import { monthOf } from "../../domain/calendar.ts";
import type { Sql, Trx } from "../db.ts";
import { insertDerives, insertRollUps } from "../jobs.ts";

/** Writes new and changed days, and recalculates their months. Returns how many days were written. */
export async function replaceTemperatures(
  trx: Trx,
  alphaId: string,
  days: readonly DayTemperature[],
  source: string,
): Promise<number> {
  // Two imports of one station must see each other's days when they sum a month. Properties may still be assigned to the station.
  await sql`select 1 from weather_stations where alpha_id = ${alphaId} for no key update`.execute(trx);
  const { rows } = await sql<{ day: Day }>`
    insert into daily_temperatures as known (weather_station_alpha_id, day, high_f, low_f, source)
    select ${alphaId}, day, high_f, low_f, ${source}
    from unnest(
      ${days.map(({ day }) => day)}::date[], ${days.map(({ high_f }) => high_f)}::numeric[],
      ${days.map(({ low_f }) => low_f)}::numeric[]) as given (day, high_f, low_f)
    on conflict (weather_station_alpha_id, day) do update
    set high_f = excluded.high_f, low_f = excluded.low_f, source = excluded.source
    where (known.high_f, known.low_f) is distinct from (excluded.high_f, excluded.low_f)
    returning day`.execute(trx);
  const touched = new Set(rows.map(({ day }) => monthOf(day)));
  if (touched.size > 0) {
    // Findings take the weather of complete months out of the use.
    if (await refreshDegreeDays(trx, alphaId, touched))
      await insertDerives(sql`
        select meter.company_id, meter.id from properties property
        join utility_meters meter on meter.company_id = property.company_id and meter.property_id = property.id
        where property.weather_station_alpha_id = ${alphaId}`).execute(trx);
    // Scores depend on the weather.
    await insertRollUps(sql`
      select company_id, id from properties
      where weather_station_alpha_id = ${alphaId} and metadata ? 'property_use'`).execute(trx);
  }
  return rows.length;
}

/**
 * Recalculates months from their days, and adds months without days between others. Unchanged rows are not written. Returns
 * whether one of the touched months is complete.
 */
async function refreshDegreeDays(trx: Trx, alphaId: string, touched: ReadonlySet<Month>): Promise<boolean> {
  const months = [...touched.union(new Set(await listMonthsBetween(trx, alphaId)))];
  const days = await trx
    .selectFrom("daily_temperatures")
    .select(["day", "high_f", "low_f"])
    .where("weather_station_alpha_id", "=", alphaId)
    .where(sql`date_trunc('month', day)::date`, "=", sql`any(${months}::date[])`)
    .execute();
  const byMonth = Map.groupBy(days, ({ day }) => monthOf(day));
  const rows = months.map((month) => ({
    weather_station_alpha_id: alphaId,
    base_temperature_f: BASE_TEMPERATURE_F,
    ...degreeDaysOfMonth(month, byMonth.get(month) ?? []),
  }));
  await trx
    .insertInto("degree_days")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["weather_station_alpha_id", "effective_month", "base_temperature_f"])
        .doUpdateSet((eb) => ({
          heating_degree_days: eb.ref("excluded.heating_degree_days"),
          cooling_degree_days: eb.ref("excluded.cooling_degree_days"),
          days_present: eb.ref("excluded.days_present"),
          month_complete: eb.ref("excluded.month_complete"),
          updated_at: sql`now()`,
        }))
        .where(
          sql<boolean>`(degree_days.heating_degree_days, degree_days.cooling_degree_days, degree_days.days_present, degree_days.month_complete)
            is distinct from (excluded.heating_degree_days, excluded.cooling_degree_days, excluded.days_present, excluded.month_complete)`,
        ),
    )
    .execute();
  return rows.some(({ effective_month, month_complete }) => month_complete && touched.has(effective_month));
}

/** Months between the first and the last day of a station that have no row yet. */
async function listMonthsBetween(trx: Trx, alphaId: string): Promise<Month[]> {
  const { rows } = await sql<{ month: Month }>`
    select month::date as month
    from (select min(day) as first, max(day) as last from daily_temperatures where weather_station_alpha_id = ${alphaId}) as span,
      generate_series(date_trunc('month', first), date_trunc('month', last), interval '1 month') as month
    where not exists (
      select 1 from degree_days
      where weather_station_alpha_id = ${alphaId} and effective_month = month::date
        and base_temperature_f = ${BASE_TEMPERATURE_F})`.execute(trx);
  return rows.map(({ month }) => month);
}

/** Days of a station within a period, ascending. */
export function listTemperatures(
  db: Sql,
  alphaId: string,
  { start_date, end_date }: Period,
): Promise<DayTemperature[]> {
  return db
    .selectFrom("daily_temperatures")
    .select(["day", "high_f", "low_f"])
    .where("weather_station_alpha_id", "=", alphaId)
    .where("day", ">=", start_date)
    .where("day", "<", end_date)
    .orderBy("day")
    .execute();
}

export async function findLatestTemperatureDay(db: Sql, alphaId: string): Promise<Day | null> {
  const row = await db
    .selectFrom("daily_temperatures")
    .select((eb) => eb.fn.max("day").as("day"))
    .where("weather_station_alpha_id", "=", alphaId)
    .executeTakeFirst();
  // `max` of no rows is null, which the types do not show.
  return (row?.day as Day | null | undefined) ?? null;
}
