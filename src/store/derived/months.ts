/** The calendar months of meters, as `replaceDerived` wrote them. */
import { sql, type RawBuilder } from "kysely";
import { nextMonth } from "../../domain/calendar.ts";
import type { Month, Period } from "../../records/scalars.ts";
import type { Db, Sql } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";

export type MonthRow = Awaited<ReturnType<typeof listMonths>>[number];
export type ListedMonth = MonthRow & { energy_type: string };

/** Months from a day on, and before a day. */
export interface MonthRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** A query of the months of a meter, or of several by `any(…)`; the caller selects the columns. */
const monthsWhere = (db: Sql, companyId: number, meters: RawBuilder<number>, { from, to }: MonthRange) =>
  db
    .selectFrom("meter_months")
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "=", meters)
    .$if(from !== undefined, (query) => query.where("effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("effective_month", "<", to ?? ""));

const monthsOfMeters = (db: Sql, companyId: number, meterIds: number[], range: MonthRange) =>
  monthsWhere(db, companyId, sql<number>`any(${meterIds}::bigint[])`, range);

export function listMonths(db: Sql, companyId: number, meterIds: number[], range: MonthRange = {}) {
  return monthsOfMeters(db, companyId, meterIds, range)
    .selectAll()
    .orderBy("utility_meter_id")
    .orderBy("effective_month")
    .execute();
}

/** The months of one meter, or those of all meters of a property. */
export type MonthsOf = { utility_meter_id: number } | { property_id: number };

/** A list of months is read in windows: the meters of a property are looked up by the database each time. */
const monthsOf = (db: Sql, companyId: number, of: MonthsOf, range: MonthRange) =>
  monthsWhere(
    db,
    companyId,
    "utility_meter_id" in of
      ? sql<number>`${of.utility_meter_id}`
      : sql<number>`any(array(select id from utility_meters where company_id = ${companyId} and property_id = ${of.property_id}))`,
    range,
  );

/** With the type of energy of the meter. */
const listedMonths = (db: Sql, companyId: number, of: MonthsOf, range: MonthRange) =>
  monthsOf(db, companyId, of, range)
    .selectAll()
    .select(
      sql<string>`(select meter.energy_type from utility_meters meter
        where meter.company_id = ${companyId} and meter.id = meter_months.utility_meter_id)`.as("energy_type"),
    );

/** The months of a window, ordered by meter and month. */
export const listMonthsIn = (
  db: Db,
  companyId: number,
  of: MonthsOf,
  { range, window }: { range: MonthRange; window: ListWindow },
): Promise<ListedMonth[]> => {
  const key = ["utility_meter_id", "effective_month"];
  return readRows(db, inWindow(listedMonths(db, companyId, of, range), "meter_months", window, key));
};

export const versionOfMonths = (db: Db, companyId: number, of: MonthsOf, range: MonthRange): Promise<string> =>
  versionOf(db, listedMonths(db, companyId, of, range));

/** How many calendar months there are, counted up to `max`. */
export async function countMonths(
  db: Db,
  companyId: number,
  of: MonthsOf,
  { range, max }: { range: MonthRange; max: number },
): Promise<number> {
  const months = monthsOf(db, companyId, of, range).select("effective_month").distinct().limit(max);
  return (await months.execute()).length;
}

/** From the first to the last existing month of the requested period; null when there are none. */
export async function findMonthSpan(
  db: Sql,
  companyId: number,
  meterIds: number[],
  range: MonthRange,
): Promise<Period | null> {
  const row = await monthsOfMeters(db, companyId, meterIds, range)
    .select((eb) => [eb.fn.min("effective_month").as("first"), eb.fn.max("effective_month").as("last")])
    .executeTakeFirst();
  // `min` of no rows is null, which the types do not show.
  const { first, last } = (row ?? { first: null, last: null }) as { first: Month | null; last: Month | null };
  return first === null || last === null ? null : { start_date: first, end_date: nextMonth(last) };
}
