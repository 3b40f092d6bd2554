/** Rebuild as a job: derives all data of a company by the current rules, in threads, so that the service keeps answering. */
import { availableParallelism } from "node:os";
import type { App } from "../../app.ts";
import { refreshCountedDaysOfCompany } from "../../operations/bills/counted-days.ts";
import { setDerivationEdition } from "../../store/records/companies.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { orderOf, partsOf, type RebuiltPart } from "./rebuild.ts";
import { inThread } from "./rebuild-threads.ts";

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
  const count = (made: RebuiltPart) => {
    progress.metersDone += made.meters;
    progress.rowsWritten += made.rowsWritten;
    onProgress({ ...progress });
  };
  // The first failure ends the other threads, too.
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const threads = Array.from({ length: Math.min(THREADS, parts.length) }, () => inThread(order, count, until));
  try {
    await Promise.all(threads);
    return progress;
  } catch (error) {
    ended.abort(error);
    await Promise.allSettled(threads);
    throw error;
  }
}
