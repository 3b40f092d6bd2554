/** Snapshots of properties: replaced by difference, so that one that did not change keeps its row and its time. */
import { sql } from "kysely";
import type { Snapshot } from "../domain/snapshots.ts";
import type { Sql, Trx } from "./db.ts";
import type { MonthRange } from "./months.ts";

export type SnapshotRow = Awaited<ReturnType<typeof listSnapshots>>[number];

export interface NewSnapshot extends Snapshot {
  star_rating: number | null;
}

const COMPARED = [
  "star_rating",
  "current_cost_per_sq_ft",
  "previous_cost_per_sq_ft",
  "yoy_percent_change_cost_per_sq_ft",
  "current_kbtus_per_sq_ft",
  "previous_kbtus_per_sq_ft",
  "yoy_percent_change_kbtus_per_sq_ft",
  "current_co2_per_sq_ft",
  "previous_co2_per_sq_ft",
  "yoy_percent_change_co2_per_sq_ft",
] as const satisfies (keyof NewSnapshot)[];

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

/** Makes the stored snapshots of a property equal to those given; returns how many rows had to be written or deleted. */
export async function replaceSnapshots(
  trx: Trx,
  companyId: number,
  propertyId: number,
  snapshots: NewSnapshot[],
): Promise<number> {
  const stored = new Map((await listSnapshots(trx, companyId, propertyId)).map((row) => [row.effective_month, row]));
  const wanted = new Set(snapshots.map(({ effective_month }) => effective_month));
  const gone = [...stored.keys()].filter((month) => !wanted.has(month));
  const changed = snapshots.filter((snapshot) => {
    const row = stored.get(snapshot.effective_month);
    return row === undefined || COMPARED.some((name) => row[name] !== snapshot[name]);
  });
  if (gone.length > 0) {
    await trx
      .deleteFrom("snapshots")
      .where("company_id", "=", companyId)
      .where("property_id", "=", propertyId)
      .where("effective_month", "in", gone)
      .execute();
  }
  if (changed.length > 0) {
    await trx
      .insertInto("snapshots")
      .values(changed.map((snapshot) => ({ company_id: companyId, property_id: propertyId, ...snapshot })))
      .onConflict((conflict) =>
        conflict.columns(["company_id", "property_id", "effective_month"]).doUpdateSet((eb) => ({
          ...Object.fromEntries(COMPARED.map((name) => [name, eb.ref(`excluded.${name}`)])),
          updated_at: sql`now()`,
        })),
      )
      .execute();
  }
  return gone.length + changed.length;
}
