/** Concurrent writers: waits until one waits for a lock or until all have ended, and lets two of them run into each other. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Db, Trx } from "../src/store/db.ts";
import type { TestApp } from "./app.ts";
import { until } from "./callers.ts";

/** @throws Error with what was waited for when fewer transactions come to wait */
export async function untilLocked(db: Db, what: string, count = 1): Promise<void> {
  await until(what, async () => ((await countLocked(db)) >= count ? true : null));
}

async function countLocked(db: Db): Promise<number> {
  // Of this database alone: tests beside this one have theirs on the same server.
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/** Waits for every write that has begun by now to end, in other databases of the server too: from then on the feed shows them all. */
export async function untilWritesEnded(db: Db): Promise<void> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`.execute(db);
  const xid = rows[0]?.xid ?? "";
  await until("the writes that have begun to end", async () => {
    const { rows: ended } = await sql`select 1 where pg_snapshot_xmin(pg_current_snapshot()) >= ${xid}::xid8`.execute(
      db,
    );
    return ended.length > 0 ? true : null;
  });
}

/**
 * One transaction begins, another comes until it waits or is over, and then the first goes on to its end. Gives what the other
 * gave. @throws Error where the two waited for each other in a ring, whichever of them was broken off
 */
export async function meet<T>(
  { app: { db }, logLines }: Pick<TestApp, "app" | "logLines">,
  first: { begin: (trx: Trx) => Promise<unknown>; end: (trx: Trx) => Promise<unknown> },
  other: () => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // If the first fails, the result of the other is not awaited elsewhere.
  promise.catch(() => {});
  await db.transaction().execute(async (trx) => {
    await first.begin(trx);
    let isOver = false;
    other()
      .finally(() => void (isOver = true))
      .then(resolve, reject);
    await until("the other to wait or to end", async () => (isOver || (await countLocked(db)) > 0 ? true : null));
    await first.end(trx);
  });
  const given = await promise;
  assert.deepEqual(
    logLines.filter((line) => line.includes("begins anew")),
    [],
  );
  return given;
}
