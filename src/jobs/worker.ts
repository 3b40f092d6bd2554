/** The worker: claims jobs of all kinds up to its limits, runs them in parallel, and completes or fails each on its own. */
import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";
import { FileStoreError } from "../files/file-store.ts";
import { isStorageFull } from "../store/storage-full.ts";
import type { JobName } from "../store/job-kinds.ts";
import type { ClaimedJob } from "../store/jobs.ts";
import { removeLeftFolders } from "./temporary-folder.ts";
import { JOB_NAMES, JOB_KINDS } from "./job-table.ts";

/** The poll interval of the queue while no job ends here. */
const LOOK_MS = 100;
/** The poll interval of merging kinds while more requests may arrive. An edited bill is still visible within a second. */
const MERGE_MS = 500;
/** How long a stop waits for aborted runs to end and to release their jobs. */
const RELEASE_MS = 1000;

export interface Worker {
  /** Stops claiming, waits for running jobs, and aborts them after `timeoutMs`: they are released, and run again later. */
  stop(timeoutMs: number): Promise<void>;
}

export function startWorker(app: App): Worker {
  const stopping = new AbortController();
  const aborting = new AbortController();
  removeLeftFolders(app).catch((error: unknown) => app.log.warn({ err: error }, "cannot look for leftover folders"));
  const working = work({ app, running: new Map(), stopping: stopping.signal, aborting: aborting.signal });
  return {
    async stop(timeoutMs) {
      stopping.abort();
      const ended = new AbortController();
      const abort = delay(timeoutMs, undefined, { signal: ended.signal }).then(
        () => aborting.abort(),
        () => {},
      );
      await Promise.race([working, abort]);
      // The jobs whose runs end at once are released, while the database is still open here.
      await Promise.race([working, delay(RELEASE_MS, undefined, { signal: ended.signal }).catch(() => {})]);
      ended.abort();
    },
  };
}

interface Work {
  app: App;
  /** The jobs running here, with their kinds. */
  running: Map<Promise<void>, JobName>;
  /** No more jobs are claimed. */
  stopping: AbortSignal;
  /** The running jobs are aborted, and run again later. */
  aborting: AbortSignal;
}

/** Keeps jobs of each kind running up to its limit, until it is stopped. */
async function work(state: Work): Promise<void> {
  const { running, stopping } = state;
  const claim = createClaims(state);
  while (!stopping.aborted) {
    for (const job of await claim()) {
      const run: Promise<void> = runJob(state, job).finally(() => running.delete(run));
      running.set(run, job.name);
    }
    const look = new AbortController();
    const idle = delay(LOOK_MS, undefined, { signal: AbortSignal.any([stopping, look.signal]) }).catch(() => {});
    await Promise.race([idle, ...running.keys()]);
    look.abort();
  }
  await Promise.all(running.keys());
}

/** Claims jobs for the free slots. Logs once when the database is away. */
function createClaims({ app, running }: Work): () => Promise<ClaimedJob[]> {
  const slotsOf = (name: JobName): number => {
    const { concurrency } = JOB_KINDS[name];
    return typeof concurrency === "number" ? concurrency : app.config[concurrency];
  };
  /** When merging kinds were last claimed. */
  const lookedAt = new Map<JobName, number>();
  let isAway = false;
  return async () => {
    const now = app.now();
    const runningOf = Map.groupBy(running.values(), (name) => name);
    const waits = (name: JobName): boolean =>
      now - (lookedAt.get(name) ?? 0) < MERGE_MS &&
      (JOB_KINDS[name].mergesWhile ?? []).some((feeding) => runningOf.has(feeding));
    const names = JOB_NAMES.filter((name) => !waits(name));
    for (const name of names) lookedAt.set(name, now);
    const free = names.map((name) => [name, slotsOf(name) - (runningOf.get(name)?.length ?? 0)]);
    try {
      const jobs = await app.jobs.claim(Object.fromEntries(free) as Partial<Record<JobName, number>>);
      isAway = false;
      return jobs;
    } catch (error) {
      // The jobs are safe in the database, and the next claim succeeds when it is back.
      if (!isAway) app.log.warn({ err: error }, "cannot claim jobs");
      isAway = true;
      return [];
    }
  };
}

/**
 * Runs one job. An error is logged once with its cause, and the job is retried. A stop releases the job without counting a failure;
 * a run that does not end in time loses its lease, which counts as one.
 */
async function runJob<N extends JobName>(state: Work, job: ClaimedJob<N>): Promise<void> {
  const { app, aborting } = state;
  const { name, payload } = job;
  const kind = JOB_KINDS[name];
  const limit = AbortSignal.timeout(kind.limitSeconds * 1000);
  limit.addEventListener("abort", () => app.jobs.letGo(job));
  try {
    if (kind.giveUp !== undefined && job.attempts > kind.giveUp.retries)
      throw new Error("its worker died during each run");
    await kind.run(app, payload, AbortSignal.any([aborting, limit]), job);
    await app.jobs.complete(job);
    app.log.debug({ job: name, job_id: job.id }, "job done");
  } catch (error) {
    if (aborting.aborted) return app.jobs.retry(job, 0, { isFailure: false }).catch(() => app.jobs.letGo(job));
    const about = { err: error, job: name, job_id: job.id, payload };
    if (isStorageFull(error)) {
      app.log.warn(about, "job waits for disk space");
      return postpone(state, job, DISK_RETRY_SECONDS);
    }
    if (error instanceof FileStoreError) {
      app.log.warn(about, "job waits for the file store");
      return postpone(state, job, FILES_RETRY_SECONDS);
    }
    app.log.error(about, "job failed");
    await recordFailure(app, job);
  }
}

/** The waits for disk space and for the file store; a job is retried without limit, because it did not fail by itself. */
const DISK_RETRY_SECONDS = 5;
const FILES_RETRY_SECONDS = 15;

/** While the database has no disk space either, the queue cannot be written: the job stays claimed until it can. */
async function postpone({ app, stopping }: Work, job: ClaimedJob, seconds: number): Promise<void> {
  while (!stopping.aborted) {
    try {
      return await app.jobs.retry(job, seconds, { isFailure: false });
    } catch {
      await delay(seconds * 1000, undefined, { signal: stopping }).catch(() => {});
    }
  }
  app.jobs.letGo(job);
}

/** About half a minute. */
const WRITE_TRIES = 6;

/** Retried, because the job may have failed while the database was away. */
async function recordFailure<N extends JobName>(app: App, job: ClaimedJob<N>): Promise<void> {
  const { giveUp, retrySeconds } = JOB_KINDS[job.name];
  const [first, most] = retrySeconds;
  const isLast = giveUp !== undefined && job.attempts >= giveUp.retries;
  for (let attempt = 0; attempt < WRITE_TRIES; attempt += 1) {
    try {
      if (!isLast) return await app.jobs.retry(job, Math.min(first * 2 ** job.attempts, most), { isFailure: true });
      await giveUp.run(app, job.payload);
      return await app.jobs.complete(job);
    } catch (failure) {
      app.log.warn({ err: failure, job: job.name }, "cannot record yet that a job failed");
      await delay(500 * 2 ** attempt);
    }
  }
  app.jobs.letGo(job);
}
