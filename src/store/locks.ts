/** Locks that live as long as their connection: a killed process holds none. */
import { sql } from "kysely";
import type { Db } from "./db.ts";

/** Locks are numbers of two parts; this first part is that of visits to portals. */
const VISITS = 7_306_023;

/** Runs `visit` unless another process is visiting a portal for the same authorization: then `busy`. */
export async function withVisitLock<T>(db: Db, authorizationId: number, visit: () => Promise<T>): Promise<T | "busy"> {
  return db.connection().execute(async (session) => {
    const key = sql`${VISITS}, hashint8(${authorizationId})`;
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(session);
    if (rows[0]?.got !== true) return "busy";
    try {
      return await visit();
    } finally {
      // A connection that was lost has let the lock go by itself.
      await sql`select pg_advisory_unlock(${key})`.execute(session).catch(() => {});
    }
  });
}
