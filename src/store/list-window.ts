/** The window of a list to read: every list has a strict order, so that its pages neither miss nor repeat a record. */
import { hash } from "node:crypto";
import { sql, type Compilable, type SelectQueryBuilder } from "kysely";
import { isTransaction, readPoint, readPrepared, type Db, type Sql } from "./db.ts";
import type { SqlValue } from "./point-reads.ts";

/** The unique sort key of a list: the id of a record, or values of several columns. */
export type Key = readonly (string | number)[];

/** The position of a record in its list. */
export interface ListCursor {
  key: Key;
  /** Null when the list is ordered by key only. */
  updated_at: string | null;
}

export interface ListWindow {
  /** When given, lists only records changed at or after this time, ordered by (updated_at, key); otherwise all, ordered by key. */
  updatedSince: string | null;
  /** The last record read so far. */
  after: ListCursor | null;
  limit: number;
  /** How many records after `after` to skip. */
  offset?: number;
}

/** The whole list: for lists that are always short. */
export const WHOLE_LIST: ListWindow = { updatedSince: null, after: null, limit: 2 ** 31 - 1 };

/** The window as conditions on a query over `table`, which has the columns of the key and `updated_at`. */
export function inWindow<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  table: string,
  { updatedSince, after, limit, offset }: ListWindow,
  keyColumns: readonly string[] = ["id"],
): SelectQueryBuilder<DB, TB, O> {
  const columns = updatedSince === null ? keyColumns : ["updated_at", ...keyColumns];
  const order = columns.map((column) => sql.ref(`${table}.${column}`));
  let rows = query.limit(limit);
  if (offset !== undefined) rows = rows.offset(offset);
  if (updatedSince !== null) rows = rows.where(sql<boolean>`${order[0]} >= ${updatedSince}`);
  if (after !== null) {
    const place = updatedSince === null ? after.key : [after.updated_at, ...after.key];
    rows = rows.where(sql<boolean>`(${sql.join(order)}) > (${sql.join(place)})`);
  }
  return order.reduce((ordered, column) => ordered.orderBy(column), rows);
}

/** The query itself without a window. */
export const windowed = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  table: string,
  window: ListWindow | undefined,
): SelectQueryBuilder<DB, TB, O> => (window === undefined ? query : inWindow(query, table, window));

/** The rows of a query, as a prepared statement: lists have few forms, and PostgreSQL plans each once per connection. */
export function readRows<O extends object>(db: Db, query: Compilable<O>): Promise<O[]> {
  const { sql: text, parameters } = query.compile();
  // All parameters of list queries have one of these types.
  return readPrepared<O>(db, { name: nameOf(text), text }, parameters as SqlValue[]);
}

/** The single row of a query by key; outside a transaction as a point read. */
export async function readOne<O extends object>(
  db: Sql,
  query: Compilable<O> & { executeTakeFirst(): Promise<O | undefined> },
): Promise<O | undefined> {
  if (isTransaction(db)) return query.executeTakeFirst();
  const { sql: text, parameters } = query.compile();
  const [row] = await readPoint<O>(db, { name: nameOf(text), text }, parameters as SqlValue[]);
  return row;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `list ${hash("sha256", text, "base64url").slice(0, 40)}`;
  names.set(text, name);
  return name;
}

/**
 * A short hash of all rows of a query: equal hashes mean equal rows. Costs one pass within the database and sends no rows, so
 * that a client that already has a long list does not receive it again.
 */
export async function versionOf(db: Db, query: Compilable): Promise<string> {
  const { sql: text, parameters } = query.compile();
  const [row] = await readPrepared<{ version: string }>(
    db,
    {
      name: nameOf(`version of ${text}`),
      // "offset 0" keeps PostgreSQL from writing the text of each row twice.
      text: `select count(*) || '.' || coalesce(sum(hashtextextended(written, 0)::numeric), 0)
        || '.' || coalesce(sum(hashtextextended(written, 1)::numeric), 0) as version
        from (select listed::text as written from (${text}) as listed offset 0) as rows`,
    },
    parameters as SqlValue[],
  );
  return row?.version ?? "";
}
