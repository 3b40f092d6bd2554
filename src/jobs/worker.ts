/** The worker: claims jobs of every kind up to its limits, runs them side by side, and settles each by itself. */
import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";
import { FilesAwayError } from "../files/file-store.ts";
import { isStorageFull } from "../store/storage-full.ts";
import { JOB_NAMES, type ClaimedJob, type JobName, type JobPayloads } from "../store/jobs.ts";
import { giveUpDelivery, runDeliverData } from "./deliver-data.ts";
import { removeLeftFolders } from "./draft-folder.ts";
import { runDerive } from "./derive.ts";
import { runFetch } from "./fetch.ts";
import { giveUpImport, runImport } from "./import.ts";
import { giveUpVisit, runInventory } from "./inventory.ts";
import { giveUpParse, runParse } from "./parse.ts";
import { runRebuild } from "./rebuild-job.ts";
import { runRollUp } from "./roll-up.ts";
import { runSweep } from "./sweep.ts";
import { runWeather } from "./weather.ts";

interface Step<N extends JobName> {
  run: (app: App, payload: JobPayloads[N], signal: AbortSignal) => Promise<void>;
  /** How many of a kind run at once in this process, or the setting that says so. */
  concurrency: number | "visitsAtOnce" | "parsesAtOnce" | "importsAtOnce";
  /** What it puts in: looked for as soon as none of it runs any more. */
  next?: JobName;
  /** One does for all that came before it: while more may come it is looked for twice a second, not after each. */
  merges?: true;
  /** What is done after the last try failed. */
  giveUp?: (app: App, payload: JobPayloads[N]) => Promise<void>;
}

/** The whole pipe on one screen. */
const STEPS: { [N in JobName]: Step<N> } = {
  inventory: { run: runInventory, concurrency: "visitsAtOnce", next: "fetch", giveUp: giveUpVisit },
  fetch: { run: runFetch, concurrency: "visitsAtOnce", next: "parse", giveUp: giveUpVisit },
  parse: { run: runParse, concurrency: "parsesAtOnce", next: "derive", giveUp: giveUpParse },
  derive: { run: (app, payload) => runDerive(app, payload), concurrency: 2, next: "roll-up", merges: true },
  "roll-up": { run: (app, payload) => runRollUp(app, payload), concurrency: 2, merges: true },
  rebuild: { run: runRebuild, concurrency: 1 },
  weather: { run: runWeather, concurrency: 1 },
  // One company has two at most: the queue keeps the last place for another.
  "deliver-data": { run: runDeliverData, concurrency: 3, giveUp: giveUpDelivery },
  // One company has one at most, so that a short import of another never waits for a long one.
  import: { run: runImport, concurrency: "importsAtOnce", next: "derive", giveUp: giveUpImport },
  sweep: { run: (app) => runSweep(app), concurrency: 1 },
};

/** How long an idle kind waits before it looks again, when nothing woke it. */
const IDLE_MS = 250;
/** And how long one that merges waits for more. An edit of a bill is seen within a second all the same. */
const MERGE_MS = 500;

export interface Worker {
  /** Claims nothing more, lets what runs come to its end, and cuts it off after `timeoutMs`: the jobs come back. */
  stop(timeoutMs: number): Promise<void>;
}

