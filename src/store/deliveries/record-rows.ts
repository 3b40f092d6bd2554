/** The rows of records for a delivery, in batches: filtered by properties, by months, or new since the last delivery. */
import { sql, type RawBuilder } from "kysely";
import type { DeliveredRecords } from "../../records/data-delivery.ts";
import type { Period } from "../../records/scalars.ts";
import type { Cell } from "../../records/table.ts";
import type { Sql } from "../db.ts";
import { RECORD_SOURCES, selectOf, type RecordSource } from "./record-sources.ts";

/** Rows written by transactions from `since_xid` (or from the beginning) up to before `until_xid`; all earlier transactions must have ended. */
export interface News {
  since_xid: string | null;
  since_at: string | null;
  until_xid: string;
}

export interface RecordSelection {
  records: DeliveredRecords;
  /** Null: all. */
  property_ids: readonly number[] | null;
  /** Null: all months. */
  months: Period | null;
  /** When given: new rows, including archived records. Otherwise live records. */
  news: News | null;
}

export type RecordRow = Record<string, Cell>;

const BATCH = 1000;

/** Each batch is a separate read, so that a slow reader holds no transaction open. */
export async function* readRecords(
  db: Sql,
  companyId: number,
  selection: RecordSelection,
  batch = BATCH,
): AsyncGenerator<RecordRow[]> {
  const source = RECORD_SOURCES[selection.records];
  for (let after: Cell[] | null = null; ;) {
    const rows: RecordRow[] = await readBatch(db, companyId, selection, after, batch);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < batch) return;
    after = source.keys.map((_, index) => last[keyName(index)] ?? null);
  }
}

const keyName = (index: number): string => `key_${index}`;

async function readBatch(
  db: Sql,
  companyId: number,
  selection: RecordSelection,
  after: Cell[] | null,
  limit: number,
): Promise<RecordRow[]> {
  const source = RECORD_SOURCES[selection.records];
  const { property_ids, months, news } = selection;
  const keys = source.keys.map((key) => sql.raw(key));
  const conditions = [
    sql`${sql.raw(source.table)}.company_id = ${companyId}`,
    ...(property_ids === null ? [] : [sql.raw(source.ofProperty)]),
    ...(months === null || source.date === null
      ? []
      : [sql`${sql.raw(source.date)} >= ${months.start_date} and ${sql.raw(source.date)} < ${months.end_date}`]),
    ...(news === null ? [] : [isNew(companyId, property_ids === null ? { ...source, reached: null } : source, news)]),
    // Derived tables have no archived rows: for them `live` selects the rows of the kind.
    ...(source.live === null || (news !== null && source.feed !== null) ? [] : [sql.raw(source.live)]),
    ...(after === null ? [] : [sql`(${sql.join(keys)}) > (${sql.join(after)})`]),
  ];
  const named = keys.map((key, index) => sql`${key} as ${sql.ref(keyName(index))}`);
  const { rows } = await sql<RecordRow>`
    with properties_meant (ids) as (values (${property_ids ?? []}::bigint[]))
    select ${sql.raw(selectOf(selection.records))}, ${sql.join(named)}
    from ${sql.raw(source.from)} cross join properties_meant properties
    where ${sql.join(conditions, sql` and `)}
    order by ${sql.join(keys)} limit ${limit}`.execute(db);
  return rows;
}

/**
 * Condition: written, or moved to one of the properties, within the range, whichever was last. A row that was written or moved
 * after the range belongs to the next delivery.
 */
function isNew(companyId: number, source: RecordSource, news: News): RawBuilder<unknown> {
  const { since, until } = source.feed === null ? writtenRow(source.table, news) : inFeed(companyId, source.feed, news);
  const { since_xid, until_xid } = news;
  const reached = source.reached === null ? null : sql.raw(source.reached);
  const isThere = reached === null ? until : sql`(${until} and ${reached} < ${until_xid}::xid8)`;
  if (since_xid === null) return isThere;
  const isSince = reached === null ? since : sql`(${since} or ${reached} >= ${since_xid}::xid8)`;
  return sql`(${isSince} and ${isThere})`;
}

/** Conditions of a row: written within the range according to the change feed, and not written again after it. */
interface Written {
  since: RawBuilder<unknown>;
  until: RawBuilder<unknown>;
}

function inFeed(companyId: number, feed: { type: string; id: string }, { since_xid, until_xid }: News): Written {
  const ids = sql`select record_id from changes where company_id = ${companyId} and svc_object_type = ${feed.type}`;
  const id = sql.raw(feed.id);
  return {
    since: sql`${id} in (${ids} and xid >= ${since_xid}::xid8 and xid < ${until_xid}::xid8)`,
    until: sql`${id} not in (${ids} and xid >= ${until_xid}::xid8)`,
  };
}

/**
 * Derived rows are not in the feed, but each has the transaction that wrote it, and is written only when it changes. The row has
 * the last 32 bits of the transaction id: the upper bits are those of the newest possible id. Rows too old for this are excluded
 * by their time, with a margin of a day for long transactions.
 */
function writtenRow(table: string, { since_xid, since_at, until_xid }: News): Written {
  const row = sql.raw(table);
  const now = sql`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;
  const age = sql`((${now} - ${row}.xmin::text::bigint) % 4294967296 + 4294967296) % 4294967296`;
  return {
    since: sql`(${now} - ${age} >= ${since_xid}::bigint
      and ${row}.updated_at >= ${since_at}::timestamptz - interval '1 day')`,
    until: sql`${now} - ${age} < ${until_xid}::bigint`,
  };
}
