/** The worker: claims jobs of every kind up to its limits, runs them side by side, and settles each by itself. */
import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";
import { FilesAwayError } from "../store/file-store.ts";
import { JOB_NAMES, type ClaimedJob, type JobName, type JobPayloads } from "../store/jobs.ts";
import { runDerive } from "./derive.ts";
import { runFetch } from "./fetch.ts";
import { giveUpVisit, runInventory } from "./inventory.ts";
import { giveUpParse, runParse } from "./parse.ts";
import { runRollUp } from "./roll-up.ts";
import { runSweep } from "./sweep.ts";
import { runWeather } from "./weather.ts";

interface Step<N extends JobName> {
  run: (app: App, payload: JobPayloads[N], signal: AbortSignal) => Promise<void>;
  /** How many of a kind run at once in this process. */
  concurrency: number;
  /** What is done after the last try failed. */
  giveUp?: (app: App, payload: JobPayloads[N]) => Promise<void>;
}

/** The whole pipe on one screen. */
const STEPS: { [N in JobName]: Step<N> } = {
  inventory: { run: runInventory, concurrency: 3, giveUp: giveUpVisit },
  fetch: { run: runFetch, concurrency: 3, giveUp: giveUpVisit },
  parse: { run: runParse, concurrency: 3, giveUp: giveUpParse },
  derive: { run: (app, payload) => runDerive(app, payload), concurrency: 2 },
  "roll-up": { run: (app, payload) => runRollUp(app, payload), concurrency: 2 },
  weather: { run: runWeather, concurrency: 1 },
  sweep: { run: (app) => runSweep(app), concurrency: 1 },
};

/** How long an idle kind waits before it looks again, when nothing woke it. */
const IDLE_MS = 250;

export interface Worker {
  /** Claims nothing more, lets what runs come to its end, and cuts it off after `timeoutMs`: the jobs come back. */
  stop(timeoutMs: number): Promise<void>;
}

export function startWorker(app: App): Worker {
  const stopping = new AbortController();
  const cutting = new AbortController();
  const loops = JOB_NAMES.map((name) => pump(app, name, stopping.signal, cutting.signal));
  return {
    async stop(timeoutMs) {
      stopping.abort();
      const ended = new AbortController();
      const cut = delay(timeoutMs, undefined, { signal: ended.signal }).then(
        () => cutting.abort(),
        () => {},
      );
      await Promise.race([Promise.all(loops), cut]);
      ended.abort();
    },
  };
}

/** Keeps up to `concurrency` jobs of one kind running until it is told to stop. */
async function pump(app: App, name: JobName, stopping: AbortSignal, cutting: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>();
  while (!stopping.aborted) {
    const free = STEPS[name].concurrency - running.size;
    const jobs = free > 0 ? await claim(app, name, free) : [];
    for (const job of jobs) {
      const run: Promise<void> = runJob(app, name, job, cutting).finally(() => running.delete(run));
      running.add(run);
    }
    if (jobs.length < free || free === 0) await untilSomethingChanges(running, free === 0, stopping);
  }
  await Promise.all(running);
}

async function claim<N extends JobName>(app: App, name: N, limit: number): Promise<ClaimedJob<N>[]> {
  try {
    return await app.jobs.claim(name, limit);
  } catch (error) {
    // The database is away: the jobs are safe in it, and the next look tells when it is back.
    app.log.warn({ err: error, job: name }, "cannot claim jobs");
    return [];
  }
}

async function untilSomethingChanges(running: Set<Promise<void>>, full: boolean, stopping: AbortSignal): Promise<void> {
  const idle = delay(IDLE_MS, undefined, { signal: stopping }).catch(() => {});
  await Promise.race(full ? running : [idle, ...running]);
}

/** Runs one job. A fault is logged once with its cause and tried again by the queue; a stop gives the job back untouched. */
async function runJob<N extends JobName>(app: App, name: N, job: ClaimedJob<N>, cutting: AbortSignal): Promise<void> {
  const step = STEPS[name];
  const signal = AbortSignal.any([job.signal, cutting]);
  try {
    await step.run(app, job.payload, signal);
    await app.jobs.complete(name, job.id);
  } catch (error) {
    if (cutting.aborted) return app.jobs.letGo(job.id);
    app.log.error({ err: error, job: name, job_id: job.id, payload: job.payload }, "job failed");
    await settleFailure(app, name, job, error);
  }
}

/** The database may be away for a moment, as when the job failed of it: settling is tried for half a minute. */
const SETTLE_TRIES = 6;

async function settleFailure<N extends JobName>(app: App, name: N, job: ClaimedJob<N>, error: unknown): Promise<void> {
  for (let attempt = 0; attempt < SETTLE_TRIES; attempt += 1) {
    try {
      // A file store that is away says nothing of what was to be done: the sweep finds it waiting and puts it in again.
      if (job.lastTry && !(error instanceof FilesAwayError)) await STEPS[name].giveUp?.(app, job.payload);
      return await app.jobs.fail(name, job.id, error);
    } catch (failure) {
      app.log.warn({ err: failure, job: name }, "cannot settle a job yet");
      await delay(500 * 2 ** attempt);
    }
  }
  app.jobs.letGo(job.id);
}
