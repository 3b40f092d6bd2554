/** Locks that live as long as their connection or transaction: a killed process holds none. */
import { sql } from "kysely";
import type { Db, Trx } from "./db.ts";

/** A lock has two numbers: its purpose, as here, and an id. Each purpose has its own number, so that they never block each other. */
const LOCKS = {
  visit: 7_306_023,
  joining: 7_306_024,
  companyFiles: 7_306_025,
  run: 7_306_026,
  formLinks: 7_306_027,
  quotas: 7_306_028,
  mailLogin: 7_306_029,
  demoData: 7_306_058,
} as const;

const keyOf = (lock: keyof typeof LOCKS, id: number | string) =>
  sql`${LOCKS[lock]}::int, ${typeof id === "number" ? sql`hashint8(${id})` : sql`hashtext(${id})`}`;

/** Takes the lock until the transaction ends. */
async function takeLock(trx: Trx, lock: keyof typeof LOCKS, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(lock, id)})`.execute(trx);
}

/** Runs `work` with the lock; `busy` when another process has the lock. */
function withLock<T>(
  db: Db,
  lock: keyof typeof LOCKS,
  id: number | string,
  work: () => Promise<T>,
): Promise<T | "busy"> {
  return db.connection().execute(async (session) => {
    const key = keyOf(lock, id);
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(session);
    if (rows[0]?.got !== true) return "busy";
    try {
      return await work();
    } finally {
      // A lost connection has already released the lock.
      await sql`select pg_advisory_unlock(${key})`.execute(session).catch(() => {});
    }
  });
}

/** Locks the wrappers of the company's meters until the transaction ends. */
export const lockJoining = (trx: Trx, companyId: number): Promise<void> => takeLock(trx, "joining", companyId);

/** Locks the form links of the company until the transaction ends. */
export const lockFormLinks = (trx: Trx, companyId: number): Promise<void> => takeLock(trx, "formLinks", companyId);

/** Locks the adding of demo data to the company until the transaction ends. */
export const lockDemoData = (trx: Trx, companyId: number): Promise<void> => takeLock(trx, "demoData", companyId);

/** Locks the quota check of the company until the transaction ends. */
export const lockQuotas = (trx: Trx, companyId: number): Promise<void> => takeLock(trx, "quotas", companyId);

/** Runs `work` while no file of the company is stored, so that no file is removed while the same content is stored again. */
export function withCompanyFiles<T>(db: Db, companyId: number, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await takeLock(trx, "companyFiles", companyId);
    return work(trx);
  });
}

/** Prevents the removal of files of the company until the transaction ends. */
export async function holdCompanyFiles(trx: Trx, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${keyOf("companyFiles", companyId)})`.execute(trx);
}

/** Runs `visit`; `busy` when another process is visiting a portal for the same authorization. */
export const withVisitLock = <T>(db: Db, authorizationId: number, visit: () => Promise<T>): Promise<T | "busy"> =>
  withLock(db, "visit", authorizationId, visit);

/** Runs `attempt`; `busy` when another process is trying the same run of a delivery. */
export const withRunLock = <T>(db: Db, runId: number, attempt: () => Promise<T>): Promise<T | "busy"> =>
  withLock(db, "run", runId, attempt);

/** Runs `look`; `busy` while the company signs in to the same mail server as the same user for another mailbox, or another process does for this one. */
export const withMailLoginLock = <T>(
  db: Db,
  { company_id, host, username }: { company_id: number; host: string; username: string },
  look: () => Promise<T>,
): Promise<T | "busy"> => withLock(db, "mailLogin", JSON.stringify([company_id, host.toLowerCase(), username]), look);
