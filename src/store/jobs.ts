/** The queue: jobs are put in by the transaction that makes them necessary, claimed in batches, settled one by one. */
import { sql } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import { scrub, type Log } from "../log.ts";
import { createTurns, type Claim } from "./claim-in-turn.ts";
import type { Db, Sql } from "./db.ts";
import { releaseDeliveries } from "./webhooks/webhook-claims.ts";
import { holdWorkersLock } from "./workers-lock.ts";

/** What each job is about. A payload holds ids alone: never a credential, never a bill's text. */
export interface JobPayloads {
  inventory: { company_id: number; authorization_id: number };
  fetch: { company_id: number; authorization_id: number };
  parse: { company_id: number; document_id: number };
  derive: { company_id: number; utility_meter_id: number };
  "roll-up": { company_id: number; property_id: number };
  rebuild: { company_id: number };
  /** Of the archive: a station, or null for the list of all. */
  weather: { source: "utility" | "folder" | "archive"; weather_station_alpha_id: string | null };
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

/**
 * One run of a job. The queue counts `retryCount` up at each claim after the first, so that both together name the run: whoever
 * has lost the job to another settles and reports nothing any more.
 */
export interface JobRun {
  id: string;
  retryCount: number;
}

export interface ClaimedJob<N extends JobName> extends JobRun {
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
  /** These three have no effect once the job was taken from the run: it is another's then, or over. */
  complete(name: JobName, run: JobRun): Promise<void>;
  fail(name: JobName, run: JobRun, error: unknown): Promise<void>;
  /** Puts a job back for the time after a wait. It does not count as a try. @throws what the database says while it cannot */
  postpone(name: JobName, run: JobRun, seconds: number): Promise<void>;
  /** Gives a job up without a word: when its heartbeat is missed, the queue gives it to another. */
  letGo(run: JobRun): void;
  /** Takes back at once what dead workers held, when this process is the only worker; missed heartbeats do it otherwise. */
  reclaimOrphans(): Promise<number>;
  close(): Promise<void>;
}

/** A job whose worker has not reported for so long is taken from it. */
const HEARTBEAT_SECONDS = 20;
/** How often a worker reports, and looks for jobs of others that no longer do: a dead worker's jobs are free after 25 s at most. */
const BEAT_MS = 5000;

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
  const beating = new Map<string, JobRun & { name: JobName }>();
  const letGo = (run: JobRun) => void beating.delete(nameOfRun(run));
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
      for (const { id, retryCount } of jobs) beating.set(nameOfRun({ id, retryCount }), { id, retryCount, name });
      return jobs.map((job) => ({
        id: job.id,
        retryCount: job.retryCount,
        // What was put in under the name.
        payload: job.data as JobPayloads[N],
        lastTry: job.retryCount >= job.retryLimit,
        signal: job.signal ?? new AbortController().signal,
      }));
    },
    // A run reports until it is settled: were it silent before, it could be taken for dead in between.
    async complete(name, run) {
      await boss.complete(name, run);
      letGo(run);
    },
    letGo,
    async fail(name, run, error) {
      await boss.fail(name, run, { message: scrub(error instanceof Error ? error.message : "unknown") });
      letGo(run);
    },
    async postpone(name, run, seconds) {
      // A job counts as tried by when it was begun. The queue may have taken it back already, should it not have been touched;
      // the count goes up only when another claims it.
      await sql`
        update pgboss.job set state = 'retry', started_on = null, start_after = now() + ${seconds} * interval '1 second'
        where name = ${name} and id = ${run.id} and retry_count = ${run.retryCount} and state in ('active', 'retry')
      `.execute(db);
      letGo(run);
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

const nameOfRun = ({ id, retryCount }: JobRun): string => `${id} ${retryCount}`;

/** The company that a job is of. */
const groupOf = (payload: object): string | undefined =>
  "company_id" in payload ? String(payload.company_id) : undefined;

/** @throws Error when the database is away: nothing is known then of who is silent */
async function touchAll(boss: PgBoss, beating: Map<string, JobRun & { name: JobName }>): Promise<void> {
  for (const [name, runs] of Map.groupBy(beating.values(), (run) => run.name)) await boss.touch(name, runs);
}

/**
 * Takes jobs from dead workers and gives how many. Each is counted up when it is claimed again, so that a worker that was only
 * believed to be dead settles nothing. `all`: no other worker lives, so whatever is marked active has none; it goes back with a
 * try more, since the process was stopped. `silent`: the worker has not reported in time; that counts as a try, so that a job
 * that kills its process comes to an end. The last try of one is left to the queue, which ends the job.
 */
async function takeBack(db: Db, from: "all" | "silent"): Promise<number> {
  const all = from === "all";
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'retry', start_after = now(), retry_limit = retry_limit + ${all ? 1 : 0}
    where state = 'active' and name in (${sql.join(JOB_NAMES)})
      and (${all} or retry_count < retry_limit and heartbeat_on + heartbeat_seconds * interval '1 s' < now())
    returning id`.execute(db);
  return rows.length;
}
