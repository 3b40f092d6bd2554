/** The queue: jobs are put in by the transaction that makes them necessary, claimed in batches, settled one by one. */
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import { scrub, type Log } from "../log.ts";
import { createTurns, type Claim } from "./claim-in-turn.ts";
import type { Db, Sql } from "./db.ts";
import { releaseDeliveries } from "./webhook-claims.ts";

/** What each job is about. A payload holds ids alone: never a credential, never a bill's text. */
export interface JobPayloads {
  inventory: { company_id: number; authorization_id: number };
  fetch: { company_id: number; authorization_id: number };
  parse: { company_id: number; document_id: number };
  derive: { company_id: number; utility_meter_id: number };
  "roll-up": { company_id: number; property_id: number };
  rebuild: { company_id: number };
  /** Of the archive: a station, or null for the list of all. */
  weather: { source: "sandbox" | "folder" | "archive"; weather_station_alpha_id: string | null };
  "deliver-data": { company_id: number; data_delivery_run_id: number };
  import: { company_id: number; import_id: number };
  sweep: Record<string, never>;
}
export type JobName = keyof JobPayloads;

interface QueueRule {
  /** Tries after a fault of ours or of the database, before the job is given up. Refusals of a portal do not count as one. */
  retryLimit: number;
  retryDelaySeconds: number;
  /** After this the job is taken from a worker that hangs. */
  expireInSeconds: number;
  /** Jobs that take long: companies have their turn one after the other, and none holds every place. */
  inTurn?: true;
}

const QUEUES: Record<JobName, QueueRule> = {
  inventory: { retryLimit: 5, retryDelaySeconds: 2, expireInSeconds: 900 },
  fetch: { retryLimit: 5, retryDelaySeconds: 2, expireInSeconds: 3600 },
  parse: { retryLimit: 5, retryDelaySeconds: 1, expireInSeconds: 300 },
  derive: { retryLimit: 8, retryDelaySeconds: 1, expireInSeconds: 300 },
  "roll-up": { retryLimit: 8, retryDelaySeconds: 1, expireInSeconds: 300 },
  rebuild: { retryLimit: 5, retryDelaySeconds: 10, expireInSeconds: 6 * 3600 },
  weather: { retryLimit: 3, retryDelaySeconds: 30, expireInSeconds: 900 },
  "deliver-data": { retryLimit: 5, retryDelaySeconds: 5, expireInSeconds: 2 * 3600, inTurn: true },
  import: { retryLimit: 5, retryDelaySeconds: 2, expireInSeconds: 4 * 3600, inTurn: true },
  sweep: { retryLimit: 0, retryDelaySeconds: 1, expireInSeconds: 300 },
};
export const JOB_NAMES = [
  "inventory",
  "fetch",
  "parse",
  "derive",
  "roll-up",
  "rebuild",
  "weather",
  "deliver-data",
  "import",
  "sweep",
] as const satisfies JobName[];

export interface ClaimedJob<N extends JobName> {
  id: string;
  payload: JobPayloads[N];
  /** True when no further try follows a fault of this one. */
  lastTry: boolean;
  signal: AbortSignal;
}

export interface EnqueueOptions {
  /** Not before this instant. */
  startAfter?: string;
  /** Of all jobs put in under the key within so many seconds only the first counts. For reminders, never for news. */
  once?: { key: string; seconds: number };
}

export interface Jobs {
  /** Puts a job in with the caller's transaction: it exists when and only when the transaction commits. */
  enqueue<N extends JobName>(sql: Sql, name: N, payload: JobPayloads[N], options?: EnqueueOptions): Promise<void>;
  claim<N extends JobName>(name: N, limit: number): Promise<ClaimedJob<N>[]>;
  complete(name: JobName, id: string): Promise<void>;
  fail(name: JobName, id: string, error: unknown): Promise<void>;
  /** Puts a job back for the time after a wait. It does not count as a try. @throws what the database says while it cannot */
  postpone(name: JobName, id: string, seconds: number): Promise<void>;
  /** Gives a job up without a word: when its heartbeat is missed, the queue gives it to another. */
  letGo(id: string): void;
  /** Takes back at once what dead workers held, when this process is the only worker; missed heartbeats do it otherwise. */
  reclaimOrphans(): Promise<number>;
  close(): Promise<void>;
}

/** A job whose worker has not reported for so long is taken from it. */
const HEARTBEAT_SECONDS = 20;
/** How often a worker reports, and looks for jobs of others that no longer do: a dead worker's jobs are free after 25 s at most. */
const BEAT_MS = 5000;

/** Workers hold this lock shared; a process that gets it alone knows that no other worker is alive. */
const WORKERS_LOCK = 7_306_022;

/** A connection that has not answered a query of the queue for so long is dropped: all of them are short. */
const CONNECTION = { query_timeout: 15_000 };

export interface JobsOptions {
  /** False for a process that only puts jobs in: it keeps none of the queue's own clocks. */
  works?: boolean;
}

