/** Data deliveries of a company, each with the files that were made for it. */
import type { Sql } from "./db.ts";

export type DataDeliveryRow = Awaited<ReturnType<typeof listDataDeliveries>>[number];

export function listDataDeliveries(db: Sql, companyId: number) {
  return db
    .selectFrom("data_deliveries")
    .select(["id", "name", "format", "schedule", "content", "last_delivered_at"])
    .where("company_id", "=", companyId)
    .orderBy("id")
    .execute();
}
