/** Snapshots of properties, as `replaceDerived` wrote them. */
import type { Month } from "../../records/scalars.ts";
import type { Db, Sql } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";
import type { MonthRange } from "./months.ts";

export type SnapshotRow = Awaited<ReturnType<typeof listSnapshots>>[number];

const snapshots = (db: Sql, companyId: number, propertyId: number, { from, to }: MonthRange) =>
  db
    .selectFrom("snapshots")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("property_id", "=", propertyId)
    .$if(from !== undefined, (query) => query.where("effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("effective_month", "<", to ?? ""));

export const listSnapshots = (db: Sql, companyId: number, propertyId: number, range: MonthRange = {}) =>
  snapshots(db, companyId, propertyId, range).orderBy("effective_month").execute();

/** The month after the latest twelve complete ones; null without them. */
export async function findLatestSnapshotMonth(db: Sql, companyId: number, propertyId: number): Promise<Month | null> {
  const latest = snapshots(db, companyId, propertyId, {}).orderBy("effective_month", "desc").limit(1);
  return (await latest.executeTakeFirst())?.effective_month ?? null;
}

export const listSnapshotsIn = (
  db: Db,
  companyId: number,
  propertyId: number,
  range: MonthRange,
  window: ListWindow,
): Promise<SnapshotRow[]> =>
  readRows(db, inWindow(snapshots(db, companyId, propertyId, range), "snapshots", window, ["effective_month"]));

export const versionOfSnapshots = (db: Db, companyId: number, propertyId: number, range: MonthRange): Promise<string> =>
  versionOf(db, snapshots(db, companyId, propertyId, range));
