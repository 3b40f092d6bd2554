/** The processes that run on the database: each has a row that it renews while it lives. */
import { sql } from "kysely";
import type { Db, Trx } from "./db.ts";

export interface ProcessRow {
  id: string;
  host: string;
  pid: number;
  roles: string[];
  /** Fingerprints of the settings that must agree, by the name of the setting. */
  settings: Record<string, string>;
}

/** How often a process renews its row. */
export const RENEW_MS = 5000;
/** A process that has missed three renewals counts as dead. */
const SILENT_AFTER = "15 seconds";
const KEPT_FOR = "1 day";

/** Any fixed number: processes that start at the same time join one after the other. */
const JOIN_LOCK = 7_306_031;

/** Runs `join` while no other process joins. */
export const joinAlone = <T>(db: Db, join: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${JOIN_LOCK})`.execute(trx);
    return join(trx);
  });

/** Adds the process, or renews its row. */
export async function renewProcess(db: Db | Trx, { settings, ...row }: ProcessRow): Promise<void> {
  await db
    .insertInto("processes")
    .values({ ...row, settings: JSON.stringify(settings) })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: sql`now()` }))
    .execute();
}

export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom("processes").where("id", "=", id).execute();
}

/** Processes whose row is fresh. `seen_at` rises while a process lives, and stays unchanged after it was killed. */
export async function listProcesses(db: Db | Trx): Promise<(ProcessRow & { seen_at: string })[]> {
  const { rows } = await sql<ProcessRow & { seen_at: string }>`
    select id, host, pid, roles, settings, seen_at from processes
    where seen_at > now() - ${SILENT_AFTER}::interval order by started_at, id`.execute(db);
  return rows;
}

/** The ids of rows that dead processes left long ago. */
export async function listOldProcesses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from processes where seen_at < now() - ${KEPT_FOR}::interval`.execute(db);
  return rows.map(({ id }) => id);
}
