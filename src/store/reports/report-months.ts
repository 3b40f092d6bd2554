/** The derived months of meters for reports, and the span of all months. */
import type { DayRange } from "../../domain/day-range.ts";
import { nextMonth } from "../../domain/calendar.ts";
import type { Month, Period } from "../../records/scalars.ts";
import type { Sql } from "../db.ts";
import { monthsOfMeters } from "../derived/months.ts";

/** From the first to the last existing month of the requested period; null when there are none. */
export async function findMonthSpan(
  db: Sql,
  companyId: number,
  meterIds: number[],
  range: DayRange,
): Promise<Period | null> {
  const row = await monthsOfMeters(db, companyId, meterIds, range)
    .select((eb) => [eb.fn.min("effective_month").as("first"), eb.fn.max("effective_month").as("last")])
    .executeTakeFirst();
  // `min` of no rows is null, which the types do not show.
  const { first, last } = (row ?? { first: null, last: null }) as { first: Month | null; last: Month | null };
  return first === null || last === null ? null : { start_date: first, end_date: nextMonth(last) };
}
