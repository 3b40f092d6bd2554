/** Writes that PostgreSQL breaks off for the sake of another are carried out again: nobody but us has to act. */
import pg from "pg";
import type { Log } from "../log.ts";
import type { Db, Trx } from "./db.ts";

/** Two writes waited for each other, or cannot be put one after the other: PostgreSQL ended one, and undid all of it. */
const BROKEN_OFF_CODES = new Set(["40P01", "40001"]);

/** True when nothing of a transaction is written and the same may succeed at once. */
export const isBrokenOff = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && BROKEN_OFF_CODES.has(error.code);

/** Of writes that meet in a ring one goes on, so that each new try meets fewer. */
const TRIES = 3;

/** `write` may run more than once, so it changes nothing but the database. @throws what PostgreSQL said the last time */
export async function inTransaction<T>({ db, log }: { db: Db; log: Log }, write: (trx: Trx) => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await db.transaction().execute(write);
    } catch (error) {
      if (left === 0 || !isBrokenOff(error)) throw error;
      // Writes lock in one order (docs/decisions/0016): whoever reads this has found one that does not.
      log.warn({ err: error }, "a write was broken off for another and begins anew");
    }
  }
}
