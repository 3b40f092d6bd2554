/** Retries transactions that PostgreSQL aborted because of a conflict with another one. */
import pg from "pg";
import type { Log } from "../log.ts";
import type { Db, Trx } from "./db.ts";

/** Deadlock or serialization failure: PostgreSQL rolled one of the transactions back. */
const BROKEN_OFF_CODES = new Set(["40P01", "40001"]);

/** True when a transaction was rolled back and may succeed at once when repeated. */
export const isBrokenOff = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && BROKEN_OFF_CODES.has(error.code);

/** In each deadlock one transaction continues, so each retry has fewer competitors. */
const TRIES = 3;

/** `write` may run more than once, so it must change nothing but the database. @throws the error of the last try */
export async function inTransaction<T>({ db, log }: { db: Db; log: Log }, write: (trx: Trx) => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await db.transaction().execute(write);
    } catch (error) {
      if (left === 0 || !isBrokenOff(error)) throw error;
      // Writes lock in one order (docs/decisions/0016); this warning reveals one that does not.
      log.warn({ err: error }, "a transaction was aborted because of another and is retried");
    }
  }
}
