/** Puts in runs of deliveries: when one is due by its schedule, when a person asks for it, and again when what stood in the way is mended. */
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

type Parts = Pick<App, "jobs" | "now">;

/** True where a later run holds all that an earlier one should have delivered. That of a month does for the same month alone. */
const HOLDS_EARLIER: Record<DeliveryPeriod, boolean> = {
  new: true,
  last_month: false,
  last_12_months: true,
  all: true,
};

/** Why a run that had not come to its end is delivered no more. */
export const STOPPED = {
  paused: "The delivery was paused before this was delivered.",
  changed: "The delivery was changed before this was delivered.",
  deleted: "The delivery was deleted before this was delivered.",
} as const;

const REPLACED = "A later delivery holds what this one should have delivered.";

/** When a delivery is due next; null while it is not made. */
export const nextDeliveryAt = (
  delivery: Pick<DataDeliveryRow, "schedule" | "hour" | "weekday" | "day" | "time_zone" | "active" | "archived">,
  nowMs: number,
): string | null =>
  delivery.active && !delivery.archived ? new Date(nextDelivery(delivery, nowMs)).toISOString() : null;

const enqueue = (app: Parts, trx: Trx, company_id: number, data_delivery_run_id: number) =>
  app.jobs.enqueue(trx, "deliver-data", { company_id, data_delivery_run_id });

/**
 * Puts in a run of a delivery that the transaction holds. An earlier one that still waits gives way where the new one holds
 * all of it; one that is under way is waited for: then undefined, and nothing is put in. While one waits for another password,
 * what the schedule puts in waits with it.
 */
export async function putInRun(
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
  const now = new Date(app.now()).toISOString();
  const run = await insertRun(trx, { company_id, data_delivery_id: id, reason, due_at: dueAt, now, months });
  const refused = reason === "schedule" ? open.find(isRefused) : undefined;
  await (refused === undefined ? enqueue(app, trx, company_id, run) : blockRun(trx, company_id, run, refused));
  return run;
}

const isRefused = ({ state, status_detail }: RunRow): boolean => state === "blocked" && HOLDS_LATER.has(status_detail);

/** A run of the delivery has arrived, so its password is right: those that waited for another one are tried. */
export async function tryRefused(app: Parts, trx: Trx, companyId: number, deliveryId: number): Promise<void> {
  for (const run of (await listOpenRuns(trx, companyId, deliveryId)).filter(isRefused)) await tryAgain(app, trx, run);
}

/** Ends runs that have not come to their end. Their jobs, taken up once more, let go of the files that were made for them. */
export async function stopRuns(app: Parts, trx: Trx, runs: RunRow[], why: keyof typeof STOPPED): Promise<void> {
  const [first] = runs;
  if (first === undefined) return;
  const ids = runs.map(({ id }) => id);
  await replaceRuns(trx, first.company_id, ids, STOPPED[why]);
  for (const id of ids) await enqueue(app, trx, first.company_id, id);
}

/** At a person's wish: the run that waits is tried at once; only when there is none, one is put in. Gives its id. */
export async function requestRun(app: Parts, trx: Trx, delivery: DataDeliveryRow): Promise<number> {
  const [open] = await listOpenRuns(trx, delivery.company_id, delivery.id);
  if (open !== undefined) {
    await tryAgain(app, trx, open);
    return open.id;
  }
  const dueAt = new Date(app.now()).toISOString();
  const run = await putInRun(app, trx, delivery, { reason: "request", dueAt });
  if (run === undefined) throw new Error("no run is open, and none could be put in");
  return run;
}

/** What stood in the way is mended. A run that is under way goes on the old way first: it may well arrive. */
export function tryMended(app: Parts, trx: Trx, run: RunRow): Promise<void> {
  if (run.state !== "running") return tryAgain(app, trx, run);
  return markRunMended(trx, run.company_id, run.id, new Date(app.now()).toISOString());
}

/** One that is under way is left alone. */
async function tryAgain(app: Parts, trx: Trx, { company_id, id, state }: RunRow): Promise<void> {
  if (state === "running") return;
  await rearmRun(trx, company_id, id, new Date(app.now()).toISOString());
  await enqueue(app, trx, company_id, id);
}
