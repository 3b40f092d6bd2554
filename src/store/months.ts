/** The calendar months of meters, as `replaceDerived` wrote them. */
import { sql } from "kysely";
import type { Sql } from "./db.ts";

export type MonthRow = Awaited<ReturnType<typeof listMonths>>[number];

/** Months from a day on, and before a day. */
export interface MonthRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** The months of these meters, to be told what is read of them. */
export const monthsOfMeters = (db: Sql, companyId: number, meterIds: number[], { from, to }: MonthRange) =>
  db
    .selectFrom("meter_months")
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "=", sql<number>`any(${meterIds}::bigint[])`)
    .$if(from !== undefined, (query) => query.where("effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("effective_month", "<", to ?? ""));

export function listMonths(db: Sql, companyId: number, meterIds: number[], range: MonthRange = {}) {
  return monthsOfMeters(db, companyId, meterIds, range)
    .selectAll()
    .orderBy("utility_meter_id")
    .orderBy("effective_month")
    .execute();
}
