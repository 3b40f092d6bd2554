/** Rebuild as a job: derives all data of a company by the current rules, in threads, so that the service keeps answering. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { App } from "../app.ts";
import { refreshCountedDaysOfCompany } from "../operations/bills/counted-days.ts";
import { setDerivationEdition } from "../store/records/companies.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { orderOf, partsOf, type RebuildOrder, type RebuiltPart } from "./rebuild.ts";

/** The memory a rebuild needs does not grow with the portfolio; without a limit the engine would let garbage grow to several times of it. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 };
/** As many as one database can keep busy on a small machine. More threads would wait for it, and each uses its own memory. */
const THREADS = Math.min(2, availableParallelism());

export interface RebuildProgress {
  meters: number;
  metersDone: number;
  /** Changed rows. */
  rowsWritten: number;
}

export async function runRebuild(app: App, { company_id }: JobPayloads["rebuild"], signal: AbortSignal): Promise<void> {
  const { meters, rowsWritten } = await rebuildCompany(app, company_id, { signal });
  await setDerivationEdition(app.db, company_id);
  app.log.info({ company_id, meters, rows_written: rowsWritten }, "all months were rebuilt");
}

/**
 * Reports progress after each part. When stopped, the threads end at once and the database rolls back their current parts.
 * @throws the reason of the signal when stopped, or the error of a thread. Finished parts stay, and the next rebuild finds
 * them unchanged.
 */
export async function rebuildCompany(
  app: Pick<App, "db" | "databaseUrl">,
  companyId: number,
  options: { signal?: AbortSignal; onProgress?: (progress: RebuildProgress) => void } = {},
): Promise<RebuildProgress> {
  const { signal = new AbortController().signal, onProgress = () => {} } = options;
  await refreshCountedDaysOfCompany(app.db, companyId);
  const parts = await partsOf(app, companyId);
  signal.throwIfAborted();
  const progress = { meters: parts.reduce((sum, { meters }) => sum + meters, 0), metersDone: 0, rowsWritten: 0 };
  const order = orderOf(app.databaseUrl, companyId, parts);
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const threads = Array.from({ length: Math.min(THREADS, parts.length) }, () => startThread(order));
  for (const thread of threads) {
    thread.on("message", (made: RebuiltPart) => {
      progress.metersDone += made.meters;
      progress.rowsWritten += made.rowsWritten;
      onProgress({ ...progress });
    });
  }
  try {
    await Promise.race([stopped, Promise.all(threads.map(ended))]);
    return progress;
  } finally {
    signal.removeEventListener("abort", stop);
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

const startThread = (workerData: RebuildOrder) =>
  new Worker(new URL("rebuild-thread.ts", import.meta.url), { workerData, resourceLimits: MEMORY });

/** @throws the error of the thread */
async function ended(thread: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  thread.once("error", reject);
  thread.once("exit", (code) =>
    code === 0 ? resolve() : reject(new Error("a thread ended before the rebuild was finished")),
  );
  await promise;
}
