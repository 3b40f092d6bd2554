/** The worker: claims jobs of all kinds up to its limits, runs them in parallel, and completes or fails each on its own. */
import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";
import { FileStoreError } from "../files/file-store.ts";
import { isStorageFull } from "../store/storage-full.ts";
import type { JobName, JobPayloads } from "../store/job-kinds.ts";
import type { ClaimedJob } from "../store/jobs.ts";
import { giveUpMailbox, runCheckMailbox } from "./check-mailbox.ts";
import { runDeleteDemoData } from "./delete-demo-data.ts";
import { giveUpDelivery, runDeliverData } from "./deliver-data.ts";
import { runAskModel } from "./ask-model.ts";
import { removeLeftFolders } from "./draft-folder.ts";
import { runDerive } from "./derive.ts";
import { runFetch } from "./fetch.ts";
import { giveUpImport, runImport } from "./import.ts";
import { giveUpVisit, runInventory } from "./inventory.ts";
import { giveUpParse, runParse, runParsePictures } from "./parse.ts";
import { giveUpReset, runMailInvitation, runMailReset } from "./mail-people.ts";
import { giveUpFormLink, runMailAction, runMailFormLink, runMailReceipt } from "./mail-tenants.ts";
import { giveUpRevokePermission, runRevokePermission } from "./revoke-permission.ts";
import { giveUpReadCode, runReadCode } from "./read-code.ts";
import { runRebuild } from "./rebuild-job.ts";
import { runRollUp } from "./roll-up.ts";
import { requestSweep, runSweep } from "./sweep.ts";
import { runAttachStation, runWeatherJob } from "./weather.ts";

interface Step<N extends JobName> {
  run: (app: App, payload: JobPayloads[N], signal: AbortSignal, job: ClaimedJob<N>) => Promise<void>;
  /** How many of a kind run at once in this process, or the setting with that number. */
  concurrency:
    | number
    | "visitsAtOnce"
    | "parsesAtOnce"
    | "picturesAtOnce"
    | "importsAtOnce"
    | "mailboxesAtOnce"
    | "modelQuestionsAtOnce";
  /**
   * While one of these runs here it is likely to request this kind again: it is then claimed twice a second, so that one run serves
   * several requests.
   */
  mergesWhile?: JobName[];
  /** A run that takes longer is aborted, and the job becomes free. */
  limitSeconds: number;
  /** The wait after the first failure; it doubles after each further one, up to the second value. */
  retrySeconds: [first: number, most: number];
  /** How often it is retried after an internal error, and what is done after that; without this it is retried forever. */
  giveUp?: { retries: number; run: (app: App, payload: JobPayloads[N]) => Promise<void> };
}