export function startWorker(app: App): Worker {
  const stopping = new AbortController();
  const cutting = new AbortController();
  removeLeftFolders(app).catch((error: unknown) =>
    app.log.warn({ err: error }, "cannot look for folders that were left"),
  );
  // Every name has its bell.
  const bells = Object.fromEntries(JOB_NAMES.map((name) => [name, createBell()])) as Work["bells"];
  const running = Object.fromEntries(JOB_NAMES.map((name) => [name, new Set()])) as unknown as Work["running"];
  const work = { app, bells, running, stopping: stopping.signal, cutting: cutting.signal };
  const loops = JOB_NAMES.map((name) => pump(work, name));
  return {
    async stop(timeoutMs) {
      stopping.abort();
      for (const bell of Object.values(bells)) bell.ring();
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

interface Bell {
  ring(): void;
  /** Begins to listen. */
  open(): void;
  /** Until it was rung since `open`, or has not been for so long. */
  wait(milliseconds: number): Promise<void>;
}

function createBell(): Bell {
  let ringing = new AbortController();
  return {
    ring: () => ringing.abort(),
    open: () => void (ringing = new AbortController()),
    wait: (milliseconds) => delay(milliseconds, undefined, { signal: ringing.signal }).catch(() => {}),
  };
}

interface Work {
  app: App;
  bells: Readonly<Record<JobName, Bell>>;
  running: Readonly<Record<JobName, Set<Promise<void>>>>;
  stopping: AbortSignal;
  cutting: AbortSignal;
}

/** True while something runs here that puts it in, or puts in what puts it in. */
const isFed = (running: Work["running"], name: JobName): boolean =>
  JOB_NAMES.some((each) => STEPS[each].next === name && (running[each].size > 0 || isFed(running, each)));

/** Keeps up to `concurrency` jobs of one kind running until it is told to stop. */
async function pump(work: Work, name: JobName): Promise<void> {
  const { app, bells, stopping } = work;
  const running = work.running[name];
  const { next, merges = false, concurrency } = STEPS[name];
  const places = typeof concurrency === "number" ? concurrency : app.config[concurrency];
  const claim = createClaims(app, name);
  while (!stopping.aborted) {
    bells[name].open();
    const free = places - running.size;
    const jobs = free > 0 ? await claim(free) : [];
    for (const job of jobs) {
      const run: Promise<void> = runJob(work, name, job).finally(() => {
        running.delete(run);
        // While more of them come, what follows is better done for many at once.
        if (next !== undefined && !isFed(work.running, next)) bells[next].ring();
      });
      running.add(run);
    }
    if (free === 0) await Promise.race(running);
    else if (jobs.length < free) {
      const more = merges && isFed(work.running, name);
      await Promise.race(more ? [bells[name].wait(MERGE_MS)] : [bells[name].wait(IDLE_MS), ...running]);
    }
  }
  await Promise.all(running);
}

/** Claims jobs of one kind. That the database is away is said once, however often it is asked until it is back. */
function createClaims<N extends JobName>(app: App, name: N): (limit: number) => Promise<ClaimedJob<N>[]> {
  let isAway = false;
  return async (limit) => {
    try {
      const jobs = await app.jobs.claim(name, limit);
      isAway = false;
      return jobs;
    } catch (error) {
      // The jobs are safe in it, and the next look tells when it is back.
      if (!isAway) app.log.warn({ err: error, job: name }, "cannot claim jobs");
      isAway = true;
      return [];
    }
  };
}

/** Runs one job. A fault is logged once with its cause and tried again by the queue; a stop gives the job back untouched. */
async function runJob<N extends JobName>(work: Work, name: N, job: ClaimedJob<N>): Promise<void> {
  const { app, cutting } = work;
  const step = STEPS[name];
  const signal = AbortSignal.any([job.signal, cutting]);
  try {
    await step.run(app, job.payload, signal);
    await app.jobs.complete(name, job);
  } catch (error) {
    if (cutting.aborted) return app.jobs.letGo(job);
    if (isStorageFull(error)) return waitForRoom(work, name, job, error);
    app.log.error({ err: error, job: name, job_id: job.id, payload: job.payload }, "job failed");
    await recordFailure(app, name, job, error);
  }
}

/** A full disk says nothing of the job: it is tried again when there may be room, as often as it takes. */
const ROOM_RETRY_SECONDS = 5;

/** While the database has no room either, its queue cannot be written: the job stays claimed until it can. */
async function waitForRoom<N extends JobName>(work: Work, name: N, job: ClaimedJob<N>, error: unknown): Promise<void> {
  const { app, stopping } = work;
  app.log.warn({ err: error, job: name, job_id: job.id, payload: job.payload }, "job waits for room on the disk");
  while (!stopping.aborted) {
    try {
      return await app.jobs.postpone(name, job, ROOM_RETRY_SECONDS);
    } catch {
      await delay(ROOM_RETRY_SECONDS * 1000, undefined, { signal: stopping }).catch(() => {});
    }
  }
  app.jobs.letGo(job);
}

/** The database may be away for a moment, as when the job failed of it: settling is tried for half a minute. */
const SETTLE_TRIES = 6;

async function recordFailure<N extends JobName>(app: App, name: N, job: ClaimedJob<N>, error: unknown): Promise<void> {
  for (let attempt = 0; attempt < SETTLE_TRIES; attempt += 1) {
    try {
      // A file store that is away says nothing of what was to be done: the sweep finds it waiting and puts it in again.
      if (job.lastTry && !(error instanceof FilesAwayError)) await STEPS[name].giveUp?.(app, job.payload);
      return await app.jobs.fail(name, job, error);
    } catch (failure) {
      app.log.warn({ err: failure, job: name }, "cannot settle a job yet");
      await delay(500 * 2 ** attempt);
    }
  }
  app.jobs.letGo(job);
}
