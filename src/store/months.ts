/** The calendar months of meters: replaced by difference, so that a month that did not change keeps its row and its time. */
import { sql } from "kysely";
import { MONTH_FIGURES, type MonthFigure } from "../records/month.ts";
import type { Sql, Trx } from "./db.ts";

export type MonthRow = Awaited<ReturnType<typeof listMonths>>[number];

export type NewMonth = { [figure in MonthFigure]: number | null } & {
  effective_month: string;
  estimated: boolean;
  month_complete: boolean;
  days_covered: number;
};

const COMPARED = [...MONTH_FIGURES, "estimated", "month_complete", "days_covered"] as const;

/** Months from a day on, and before a day. */
export interface MonthRange {
  from?: string | undefined;
  to?: string | undefined;
}

export function listMonths(db: Sql, companyId: number, meterIds: number[], { from, to }: MonthRange = {}) {
  return db
    .selectFrom("meter_months")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "=", sql<number>`any(${meterIds}::bigint[])`)
    .$if(from !== undefined, (query) => query.where("effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("effective_month", "<", to ?? ""))
    .orderBy("utility_meter_id")
    .orderBy("effective_month")
    .execute();
}

/** Makes the stored months of a meter equal to those given; returns how many rows had to be written or deleted. */
export async function replaceMonths(trx: Trx, companyId: number, meterId: number, months: NewMonth[]): Promise<number> {
  const stored = new Map((await listMonths(trx, companyId, [meterId])).map((row) => [row.effective_month, row]));
  const wanted = new Set(months.map(({ effective_month }) => effective_month));
  const gone = [...stored.keys()].filter((month) => !wanted.has(month));
  const changed = months.filter((month) => {
    const row = stored.get(month.effective_month);
    return row === undefined || COMPARED.some((name) => row[name] !== month[name]);
  });
  if (gone.length > 0) {
    await trx
      .deleteFrom("meter_months")
      .where("company_id", "=", companyId)
      .where("utility_meter_id", "=", meterId)
      .where("effective_month", "in", gone)
      .execute();
  }
  if (changed.length > 0) {
    await trx
      .insertInto("meter_months")
      .values(changed.map((month) => ({ company_id: companyId, utility_meter_id: meterId, ...month })))
      .onConflict((conflict) =>
        conflict.columns(["company_id", "utility_meter_id", "effective_month"]).doUpdateSet((eb) => ({
          ...Object.fromEntries(COMPARED.map((name) => [name, eb.ref(`excluded.${name}`)])),
          updated_at: sql`now()`,
        })),
      )
      .execute();
  }
  return gone.length + changed.length;
}
