/** Deliver data: makes the files of a run once, sends those not yet sent, and records the outcome: delivered, retried later, or waiting for a user. */
import type { App } from "../../app.ts";
import { STOPPED, tryRefused } from "../../operations/data-deliveries.ts";
import { MAIL_PLACE, mailRun } from "../../operations/delivery-mails.ts";
import { openDestinationSecrets } from "../../operations/destination-secrets.ts";
import { DestinationError, type DestinationConnection } from "../../destinations/contract.ts";
import { openDestination } from "../../destinations/open-destination.ts";
import { runOutcome, type RunOutcome } from "../../domain/data-delivery/outcome.ts";
import { MINUTE_MS, instantOf } from "../../domain/instant.ts";
import { Problem } from "../../errors.ts";
import type { RunDetail } from "../../records/data-delivery.ts";
import {
  findDataDelivery,
  keepHostKey,
  lockDataDelivery,
  setDelivered,
  touchDataDelivery,
  type DataDeliveryRow,
} from "../../store/deliveries/data-deliveries.ts";
import { listFilesOfRun, setFileSent } from "../../store/deliveries/data-delivery-files.ts";
import {
  beginRun,
  findRun,
  rearmRun,
  replaceRuns,
  setRunDelivered,
  setRunOutcome,
  uncountTry,
  type RunRow,
} from "../../store/deliveries/data-delivery-runs.ts";
import { findCompany } from "../../store/records/companies.ts";
import { FileStoreError } from "../../files/file-store.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { withRunLock } from "../../store/locks.ts";
import { freeOldFiles } from "../free-files.ts";
import { makeFiles } from "./make-delivery-files.ts";

type Payload = JobPayloads["deliver-data"];

/** How often a process may be killed in the middle of a run; after that the run is most likely the cause. */
const CUT_OFF_MAX = 5;

/** The time limit of a try, so that a slow server does not block others. The message of `too_slow` states it. */
const TRY_MS = 3600 * 1000;

/** The wait for another worker that has the lock of the run: if it is killed, the run must be tried again. */
const BUSY_MS = MINUTE_MS;

/** When two workers have the same run, the second finds the lock taken and looks again later. */
export async function runDeliverData(
  app: App,
  payload: Payload,
  aborting: AbortSignal,
  tryMs: number = TRY_MS,
): Promise<void> {
  const { company_id, data_delivery_run_id } = payload;
  const tried = await withRunLock(app.db, data_delivery_run_id, async () => {
    try {
      await tryRun(app, payload, aborting, tryMs);
    } catch (error) {
      // If the database is away, the try stays counted as cut off; the original error is thrown.
      await uncountTry(app.db, company_id, data_delivery_run_id).catch(() => {});
      throw error;
    }
  });
  if (tried === "busy")
    await app.jobs.enqueue(app.db, "deliver-data", payload, { startAfter: instantOf(app.now() + BUSY_MS) });
}

async function tryRun(
  app: App,
  { company_id, data_delivery_run_id }: Payload,
  aborting: AbortSignal,
  tryMs: number,
): Promise<void> {
  let run = await beginRun(app.db, company_id, data_delivery_run_id, instantOf(app.now()));
  const delivery = run && (await findDataDelivery(app.db, company_id, run.data_delivery_id));
  if (run === undefined) return leaveRun(app, company_id, data_delivery_run_id);
  if (delivery === undefined || delivery.archived) return;
  if (run.unheard_tries > CUT_OFF_MAX)
    return recordRefused(app, run, refusalOf("cut_off", "The service", null, run.attempts + 1));
  const { secrets, forget } = await openDestinationSecrets(app.db, app.vault, company_id, delivery.id);
  const connection = openDestination(app.outbound, delivery.destination, secrets, (shown) =>
    keepHostKey(app.db, company_id, delivery.id, shown),
  );
  const time = AbortSignal.timeout(tryMs);
  const signal = AbortSignal.any([aborting, time]);
  let hasContent = true;
  try {
    if (run.made_at === null) run = await makeFiles(app, delivery, run, signal);
    const { destination } = delivery;
    hasContent = destination.kind !== "email" || !(await hasNothingNew(app, delivery, run));
    if (destination.kind === "email" && hasContent) await mailRun(app, { delivery, destination, run }, signal);
    if (connection !== null) await sendFiles(app, run, connection, signal);
  } catch (error) {
    // An error caused by the stop may look like a refusal.
    const detail = aborting.aborted ? null : time.aborted ? "too_slow" : detailOf(error);
    if (detail === null) throw error;
    const seen = error instanceof DestinationError ? error.seen : null;
    app.log.info({ data_delivery_run_id: run.id, detail, err: error }, "not delivered");
    return recordRefused(app, run, refusalOf(detail, placeOf(delivery, connection), seen, run.attempts + 1));
  } finally {
    connection?.close();
    forget();
  }
  await recordDelivered(app, delivery, run, hasContent);
}

/** A mail without content is not sent: the run counts as delivered, with no rows. Programs that fetch files get the empty one. */
async function hasNothingNew({ db }: Pick<App, "db">, { content }: DataDeliveryRow, run: RunRow): Promise<boolean> {
  if (content.period !== "new") return false;
  const files = await listFilesOfRun(db, run.company_id, run.id);
  return files.every(({ rows_written }) => rows_written === 0);
}

