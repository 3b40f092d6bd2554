/**
 * The change feed: everything created, edited or archived, in commit order. Ids are assigned before the commit, so a reader
 * that goes by id would miss late commits. Therefore a change is shown only when every transaction that began before it has
 * ended (`pg_snapshot_xmin`), and the order is (transaction, id): nothing can appear before a reader's position.
 */
import { sql } from "kysely";
import type { Db } from "../db.ts";

/** The position of a reader: after this change. The transaction id is a string, because it has 64 bits. */
export interface ChangePlace {
  xid: string;
  id: number;
}

export interface ChangeRow extends ChangePlace {
  event_type: string;
  svc_object_type: string;
  record_id: number;
  occurred_at: string;
}

/** The start of the feed. */
export const FEED_START: ChangePlace = { xid: "0", id: 0 };

/** Changes after a position, at most `limit`. */
export async function listChanges(db: Db, companyId: number, after: ChangePlace, limit: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select xid::text as xid, id, event_type, svc_object_type, record_id, occurred_at from changes
    where company_id = ${companyId} and (xid, id) > (${after.xid}::xid8, ${after.id}::bigint)
      and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by changes.xid, id limit ${limit}`.execute(db);
  return rows;
}

/** The newest changes of the feed, at most `limit`, in its order. */
export async function listNewestChanges(db: Db, companyId: number, limit: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select xid::text as xid, id, event_type, svc_object_type, record_id, occurred_at from changes
    where company_id = ${companyId} and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by changes.xid desc, id desc limit ${limit}`.execute(db);
  return rows.toReversed();
}

/** The end of the feed: every change that is shown later comes after it. */
export async function feedEnd(db: Db): Promise<ChangePlace> {
  const { rows } = await sql<{ xid: string }>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid`.execute(db);
  return { xid: rows[0]?.xid ?? "0", id: Number.MAX_SAFE_INTEGER };
}

/** Which of the companies have changes after a position. */
export async function listChangedCompanies(
  db: Db,
  companyIds: readonly number[],
  after: ChangePlace,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select asked.id from unnest(${companyIds}::bigint[]) asked (id)
    where exists (
      select from changes
      where company_id = asked.id and (xid, changes.id) > (${after.xid}::xid8, ${after.id}::bigint)
        and xid < pg_snapshot_xmin(pg_current_snapshot()))`.execute(db);
  return rows.map(({ id }) => id);
}

/** True for a position that this database server has not reached yet, so it cannot be valid. */
export async function isForeignPlace(db: Db, { xid }: ChangePlace): Promise<boolean> {
  const { rows } = await sql<{ foreign: boolean }>`
    select ${xid}::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as foreign`.execute(db);
  return rows[0]?.foreign === true;
}

/** True for a position after which changes were deleted: a reader continuing there would miss them silently. */
export async function isForgottenPlace(db: Db, companyId: number, { xid, id }: ChangePlace): Promise<boolean> {
  const { rows } = await sql`
    select from feed_starts
    where company_id = ${companyId} and (${xid}::xid8, ${id}::bigint) < (feed_starts.xid, feed_starts.id)`.execute(db);
  return rows.length > 0;
}

/**
 * Changes from a dump have the transaction ids of another server, which may be above all of this one: they would stay hidden
 * until this server catches up. They are moved to the start of the feed, in their order, and deliveries of news start over,
 * since changes not delivered yet may now be before delivered ones. Returns how many.
 */
export async function adoptForeignChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with adopted as (
      update changes set xid = ${FIRST_XID}::xid8 where xid >= pg_snapshot_xmax(pg_current_snapshot()) returning company_id),
    anew as (
      update data_deliveries set delivered_xid = null, delivered_until = null
      where company_id in (select company_id from adopted)),
    waiting as (
      update webhook_deliveries set xid = ${FIRST_XID}::xid8
      where state = 'pending' and xid >= pg_snapshot_xmax(pg_current_snapshot())),
    bookings as (
      update bill_bookings set xid = ${FIRST_XID}::xid8 where xid >= pg_snapshot_xmax(pg_current_snapshot())),
    meters as (
      update utility_meters set property_xid = '0'::xid8 where property_xid >= pg_snapshot_xmax(pg_current_snapshot()))
    select count(*) as count from adopted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** PostgreSQL's first ordinary transaction id. */
const FIRST_XID = "3";
