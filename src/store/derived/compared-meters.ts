/** Meters with their months for the comparison of two periods, as the derivation left them. */
import { sql } from "kysely";
import { monthNumber } from "../../domain/calendar.ts";
import { readMonthHistory, type MonthsOfMeter } from "../../domain/variance/month-history.ts";
import type { Month } from "../../records/scalars.ts";
import type { Sql } from "../db.ts";

/** In the order given, each with its months from one on, and with their costs from another one on. A meter that was never derived has none. */
export async function listComparedMeters<Meter extends { id: number }>(
  db: Sql,
  companyId: number,
  meters: readonly Meter[],
  needed: { from: Month; costsFrom: Month },
): Promise<(Meter & MonthsOfMeter)[]> {
  const ids = meters.map(({ id }) => id);
  const [from, costsFrom] = [monthNumber(needed.from), monthNumber(needed.costsFrom)];
  const { rows } = await sql<{ utility_meter_id: number; months: string }>`
    select utility_meter_id,
      case when recent_months_from > ${from} then recent_months || older_months else recent_months end as months
    from billed_days
    where company_id = ${companyId} and utility_meter_id = any(${ids}::bigint[])`.execute(db);
  const histories = new Map(rows.map(({ utility_meter_id, months }) => [utility_meter_id, months]));
  return meters.map((meter) => ({ ...meter, ...readMonthHistory(histories.get(meter.id) ?? "", { from, costsFrom }) }));
}
