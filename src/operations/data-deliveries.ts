/** The runs of data deliveries: created by schedule or on request, tried again when the cause of a failure is fixed, and stopped. */
import type { App } from "../app.ts";
import { dayIn, periodOf } from "../domain/data-delivery/period.ts";
import { HOLDS_LATER } from "../domain/data-delivery/outcome.ts";
import { nextDelivery } from "../domain/data-delivery/schedule.ts";
import type { DeliveryPeriod } from "../records/data-delivery.ts";
import type { DataDeliveryRow } from "../store/deliveries/data-deliveries.ts";
import {
  blockRun,
  insertRun,
  listOpenRuns,
  markRunMended,
  rearmRun,
  replaceRuns,
  type RunRow,
} from "../store/deliveries/data-delivery-runs.ts";
import type { Trx } from "../store/db.ts";
import { instantOf } from "../domain/instant.ts";

type Parts = Pick<App, "jobs" | "now">;

/** True where a later run contains everything that an earlier one should have delivered. A run of one month does so only for the same month. */
const HOLDS_EARLIER: Record<DeliveryPeriod, boolean> = {
  new: true,
  last_month: false,
  last_12_months: true,
  all: true,
};

/** Why an unfinished run was stopped. */
export const STOPPED = {
  paused: "The delivery was paused before this was delivered.",
  changed: "The delivery was changed before this was delivered.",
  deleted: "The delivery was deleted before this was delivered.",
} as const;

const REPLACED = "A later delivery contains what this one should have delivered.";

/** When a delivery is due next; null while it is paused or deleted. */
export const nextDeliveryAt = (
  delivery: Pick<DataDeliveryRow, "schedule" | "hour" | "weekday" | "day" | "time_zone" | "active" | "archived">,
  nowMs: number,
): string | null => (delivery.active && !delivery.archived ? instantOf(nextDelivery(delivery, nowMs)) : null);

const enqueue = (app: Parts, trx: Trx, company_id: number, data_delivery_run_id: number) =>
  app.jobs.enqueue(trx, "deliver-data", { company_id, data_delivery_run_id });

/**
 * Creates a run of a delivery that the transaction has locked. The new run replaces waiting runs whose content it includes. While
 * such a run is under way, nothing is created and the result is undefined. While a run waits for a new password, scheduled runs
 * wait with it.
 */
export async function createRun(
  app: Parts,
  trx: Trx,
  delivery: DataDeliveryRow,
  { reason, dueAt }: { reason: "schedule" | "request"; dueAt: string },
): Promise<number | undefined> {
  const { company_id, id, content, time_zone } = delivery;
  const months = periodOf(content.period, dayIn(dueAt, time_zone));
  const isHeld = (run: RunRow) =>
    HOLDS_EARLIER[content.period] || (run.start_date === months?.start_date && run.end_date === months?.end_date);
  const open = await listOpenRuns(trx, company_id, id);
  const held = open.filter(isHeld);
  if (held.some(({ state }) => state === "running")) return undefined;
  const ids = held.map((run) => run.id);
  await replaceRuns(trx, company_id, ids, REPLACED);
  const now = instantOf(app.now());
  const run = await insertRun(trx, { company_id, data_delivery_id: id, reason, due_at: dueAt, now, months });
  const refused = reason === "schedule" ? open.find(isRefused) : undefined;
  await (refused === undefined ? enqueue(app, trx, company_id, run) : blockRun(trx, company_id, run, refused));
  return run;
}

const isRefused = ({ state, status_detail }: RunRow): boolean => state === "blocked" && HOLDS_LATER.has(status_detail);

/** A run of the delivery has arrived, so its password is right: runs that waited for a new password are tried again. */
export async function tryRefused(app: Parts, trx: Trx, companyId: number, deliveryId: number): Promise<void> {
  for (const run of (await listOpenRuns(trx, companyId, deliveryId)).filter(isRefused)) await tryAgain(app, trx, run);
}

/** Stops unfinished runs. Their jobs run once more to delete the files that were made for them. */
export async function stopRuns(app: Parts, trx: Trx, runs: RunRow[], why: keyof typeof STOPPED): Promise<void> {
  const [first] = runs;
  if (first === undefined) return;
  const ids = runs.map(({ id }) => id);
  await replaceRuns(trx, first.company_id, ids, STOPPED[why]);
  for (const id of ids) await enqueue(app, trx, first.company_id, id);
}

/** On a user's request: tries the waiting run at once, or creates a run when none waits. Returns its id. */
export async function requestRun(app: Parts, trx: Trx, delivery: DataDeliveryRow): Promise<number> {
  const [open] = await listOpenRuns(trx, delivery.company_id, delivery.id);
  if (open !== undefined) {
    await tryAgain(app, trx, open);
    return open.id;
  }
  const dueAt = instantOf(app.now());
  const run = await createRun(app, trx, delivery, { reason: "request", dueAt });
  if (run === undefined) throw new Error("no run is open, and none could be created");
  return run;
}

/** The cause of a failure is fixed: tries the run again. A run that is under way continues first with the old settings, as it may still arrive. */
export function tryMended(app: Parts, trx: Trx, run: RunRow): Promise<void> {
  if (run.state !== "running") return tryAgain(app, trx, run);
  return markRunMended(trx, run.company_id, run.id, instantOf(app.now()));
}

/** Does nothing while the run is under way. */
async function tryAgain(app: Parts, trx: Trx, { company_id, id, state }: RunRow): Promise<void> {
  if (state === "running") return;
  await rearmRun(trx, company_id, id, instantOf(app.now()));
  await enqueue(app, trx, company_id, id);
}
