/**
 * The feed of everything created, edited or archived, in the order of commits. Ids are given out before a commit, so a
 * reader that goes by id misses what commits late. Here a change is shown only when every transaction that was begun
 * before it has ended (`pg_snapshot_xmin`), and the order is (transaction, id): nothing can appear behind the reader.
 */
import { sql } from "kysely";
import type { Db } from "./db.ts";

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
