/** COPY and statements in the same transaction, for hundreds of thousands of rows, where single statements would be too slow. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { poolOf, type Db, type Trx } from "../db.ts";
import type { Schema } from "../schema.ts";
import { readCopiedRows, type FieldReader } from "./copy-format.ts";

export interface Copies {
  /** The query's result in COPY format: one line per row, fields separated by tabs. A chunk ends anywhere. */
  out(query: string): AsyncIterable<Buffer>;
  /** The same, and calls `onRow` for each row. */
  rows(query: string, onRow: (fields: FieldReader) => void): Promise<void>;
  /** Adds rows to the table, given in COPY format. */
  in(table: string, columns: readonly string[], rows: Buffer): Promise<void>;
}

/** One transaction with both. COPY takes no parameters, so its queries are made of our own words and of numbers alone. */
export async function withCopies<T>(db: Db, work: (trx: Trx, copies: Copies) => Promise<T>): Promise<T> {
  const client = await poolOf(db).connect();
  let broken: unknown = false;
  try {
    return await sessionOf(client)
      .transaction()
      .execute((trx) => work(trx, copiesOf(client)));
  } catch (error) {
    broken = error;
    throw error;
  } finally {
    // After an interrupted COPY the connection cannot be used again.
    client.release(broken !== false);
  }
}

/** A database of the one connection, for the statements between the copies. */
function sessionOf(client: pg.PoolClient): Kysely<Schema> {
  const one = { query: client.query.bind(client), release: () => {} };
  // The dialect needs only this part of a pool.
  const pool = { connect: () => Promise.resolve(one), end: () => Promise.resolve() } as unknown as pg.Pool;
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

const copiesOf = (client: pg.PoolClient): Copies => ({
  out: (query) => client.query(copyTo(`copy (${query}) to stdout`)),
  rows(query, onRow) {
    return readCopiedRows(this.out(query), onRow);
  },
  async in(table, columns, rows) {
    const into = client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`));
    await pipeline(Readable.from(chunksOf(rows)), into);
  },
});

const CHUNK_BYTES = 64 * 1024;

function* chunksOf(rows: Buffer): Generator<Buffer> {
  for (let from = 0; from < rows.length; from += CHUNK_BYTES) yield rows.subarray(from, from + CHUNK_BYTES);
}
