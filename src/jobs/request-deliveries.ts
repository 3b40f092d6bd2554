/** Puts in the runs of deliveries that are due. */
import type { App } from "../app.ts";
import { nextDeliveryAt, putInRun } from "../operations/deliveries.ts";
import { latestDue } from "../domain/data-delivery/schedule.ts";
import { listDueDataDeliveries, lockDataDelivery, setNextDelivery } from "../store/deliveries/data-deliveries.ts";

export async function requestDeliveries(app: App, limit: number): Promise<void> {
  const now = app.now();
  for (const due of await listDueDataDeliveries(app.db, new Date(now).toISOString(), limit)) {
    // The oldest come first: one that fails must not keep all others waiting.
    await putInDue(app, due, now).catch((error: unknown) =>
      app.log.error({ err: error, data_delivery_id: due.id }, "a delivery that is due could not be put in"),
    );
  }
}

function putInDue(app: App, { company_id, id }: { company_id: number; id: number }, now: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const delivery = await lockDataDelivery(trx, company_id, id);
    // Whoever came first has put it in.
    const due = delivery?.next_delivery_at;
    if (delivery === undefined || due === null || due === undefined || Date.parse(due) > now) return;
    const dueAt = new Date(latestDue(delivery, Date.parse(due), now)).toISOString();
    const run = await putInRun(app, trx, delivery, { reason: "schedule", dueAt });
    // Otherwise one is under way: the next sweep looks again.
    if (run !== undefined) await setNextDelivery(trx, company_id, id, nextDeliveryAt(delivery, now));
  });
}
