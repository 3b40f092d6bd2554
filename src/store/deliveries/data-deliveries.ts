/** Data deliveries of a company: content, schedule, destination, and how far each was delivered. */
import { sql } from "kysely";
import type { DeliveryTerms } from "../../domain/data-delivery/rules.ts";
import type { DeliveryContent, DeliveryFormat, DeliverySchedule, Weekday } from "../../records/data-delivery.ts";
import type { Destination } from "../../records/delivery-destination.ts";
import { lockCompany } from "../records/companies.ts";
import { isTaken, type Db, type Sql, type Trx } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";

const columns = [
  "id",
  "company_id",
  "name",
  "slug",
  "format",
  "schedule",
  "hour",
  "weekday",
  "day",
  "time_zone",
  "content",
  "destination",
  "active",
  "archived",
  "last_delivered_at",
  "next_delivery_at",
  "created_at",
  "updated_at",
] as const;

type Stored = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/** The column types: enumerations (check constraints), and JSON that was validated before it was written. */
export type DataDeliveryRow = Omit<Stored, "format" | "schedule" | "weekday" | "content" | "destination"> & {
  format: DeliveryFormat;
  schedule: DeliverySchedule;
  weekday: Weekday | null;
  content: DeliveryContent;
  destination: Destination;
};

const typed = (row: Stored): DataDeliveryRow => row as unknown as DataDeliveryRow;

const rowsOf = (db: Sql, companyId: number) =>
  db.selectFrom("data_deliveries").select(columns).where("company_id", "=", companyId);

const findRow = (db: Sql, companyId: number, id: number) =>
  rowsOf(db, companyId).where("id", "=", id).executeTakeFirst();

export interface DataDeliveryFilter {
  archived?: boolean | undefined;
}

const filtered = (db: Sql, companyId: number, { archived }: DataDeliveryFilter) =>
  rowsOf(db, companyId).$if(archived !== undefined, (query) => query.where("archived", "=", archived ?? false));

export async function listDataDeliveries(
  db: Db,
  companyId: number,
  filter: DataDeliveryFilter,
  window: ListWindow,
): Promise<DataDeliveryRow[]> {
  return (await readRows(db, inWindow(filtered(db, companyId, filter), "data_deliveries", window))).map(typed);
}

export const versionOfDataDeliveries = (db: Db, companyId: number, filter: DataDeliveryFilter): Promise<string> =>
  versionOf(db, filtered(db, companyId, filter));

export async function findDataDelivery(db: Sql, companyId: number, id: number): Promise<DataDeliveryRow | undefined> {
  const row = await findRow(db, companyId, id);
  return row === undefined ? undefined : typed(row);
}

/** The same, locked until the transaction ends: runs are created and their outcomes recorded under this lock. */
export async function lockDataDelivery(trx: Trx, companyId: number, id: number): Promise<DataDeliveryRow | undefined> {
  const row = await rowsOf(trx, companyId).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  return row === undefined ? undefined : typed(row);
}

export interface DataDeliveryFields extends DeliveryTerms {
  name: string;
  slug: string;
  destination: Destination;
  active: boolean;
  next_delivery_at: string | null;
}

const written = ({ content, destination, ...fields }: DataDeliveryFields) => ({
  ...fields,
  content: JSON.stringify(content),
  destination: JSON.stringify(destination),
});

/** @throws Error for which `isNameTaken` is true when another live delivery would use the same file names. */
export async function insertDataDelivery(
  trx: Trx,
  companyId: number,
  fields: DataDeliveryFields,
): Promise<DataDeliveryRow> {
  const row = await trx
    .insertInto("data_deliveries")
    .values({ company_id: companyId, ...written(fields) })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return typed(row);
}

export const isNameTaken = (error: unknown): boolean => isTaken(error, "data_delivery_slug_unique");

/** `anew`: nothing of its current content was delivered, so that all of it is news. @throws as `insertDataDelivery` */
export async function updateDataDelivery(
  trx: Trx,
  companyId: number,
  id: number,
  fields: DataDeliveryFields,
  { anew }: { anew: boolean },
): Promise<void> {
  await trx
    .updateTable("data_deliveries")
    .set({
      ...written(fields),
      ...(anew ? { delivered_xid: null, delivered_until: null } : {}),
      updated_at: sql`now()`,
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

export async function archiveDataDelivery(trx: Trx, companyId: number, id: number): Promise<void> {
  await trx
    .updateTable("data_deliveries")
    .set({ archived: true, active: false, next_delivery_at: null, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("archived", "=", false)
    .execute();
}

/** The number of live deliveries. Other creations of the company wait, so that two at once are both counted. */
export async function countDataDeliveries(trx: Trx, companyId: number): Promise<number> {
  await lockCompany(trx, companyId);
  const { count } = await trx
    .selectFrom("data_deliveries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .where("archived", "=", false)
    .executeTakeFirstOrThrow();
  return count;
}

/** Due deliveries of all companies, oldest first, for the sweep. */
export function listDueDataDeliveries(db: Sql, now: string, limit: number) {
  return db
    .selectFrom("data_deliveries")
    .select(["company_id", "id"])
    .where("next_delivery_at", "<=", now)
    .where("active", "=", true)
    .where("archived", "=", false)
    .orderBy("next_delivery_at")
    .limit(limit)
    .execute();
}

export async function setNextDelivery(trx: Trx, companyId: number, id: number, next: string | null): Promise<void> {
  await trx
    .updateTable("data_deliveries")
    .set({ next_delivery_at: next, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** Stores the host key that the server showed, unless one is stored already or the destination changed meanwhile. */
export async function keepHostKey(
  db: Sql,
  companyId: number,
  id: number,
  shown: { host: string; port: number; host_key_sha256: string },
): Promise<void> {
  await sql`
    update data_deliveries set updated_at = now(),
      destination = destination || jsonb_build_object('host_key_sha256', ${shown.host_key_sha256}::text)
    where company_id = ${companyId} and id = ${id} and destination ->> 'host' = ${shown.host}
      and (destination ->> 'port')::int = ${shown.port} and destination ->> 'host_key_sha256' is null`.execute(db);
}

/** Records that everything up to the end of the run is delivered, unless a later run has recorded more. */
export async function setDelivered(
  trx: Trx,
  companyId: number,
  id: number,
  run: { until_xid: string; until_at: string; delivered_at: string | null },
): Promise<void> {
  await sql`
    update data_deliveries set last_delivered_at = coalesce(${run.delivered_at}::timestamptz, last_delivered_at), updated_at = now(),
      delivered_until = case when delivered_xid > ${run.until_xid}::xid8 then delivered_until else ${run.until_at} end,
      delivered_xid = case when delivered_xid > ${run.until_xid}::xid8 then delivered_xid else ${run.until_xid}::xid8 end
    where company_id = ${companyId} and id = ${id}`.execute(trx);
}

/** Updates the change time of a delivery after a change of its run. */
export async function touchDataDelivery(trx: Trx, companyId: number, id: number): Promise<void> {
  await trx
    .updateTable("data_deliveries")
    .set({ updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}
