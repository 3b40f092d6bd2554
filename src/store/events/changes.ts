/**
 * The feed of everything created, edited or archived, in the order of commits. Ids are given out before a commit, so a
 * reader that goes by id misses what commits late. Here a change is shown only when every transaction that was begun
 * before it has ended (`pg_snapshot_xmin`), and the order is (transaction, id): nothing can appear behind the reader.
 */
import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Where a reader stands: behind this change. The transaction is a text: it has 64 bits. */
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

/** The beginning of the feed. */
export const FEED_START: ChangePlace = { xid: "0", id: 0 };

/** Changes behind a place, at most `limit`. */
export async function listChanges(db: Db, companyId: number, after: ChangePlace, limit: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select xid::text as xid, id, event_type, svc_object_type, record_id, occurred_at from changes
    where company_id = ${companyId} and (xid, id) > (${after.xid}::xid8, ${after.id}::bigint)
      and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by changes.xid, id limit ${limit}`.execute(db);
  return rows;
}

/** True for a place this database server never gave out: it has not come that far. */
export async function isForeignPlace(db: Db, { xid }: ChangePlace): Promise<boolean> {
  const { rows } = await sql<{ foreign: boolean }>`
    select ${xid}::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as foreign`.execute(db);
  return rows[0]?.foreign === true;
}

/** True for a place behind which changes were forgotten: a reader that went on from it would miss them without a word. */
export async function isForgottenPlace(db: Db, companyId: number, { xid, id }: ChangePlace): Promise<boolean> {
  const { rows } = await sql`
    select from feed_starts
    where company_id = ${companyId} and (${xid}::xid8, ${id}::bigint) < (feed_starts.xid, feed_starts.id)`.execute(db);
  return rows.length > 0;
}

/**
 * Changes that came with a dump carry the numbers of another server's transactions, above all of ours: they would stay
 * unseen until ours have caught up. They are put at the beginning of the feed, in their order, and deliveries of news begin
 * anew, since what was not delivered yet may now stand before what was. Gives how many.
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
    settled as (
      update utility_meters set property_xid = '0'::xid8 where property_xid >= pg_snapshot_xmax(pg_current_snapshot()))
    select count(*) as count from adopted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The first number that PostgreSQL gives to an ordinary transaction. */
const FIRST_XID = "3";