/** All kinds of jobs. The queue defines for which kinds companies are served in round-robin order. */
const STEPS: { [N in JobName]: Step<N> } = {
  inventory: {
    run: runInventory,
    concurrency: "visitsAtOnce",
    limitSeconds: 900,
    retrySeconds: [2, 300],
    giveUp: { retries: 5, run: giveUpVisit },
  },
  fetch: {
    run: runFetch,
    concurrency: "visitsAtOnce",
    limitSeconds: 3600,
    retrySeconds: [2, 300],
    giveUp: { retries: 5, run: giveUpVisit },
  },
  parse: {
    run: runParse,
    concurrency: "parsesAtOnce",
    limitSeconds: 300,
    retrySeconds: [1, 300],
    giveUp: { retries: 5, run: giveUpParse },
  },
  "delete-demo-data": {
    run: runDeleteDemoData,
    concurrency: 1,
    limitSeconds: 600,
    retrySeconds: [2, 300],
    giveUp: { retries: 5, run: () => Promise.resolve() },
  },
  // Apart from the others, so that scans never take the slots of files with text.
  "parse-pictures": {
    run: runParsePictures,
    concurrency: "picturesAtOnce",
    limitSeconds: 1800,
    retrySeconds: [1, 300],
    giveUp: { retries: 5, run: giveUpParse },
  },
  // Answers take seconds to minutes, and its server may be away for days: nothing else waits for it.
  "ask-model": {
    run: runAskModel,
    concurrency: "modelQuestionsAtOnce",
    limitSeconds: 3600,
    retrySeconds: [10, 3600],
    giveUp: { retries: 5, run: giveUpParse },
  },
  derive: {
    run: (app, payload) => runDerive(app, payload),
    concurrency: 2,
    mergesWhile: ["inventory", "fetch", "parse", "parse-pictures", "ask-model", "import"],
    limitSeconds: 300,
    retrySeconds: [1, 600],
  },
  "roll-up": {
    run: (app, payload, _signal, { months }) => runRollUp(app, payload, months),
    concurrency: 2,
    mergesWhile: ["derive"],
    limitSeconds: 300,
    retrySeconds: [1, 600],
  },
  "attach-station": {
    run: (app, payload) => runAttachStation(app, payload),
    concurrency: 1,
    limitSeconds: 60,
    retrySeconds: [1, 600],
  },
  rebuild: { run: runRebuild, concurrency: 1, limitSeconds: 6 * 3600, retrySeconds: [10, 3600] },
  weather: { run: runWeatherJob, concurrency: 1, limitSeconds: 900, retrySeconds: [30, 3600] },
  // One company has at most two: the queue keeps the last slot for another company.
  "deliver-data": {
    run: (app, payload, signal) => runDeliverData(app, payload, signal),
    concurrency: 3,
    limitSeconds: 2 * 3600,
    retrySeconds: [5, 300],
    giveUp: { retries: 5, run: giveUpDelivery },
  },
  // Companies take turns, and the queue keeps the last slot of each process for another company.
  "check-mailbox": {
    run: runCheckMailbox,
    concurrency: "mailboxesAtOnce",
    limitSeconds: 900,
    retrySeconds: [5, 300],
    giveUp: { retries: 3, run: giveUpMailbox },
  },
  // Each mostly waits, for minutes at most, and the queue keeps the last slot of each process for another company: so there may be
  // many.
  "read-code": {
    run: runReadCode,
    concurrency: 8,
    limitSeconds: 600,
    retrySeconds: [2, 10],
    giveUp: { retries: 3, run: giveUpReadCode },
  },
  // One company has at most one, so that a short import of another company never waits for a long one.
  import: {
    run: runImport,
    concurrency: "importsAtOnce",
    limitSeconds: 4 * 3600,
    retrySeconds: [2, 300],
    giveUp: { retries: 5, run: giveUpImport },
  },
  "mail-invitation": {
    run: runMailInvitation,
    concurrency: 2,
    limitSeconds: 120,
    retrySeconds: [10, 3600],
    giveUp: { retries: 12, run: async () => {} },
  },
  "mail-form-link": {
    run: runMailFormLink,
    concurrency: 2,
    limitSeconds: 120,
    retrySeconds: [10, 3600],
    giveUp: { retries: 12, run: giveUpFormLink },
  },
  "mail-receipt": {
    run: runMailReceipt,
    concurrency: 2,
    limitSeconds: 120,
    retrySeconds: [10, 3600],
    giveUp: { retries: 12, run: async () => {} },
  },
  "mail-action": {
    run: runMailAction,
    concurrency: 2,
    limitSeconds: 120,
    retrySeconds: [10, 3600],
    giveUp: { retries: 12, run: async () => {} },
  },
  // A utility may be away for days. The waits add up to two of them.
  "revoke-permission": {
    run: runRevokePermission,
    concurrency: 2,
    limitSeconds: 120,
    retrySeconds: [10, 3 * 3600],
    giveUp: { retries: 24, run: giveUpRevokePermission },
  },
  // The link lives for an hour from when it is made, and nobody waits longer for it.
  "mail-reset": {
    run: runMailReset,
    concurrency: 2,
    limitSeconds: 120,
    retrySeconds: [5, 600],
    giveUp: { retries: 8, run: giveUpReset },
  },
  sweep: {
    run: async (app) => {
      await requestSweep(app);
      await runSweep(app);
    },
    concurrency: 1,
    limitSeconds: 300,
    retrySeconds: [60, 60],
  },
};
// The keys of the table are the job names.
const JOB_NAMES = Object.keys(STEPS) as JobName[];

/** The poll interval of the queue while no job ends here. */
const LOOK_MS = 100;
/** The poll interval of merging kinds while more requests may arrive. An edited bill is still visible within a second. */
const MERGE_MS = 500;

export interface Worker {
  /** Stops claiming, waits for running jobs, and aborts them after `timeoutMs`: they run again later. */
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
    const { concurrency } = STEPS[name];
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
      (STEPS[name].mergesWhile ?? []).some((feeding) => runningOf.has(feeding));
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

/** Runs one job. An error is logged once with its cause, and the job is retried; a stop releases the job unchanged. */
async function runJob<N extends JobName>(state: Work, job: ClaimedJob<N>): Promise<void> {
  const { app, aborting } = state;
  const { name, payload } = job;
  const step = STEPS[name];
  const limit = AbortSignal.timeout(step.limitSeconds * 1000);
  limit.addEventListener("abort", () => app.jobs.letGo(job));
  try {
    if (step.giveUp !== undefined && job.attempts > step.giveUp.retries)
      throw new Error("its worker died during each run");
    await step.run(app, payload, AbortSignal.any([aborting, limit]), job);
    await app.jobs.complete(job);
    app.log.debug({ job: name, job_id: job.id }, "job done");
  } catch (error) {
    if (aborting.aborted) return app.jobs.letGo(job);
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
  const { giveUp, retrySeconds } = STEPS[job.name];
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
