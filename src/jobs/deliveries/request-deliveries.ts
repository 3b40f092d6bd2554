/** Creates the runs of deliveries that are due. */
import type { App } from "../../app.ts";
import { nextDeliveryAt, createRun } from "../../operations/data-deliveries.ts";
import { latestDue } from "../../domain/data-delivery/schedule.ts";
import { listDueDataDeliveries, lockDataDelivery, setNextDelivery } from "../../store/deliveries/data-deliveries.ts";
import { instantOf } from "../../domain/instant.ts";

export async function requestDeliveries(app: App, limit: number): Promise<void> {
  const now = app.now();
  for (const due of await listDueDataDeliveries(app.db, instantOf(now), limit)) {
    // The oldest come first, so an error of one must not block the others.
    await createDueRun(app, due, now).catch((error: unknown) =>
      app.log.error({ err: error, data_delivery_id: due.id }, "the run of a due delivery could not be created"),
    );
  }
}

function createDueRun(app: App, { company_id, id }: { company_id: number; id: number }, now: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const delivery = await lockDataDelivery(trx, company_id, id);
    // Another process was quicker, or it was paused or deleted.
    const due = delivery?.next_delivery_at;
    if (delivery === undefined || due === null || due === undefined || Date.parse(due) > now) return;
    const dueAt = instantOf(latestDue(delivery, Date.parse(due), now));
    const run = await createRun(app, trx, delivery, { reason: "schedule", dueAt });
    // Otherwise a run is under way: the next sweep looks again.
    if (run !== undefined) await setNextDelivery(trx, company_id, id, nextDeliveryAt(delivery, now));
  });
}