/** Opens the queue on the database of the service; its tables live in the schema `pgboss`, kept by the library itself. */
export async function openJobs(url: string, db: Db, log: Log, { works = true }: JobsOptions = {}): Promise<Jobs> {
  const boss = new PgBoss({
    ...CONNECTION,
    connectionString: url,
    application_name: "meterbook-jobs",
    max: 4,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: 10,
    maintenanceIntervalSeconds: 600,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
  });
  boss.on("error", (error) => log.warn({ err: error }, "queue"));
  await boss.start();
  for (const name of JOB_NAMES) {
    const rule = QUEUES[name];
    const options = {
      retryLimit: rule.retryLimit,
      retryDelay: rule.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds: rule.expireInSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: 24 * 3600,
    };
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
  }
  await boss.schedule("sweep", "* * * * *", {});
  const holder = works ? await holdWorkersLock(db, log) : null;
  const take = async (name: JobName, limit: number, claim?: Claim) => {
    const options = { batchSize: limit, includeMetadata: true } as const;
    if (claim === undefined) return boss.fetch<object>(name, options);
    const { except, idleOnly } = claim;
    return boss.fetch<object>(name, { ...options, ignoreGroups: except, ...(idleOnly ? { groupConcurrency: 1 } : {}) });
  };
  const turns = new Map(
    JOB_NAMES.filter((name) => QUEUES[name].inTurn === true).map((name) => [
      name,
      createTurns(
        async (claim) => (await take(name, 1, claim))[0],
        ({ data }) => groupOf(data) ?? "",
      ),
    ]),
  );
  const beating = new Map<string, JobName>();
  const keepBeating = async () => {
    await touchAll(boss, beating);
    // Only once it has reported itself: after a time without the database all are late.
    await takeBack(db, "silent");
  };
  const beat = works
    ? setInterval(() => void keepBeating().catch((error: unknown) => log.warn({ err: error }, "heartbeat")), BEAT_MS)
    : undefined;

  return {
    async enqueue(trx, name, payload, options = {}) {
      const { startAfter, once } = options;
      const throttle = once === undefined ? {} : { singletonKey: once.key, singletonSeconds: once.seconds };
      const company = QUEUES[name].inTurn === true ? groupOf(payload) : undefined;
      const group = company === undefined ? {} : { group: { id: company } };
      await boss.send(name, payload, { db: fromKysely(trx), startAfter, ...throttle, ...group });
    },
    async claim<N extends JobName>(name: N, limit: number): Promise<ClaimedJob<N>[]> {
      const jobs = await (turns.get(name)?.(limit) ?? take(name, limit));
      for (const { id } of jobs) beating.set(id, name);
      return jobs.map((job) => ({
        id: job.id,
        // What was put in under the name.
        payload: job.data as JobPayloads[N],
        lastTry: job.retryCount >= job.retryLimit,
        signal: job.signal ?? new AbortController().signal,
      }));
    },
    async complete(name, id) {
      beating.delete(id);
      await boss.complete(name, id);
    },
    letGo: (id) => void beating.delete(id),
    async fail(name, id, error) {
      beating.delete(id);
      await boss.fail(name, id, { message: scrub(error instanceof Error ? error.message : "unknown") });
    },
    async postpone(name, id, seconds) {
      // A job counts as tried by when it was begun. The queue may have taken it back already, should it not have been touched.
      await sql`
        update pgboss.job set state = 'retry', started_on = null, start_after = now() + ${seconds} * interval '1 second'
        where name = ${name} and id = ${id} and state in ('active', 'retry')`.execute(db);
      beating.delete(id);
    },
    async reclaimOrphans() {
      if (holder?.alone !== true) return 0;
      // Notifications too: a webhook has few under way at once, and would wait for leases that no sender has any more.
      await releaseDeliveries(db);
      return takeBack(db, "all");
    },
    async close() {
      clearInterval(beat);
      await boss.stop({ graceful: false, close: true });
      await holder?.release();
    },
  };
}

/** The company that a job is of. */
const groupOf = (payload: object): string | undefined =>
  "company_id" in payload ? String(payload.company_id) : undefined;

/** @throws Error when the database is away: nothing is known then of who is silent */
async function touchAll(boss: PgBoss, beating: Map<string, JobName>): Promise<void> {
  for (const [name, entries] of Map.groupBy(beating, ([, queue]) => queue)) {
    await boss.touch(
      name,
      entries.map(([id]) => id),
    );
  }
}

/** How often the session that holds the workers lock is looked at, and how long until a lost one is taken anew. */
const LOCK_CHECK_MS = 5000;
const LOCK_RETRY_MS = 1000;

/**
 * Learns whether other workers are alive, by a lock that dies with its connection: alone is who gets it exclusively.
 * The lock is then held shared for the life of the process, and taken anew when its connection is lost.
 */
async function holdWorkersLock(db: Db, log: Log): Promise<{ alone: boolean; release(): Promise<void> }> {
  const closing = new AbortController();
  const { promise: held, resolve: setHeld } = Promise.withResolvers<boolean>();
  const hold = () =>
    db.connection().execute(async (session) => {
      const alone = await tryAlone(session);
      await sql`select pg_advisory_lock_shared(${WORKERS_LOCK})`.execute(session);
      if (alone) await sql`select pg_advisory_unlock(${WORKERS_LOCK})`.execute(session);
      // Only the first answer counts: whoever takes the lock again has jobs of its own under way.
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

/** Waits; false when it was cut short because the queue is closing. */
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

/**
 * Takes jobs from dead workers and gives how many. `all`: no other worker lives, so whatever is marked active has none; it goes
 * back without counting as a try, since the process was stopped. `silent`: the worker has not reported in time; that counts as
 * a try, so that a job that kills its process comes to an end. The last try of one is left to the queue, which ends the job.
 */
async function takeBack(db: Db, from: "all" | "silent"): Promise<number> {
  const all = from === "all";
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'retry', start_after = now(), started_on = case when ${all} then null else started_on end
    where state = 'active' and name in (${sql.join(JOB_NAMES)})
      and (${all} or retry_count < retry_limit and heartbeat_on + heartbeat_seconds * interval '1 s' < now())
    returning id`.execute(db);
  return rows.length;
}
