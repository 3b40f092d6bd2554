/** Locks that live as long as their connection or transaction: a killed process holds none. */
import { sql } from "kysely";
import type { Db, Trx } from "./db.ts";

/** Locks are numbers of two parts: what for, as here, and whose. Each is for one thing, so that none waits for another. */
const LOCKS = {
  visit: 7_306_023,
  joining: 7_306_024,
  companyFiles: 7_306_025,
  run: 7_306_026,
  formLinks: 7_306_027,
  quotas: 7_306_028,
} as const;

const keyOf = (lock: keyof typeof LOCKS, id: number) => sql`${LOCKS[lock]}::int, hashint8(${id})`;

/** Waits for the lock, and has it until the transaction ends. */
async function takeLock(trx: Trx, lock: keyof typeof LOCKS, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(lock, id)})`.execute(trx);
}

/** Runs `work` with the lock unless somebody else has it: then `busy`. */
function withLock<T>(db: Db, lock: keyof typeof LOCKS, id: number, work: () => Promise<T>): Promise<T | "busy"> {
  return db.connection().execute(async (session) => {
    const key = keyOf(lock, id);
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(session);
    if (rows[0]?.got !== true) return "busy";
    try {
      return await work();
    } finally {
      // A connection that was lost has let the lock go by itself.
      await sql`select pg_advisory_unlock(${key})`.execute(session).catch(() => {});
    }
  });
}

/** Until the transaction ends nobody else joins meters of the company. */
export const lockJoining = (trx: Trx, companyId: number): Promise<void> => takeLock(trx, "joining", companyId);

/** Until the transaction ends nobody else makes or revokes a form link of the company. */
export const lockFormLinks = (trx: Trx, companyId: number): Promise<void> => takeLock(trx, "formLinks", companyId);

/** Until the transaction ends nobody else of the company is asked whether what was written is within its quotas. */
export const lockQuotas = (trx: Trx, companyId: number): Promise<void> => takeLock(trx, "quotas", companyId);

/** Files are freed while none of the company is put, so that none is freed while it is put again. */
export function withCompanyFiles<T>(db: Db, companyId: number, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await takeLock(trx, "companyFiles", companyId);
    return work(trx);
  });
}

/** Until the transaction ends no file of the company is freed. */
export async function holdCompanyFiles(trx: Trx, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${keyOf("companyFiles", companyId)})`.execute(trx);
}

/** Runs `visit` unless another process is visiting a portal for the same authorization: then `busy`. */
export const withVisitLock = <T>(db: Db, authorizationId: number, visit: () => Promise<T>): Promise<T | "busy"> =>
  withLock(db, "visit", authorizationId, visit);

/** Runs `attempt` unless another process is trying the same run of a delivery: then `busy`. */
export const withRunLock = <T>(db: Db, runId: number, attempt: () => Promise<T>): Promise<T | "busy"> =>
  withLock(db, "run", runId, attempt);
