/** Makes and stores the files of a run: each is written to a temporary folder first, so that a long one is not held in memory and an incomplete one is never stored. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../../app.ts";
import { keepFile } from "../../operations/keep-file.ts";
import { requireQuota, requireWithinQuota } from "../../operations/quotas.ts";
import { findCompany } from "../../store/records/companies.ts";
import type { DataDeliveryRow } from "../../store/deliveries/data-deliveries.ts";
import { listFilesOfRun, putDeliveryFile } from "../../store/deliveries/data-delivery-files.ts";
import {
  isHorizonPassed,
  setRowsWritten,
  setRunMade,
  shortenRun,
  type RunRow,
} from "../../store/deliveries/data-delivery-runs.ts";
import { planFiles, type PlannedFile } from "./delivery-content.ts";
import { withTemporaryFolder } from "../temporary-folder.ts";
import { instantOf } from "../../domain/instant.ts";

const PROGRESS_MS = 1000;

const HORIZON_POLL_MS = 100;
const HORIZON_POLLS = 600;

/**
 * Waits at most a minute for open transactions whose changes belong to the run; changes of transactions that are still open go to
 * the next run. Only for runs of news, which continue where the previous one ended; other runs use the current data without waiting.
 */
async function atHorizon(app: App, { content }: DataDeliveryRow, run: RunRow, signal: AbortSignal): Promise<RunRow> {
  if (content.period !== "new") return run;
  for (let poll = 0; poll < HORIZON_POLLS; poll += 1) {
    if (await isHorizonPassed(app.db, run)) return run;
    await delay(HORIZON_POLL_MS, undefined, { signal });
  }
  return shortenRun(app.db, run.company_id, run.id);
}

/** Returns the run as made. Files that an earlier try made are kept, because they may have been sent already. */
export async function makeFiles(
  app: App,
  delivery: DataDeliveryRow,
  waiting: RunRow,
  signal: AbortSignal,
): Promise<RunRow> {
  const run = await atHorizon(app, delivery, waiting, signal);
  const { company_id } = delivery;
  const company = await findCompany(app.db, company_id);
  if (company === undefined) throw new Error(`no company ${company_id}`);
  const made = await listFilesOfRun(app.db, company_id, run.id);
  const names = new Set(made.map(({ name }) => name));
  const progress = createProgress(app, run, sum(made.map(({ rows_written }) => rows_written)));
  await withTemporaryFolder(async (folder) => {
    for (const planned of await planFiles(app, delivery, run)) {
      signal.throwIfAborted();
      if (names.has(planned.name)) continue;
      await makeFile(app, { delivery, run, companyUuid: company.uuid, folder, progress }, planned, signal);
    }
  });
  await setRunMade(app.db, company_id, run.id, { rows: progress.rows(), at: instantOf(app.now()) });
  return run;
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

type Progress = ReturnType<typeof createProgress>;

/** Writes the progress at most once a second. */
function createProgress(app: App, { company_id, id }: RunRow, before: number) {
  let rows = before;
  let writtenAt = app.now();
  return {
    rows: () => rows,
    async add(count: number): Promise<void> {
      rows += count;
      if (app.now() - writtenAt < PROGRESS_MS) return;
      writtenAt = app.now();
      await setRowsWritten(app.db, company_id, id, rows);
    },
  };
}

async function makeFile(
  app: App,
  of: { delivery: DataDeliveryRow; run: RunRow; companyUuid: string; folder: string; progress: Progress },
  planned: PlannedFile,
  signal: AbortSignal,
): Promise<void> {
  const { delivery, run, companyUuid, folder, progress } = of;
  const { company_id } = delivery;
  const before = progress.rows();
  const opened = await planned.open((rows) => progress.add(rows), signal);
  if (opened === undefined) return;
  const draft = join(folder, "draft");
  const content = await writeDraft(opened.body, draft, signal);
  const open = () => createReadStream(draft);
  await requireQuota(app, app.db, company_id, { file_bytes: content.bytes });
  await keepFile(app, { id: company_id, uuid: companyUuid }, { ...content, open }, async (trx) => {
    await putDeliveryFile(trx, company_id, {
      data_delivery_id: delivery.id,
      data_delivery_run_id: run.id,
      name: planned.name,
      format: delivery.format,
      rows_written: progress.rows() - before,
      answer: opened.answer,
      ...content,
    });
    await requireWithinQuota(app, trx, company_id, ["file_bytes"]);
  });
}

async function writeDraft(
  body: Readable,
  path: string,
  signal: AbortSignal,
): Promise<{ sha256: Buffer; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  await pipeline(body, measure, createWriteStream(path, { mode: 0o600 }), { signal });
  return { sha256: hash.digest(), bytes };
}
