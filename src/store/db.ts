/** The connection to PostgreSQL: rows are returned as records, so that a column, a field and the JSON have the same name and form. */
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { destroy as destroyClient } from "./database-watch.ts";
import { createStatementNames, nameStatements } from "./frequent-statements.ts";
import { openPointReads, type PointReads, type Prepared, type SqlValue } from "./point-reads.ts";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;
/** A connection or a transaction: the first parameter of store functions, so that callers can combine writes in one transaction. */
export type Sql = Kysely<Schema> | Transaction<Schema>;
export type Trx = Transaction<Schema>;

const OID = { int8: 20, float4Array: 1021, int8Array: 1016, date: 1082, numeric: 1700, timestamptz: 1184 } as const;

/** `2026-11-21 10:00:00.5+00` as PostgreSQL writes it in UTC, to `2026-11-21T10:00:00.500Z`. Columns hold milliseconds. */
export function instantFromSql(text: string): string {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? "";
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
}

/** Numeric columns are exact in the database; as JavaScript numbers they are only passed on, never summed. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [OID.int8, Number],
  [OID.numeric, Number],
  [OID.date, (text) => text],
  [OID.timestamptz, instantFromSql],
  [OID.int8Array, (text) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number))],
  [OID.float4Array, (text) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number))],
]);

const types: pg.CustomTypesConfig = {
  // The pg signature is overloaded over its type table; this function handles six types.
  getTypeParser: ((oid: number) =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, "text")) as typeof pg.types.getTypeParser,
};

/**
 * Opens a pool. A dead idle connection is dropped silently: the next query opens another or fails with the reason. Without
 * `isLasting`: a commit does not wait for the disk, and the last ones may be lost when the database is killed.
 */
export function openDatabase(
  url: string,
  options: { max?: number; queryTimeoutMs?: number; isLasting?: boolean; onError?: (error: Error) => void } = {},
): Db {
  const onError = (error: Error) => options.onError?.(error);
  const { isLasting = true } = options;
  const config = {
    connectionString: url,
    types,
    application_name: "meterbook",
    options: `-c timezone=UTC -c idle_in_transaction_session_timeout=60000${isLasting ? "" : " -c synchronous_commit=off"}`,
    connectionTimeoutMillis: 10_000,
  };
  const pool = new pg.Pool({ ...config, max: options.max ?? 20, query_timeout: options.queryTimeoutMs });
  const clients = new Set<pg.PoolClient>();
  pool.on("error", onError);
  pool.on("connect", (client) => clients.add(client));
  const nameOf = createStatementNames();
  pool.on("connect", (client) => nameStatements(client, nameOf));
  pool.on("remove", (client) => clients.delete(client));
  // A connection may be lost while it is in use: the next query on it fails, which is enough. Without a listener the error ends the process.
  pool.on("connect", (client) => client.on("error", onError));
  const points = openPointReads(config, onError);
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: { connect: () => pool.connect(), end: () => Promise.resolve(), options: {} },
    }),
  });
  const destroy = db.destroy.bind(db);
  // Kysely closes a pool only after it has run a query itself; prepared reads bypass it.
  const close = async () => {
    await destroy();
    await points.close();
    await pool.end();
  };
  // A second close waits for the first.
  let closing: Promise<void> | null = null;
  db.destroy = () => (closing ??= close());
  opened.set(db, { pool, points, clients });
  return db;
}

interface Connections {
  pool: pg.Pool;
  points: PointReads;
  clients: Set<pg.PoolClient>;
}

/** The connections of each database, for what Kysely does not offer. */
const opened = new WeakMap<Sql, Connections>();

function connectionsOf(db: Db): Connections {
  const connections = opened.get(db);
  if (connections === undefined) throw new Error("not a database opened here");
  return connections;
}

/** The rows of a prepared read, which PostgreSQL plans once per connection; only outside transactions. */
export async function readPrepared<Row extends object>(
  db: Db,
  statement: Prepared,
  values: SqlValue[],
): Promise<Row[]> {
  return (await poolOf(db).query<Row>({ ...statement, values })).rows;
}

/** A prepared read of few rows by key. It shares its connection, so it must be quick. */
export function readPoint<Row extends object>(db: Db, statement: Prepared, values: SqlValue[]): Promise<Row[]> {
  return connectionsOf(db).points.read<Row>(statement, values);
}

/** Closes all connections as a network failure would: waiting queries fail, and the next query opens another connection. */
export function cutConnections(db: Db): void {
  const { clients, points } = connectionsOf(db);
  for (const client of clients) destroyClient(client);
  points.cut();
}

/** The pool of a database, for uses beyond single statements. */
export const poolOf = (db: Db): pg.Pool => connectionsOf(db).pool;

/** Reads one consistent snapshot. Keep it short, and never open while rows are sent. */
export const atOneMoment = <Read>(db: Db, read: (trx: Trx) => Promise<Read>): Promise<Read> =>
  db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);

/** True for a transaction, which has its own connection. */
export const isTransaction = (db: Sql): db is Trx => !opened.has(db);

/** A field that may be left out, as it comes from a schema. */
type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Removes fields that are undefined, so that they are not written. */
export const given = <T extends object>(fields: T): Given<T> =>
  // Only defined fields remain.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;

/** Error codes of the driver and the server for an unavailable database, as opposed to a failed query. */
const AWAY_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "53300",
  "57P01",
  "57P02",
  "57P03",
  // Temporarily out of memory.
  "53200",
  // Read-only, as a server during a failover.
  "25006",
]);
const AWAY_MESSAGES = /^(Connection terminated|Client has encountered)/;

/** True when the database was away, so that the same request may succeed a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (AWAY_MESSAGES.test(error.message)) return true;
  return (
    code !== undefined &&
    (AWAY_CODES.has(code) || code.startsWith("08") || (code === "ENOENT" && syscall === "connect"))
  );
}

/** True when all connections were in use for so long that the query was not started. */
export const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message === "timeout exceeded when trying to connect";

/** True when a write violated this unique constraint or index. */
export function isTaken(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === constraint;
}
