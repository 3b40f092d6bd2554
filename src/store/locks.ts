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

/** A connection that has several locks at once: work under a lock waits for others most of the time, and would take all connections. */
interface LockSession {
  /** Runs one statement after the other. */
  ask(
    lock: keyof typeof LOCKS,
    id: number | string,
    does: "pg_try_advisory_lock" | "pg_advisory_unlock",
  ): Promise<boolean>;
  /** A session may take a lock that it has. */
  held: Set<string>;
  end(): void;
}

const lockSessions = new WeakMap<Db, { opening: Promise<LockSession>; users: number }>();

/** Takes a connection from the pool until `end`. */
function openLockSession(db: Db): Promise<LockSession> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  return new Promise((opened, failed) => {
    const whole = db.connection().execute(async (session) => {
      let previous: Promise<unknown> = Promise.resolve();
      opened({
        held: new Set(),
        end,
        ask(lock, id, does) {
          const asked = previous.then(async () => {
            const { rows } = await sql<{ got: boolean }>`select ${sql.raw(does)}(${keyOf(lock, id)}) as got`.execute(
              session,
            );
            return rows[0]?.got === true;
          });
          previous = asked.catch(() => {});
          return asked;
        },
      });
      await ended;
    });
    whole.catch(failed);
  });
}

/** Runs `work` with the lock; `busy` when somebody else has it. One connection is for all such locks, and given back when none is held. */
async function withLock<T>(
  db: Db,
  lock: keyof typeof LOCKS,
  id: number | string,
  work: () => Promise<T>,
): Promise<T | "busy"> {
  const shared = lockSessions.get(db) ?? { opening: openLockSession(db), users: 0 };
  lockSessions.set(db, shared);
  shared.users += 1;
  /** Others open a new one; this one goes back to the pool after its last user. */
  const leave = () => {
    if (lockSessions.get(db) === shared) lockSessions.delete(db);
  };
  const name = `${lock} ${id}`;
  let session: LockSession | null = null;
  try {
    session = await shared.opening;
    if (session.held.has(name)) return "busy";
    return await withHeld(session, { lock, id, name, leave }, work);
  } finally {
    shared.users -= 1;
    if (shared.users === 0) {
      leave();
      session?.end();
    }
  }
}

async function withHeld<T>(
  session: LockSession,
  { lock, id, name, leave }: { lock: keyof typeof LOCKS; id: number | string; name: string; leave: () => void },
  work: () => Promise<T>,
): Promise<T | "busy"> {
  session.held.add(name);
  try {
    const got = await session.ask(lock, id, "pg_try_advisory_lock").catch((error: unknown) => {
      // The connection is lost, and its locks with it.
      leave();
      throw error;
    });
    if (!got) return "busy";
    try {
      return await work();
    } finally {
      await session.ask(lock, id, "pg_advisory_unlock").catch(leave);
    }
  } finally {
    session.held.delete(name);
  }
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

/** Runs `visit`; `busy` when another one is visiting a portal for the same authorization. */
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
