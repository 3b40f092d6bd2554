/** Detects whether other workers are alive, by a lock that each holds while it lives. */
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Log } from "../log.ts";
import type { Db, Sql } from "./db.ts";

/** Workers hold this lock shared; a process that gets it alone knows that no other worker is alive. */
const WORKERS_LOCK = 7_306_022;

/** How often the session with the workers lock is checked, and the wait before a lost lock is taken again. */
const LOCK_CHECK_MS = 5000;
const LOCK_RETRY_MS = 1000;

/**
 * Takes the lock, which ends with its connection. `alone`: it was free, so no other worker was alive. It is held shared until
 * `release`, and taken again when its connection is lost.
 */
export async function holdWorkersLock(db: Db, log: Log): Promise<{ alone: boolean; release(): Promise<void> }> {
  const closing = new AbortController();
  const { promise: held, resolve: setHeld } = Promise.withResolvers<boolean>();
  const hold = () =>
    db.connection().execute(async (session) => {
      const alone = await tryAlone(session);
      await sql`select pg_advisory_lock_shared(${WORKERS_LOCK})`.execute(session);
      if (alone) await sql`select pg_advisory_unlock(${WORKERS_LOCK})`.execute(session);
      // Only the first result counts, because a process that takes the lock again has its own jobs under way.
      setHeld(alone);
      while (await pause(LOCK_CHECK_MS, closing.signal)) await sql`select 1`.execute(session);
      await sql`select pg_advisory_unlock_shared(${WORKERS_LOCK})`.execute(session);
    });
  const holding = (async () => {
    do {
      await hold().catch((error: unknown) => log.warn({ err: error }, "lost the workers lock"));
    } while (await pause(LOCK_RETRY_MS, closing.signal));
  })();
  return {
    alone: await held,
    async release() {
      closing.abort();
      await holding;
    },
  };
}

/** Waits; false when it was interrupted because the queue is closing. */
async function pause(milliseconds: number, closing: AbortSignal): Promise<boolean> {
  await delay(milliseconds, undefined, { signal: closing }).catch(() => {});
  return !closing.aborted;
}

async function tryAlone(session: Sql): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${WORKERS_LOCK}) as got`.execute(session);
    if (rows[0]?.got === true) return true;
    await sql`select pg_sleep(0.05)`.execute(session);
  }
  return false;
}