/** The name of the destination in sentences. */
const placeOf = ({ destination }: DataDeliveryRow, connection: DestinationConnection | null): string =>
  destination.kind === "email" ? MAIL_PLACE : (connection?.place ?? "The service");

async function sendFiles(app: App, run: RunRow, connection: DestinationConnection, signal: AbortSignal): Promise<void> {
  const { company_id } = run;
  const company = await findCompany(app.db, company_id);
  if (company === undefined) throw new Error(`no company ${company_id}`);
  for (const file of await listFilesOfRun(app.db, company_id, run.id)) {
    if (file.sent_at !== null) continue;
    // The delivery was deleted meanwhile: nothing more is sent.
    if ((await findRun(app.db, company_id, run.id))?.state !== "running") return;
    const open = async () => {
      const source = await app.files.stream(company.uuid, file.sha256);
      if (source === null) throw new Error(`the file ${file.id} of a delivery is lost`);
      return source;
    };
    await connection.send({ name: file.name, bytes: file.bytes, open }, signal);
    await setFileSent(app.db, company_id, file.id, instantOf(app.now()));
  }
}

/** Called when the run is not to be tried now: one that waits keeps its job, and the files of a stopped one are deleted. */
async function leaveRun(app: App, companyId: number, runId: number): Promise<void> {
  const run = await findRun(app.db, companyId, runId);
  if (run?.state === "replaced") return freeOldFiles(app, companyId, run.data_delivery_id);
  if (run?.state !== "waiting" || run.next_attempt_at === null) return;
  const payload = { company_id: companyId, data_delivery_run_id: runId };
  await app.jobs.enqueue(app.db, "deliver-data", payload, { startAfter: run.next_attempt_at });
}

/** Of refusals that are not about the size of the data. */
const DETAILS: Partial<Record<Problem["slug"], RunDetail>> = {
  "quota-exceeded": "quota_exceeded",
  // More PDFs of the company are wanted at the moment than may wait.
  "too-many-requests": "busy",
};

/** Why the try failed; null for an internal error. */
function detailOf(error: unknown): RunDetail | null {
  if (error instanceof DestinationError) return error.detail;
  if (error instanceof FileStoreError) return "store_away";
  // The table writers refuse data that is too large for their format.
  if (error instanceof Problem) return DETAILS[error.slug] ?? "too_large";
  return null;
}

const refusalOf = (detail: RunDetail, place: string, seen: string | null, attempt: number): RunOutcome =>
  runOutcome({ detail, place, seen, attempt, random: Math.random });

/** The wait until this process has released the lock of the run. */
const LET_GO_MS = 1000;

async function recordRefused(app: App, run: RunRow, outcome: RunOutcome): Promise<void> {
  const { company_id, id, data_delivery_id } = run;
  const now = app.now();
  const next = outcome.retryAfterMs === null ? null : instantOf(now + outcome.retryAfterMs);
  let isOver = next === null;
  await app.db.transaction().execute(async (trx) => {
    const delivery = await lockDataDelivery(trx, company_id, data_delivery_id);
    const known = await findRun(trx, company_id, id);
    // The answer of the old destination does not apply to the new one.
    const isMended = known?.state === "running" && known.next_attempt_at !== run.next_attempt_at;
    // Paused while it was under way: a scheduled run is not tried again.
    const isPaused = delivery?.active === false && run.reason === "schedule" && outcome.state !== "failed";
    isOver ||= isPaused || known?.state === "replaced";
    if (isPaused) await replaceRuns(trx, company_id, [id], STOPPED.paused);
    await setRunOutcome(trx, company_id, id, outcome, next);
    if (isMended) await rearmRun(trx, company_id, id, instantOf(now));
    await touchDataDelivery(trx, company_id, data_delivery_id);
    const startAfter = isMended ? instantOf(now + LET_GO_MS) : next;
    if (startAfter === null || isPaused) return;
    await app.jobs.enqueue(trx, "deliver-data", { company_id, data_delivery_run_id: id }, { startAfter });
  });
  // Runs that never arrive make files too, so old files are freed also after a failure.
  if (isOver) await freeOldFiles(app, company_id, data_delivery_id);
}

/** A run that had nothing to mail does not count as the last delivery. */
async function recordDelivered(app: App, delivery: DataDeliveryRow, run: RunRow, hasContent: boolean): Promise<void> {
  const { company_id, id, until_xid, until_at } = run;
  const delivered_at = instantOf(app.now());
  await app.db.transaction().execute(async (trx) => {
    await lockDataDelivery(trx, company_id, delivery.id);
    if (!(await setRunDelivered(trx, company_id, id, delivered_at))) return;
    await setDelivered(trx, company_id, delivery.id, {
      until_xid,
      until_at,
      delivered_at: hasContent ? delivered_at : null,
    });
    await tryRefused(app, trx, company_id, delivery.id);
  });
  await freeOldFiles(app, company_id, delivery.id);
}

/** After the last try of a job that failed by an internal error: the error was logged, and the run states that the service failed. */
export async function giveUpDelivery(app: App, { company_id, data_delivery_run_id }: Payload): Promise<void> {
  const run = await findRun(app.db, company_id, data_delivery_run_id);
  if (run !== undefined) await recordRefused(app, run, refusalOf("fault", "The service", null, run.attempts + 1));
}
