/** Snapshots of properties, as `replaceDerived` wrote them. */
import type { Sql } from "./db.ts";
import type { MonthRange } from "./months.ts";

export type SnapshotRow = Awaited<ReturnType<typeof listSnapshots>>[number];

export function listSnapshots(db: Sql, companyId: number, propertyId: number, { from, to }: MonthRange = {}) {
  return db
    .selectFrom("snapshots")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("property_id", "=", propertyId)
    .$if(from !== undefined, (query) => query.where("effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("effective_month", "<", to ?? ""))
    .orderBy("effective_month")
    .execute();
}
