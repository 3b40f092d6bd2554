/** Sweep: once a minute, whatever is due but has no job gets one. The daily look for new bills starts here. */
import type { App } from "../app.ts";
import { listAuthorizationsDue } from "../store/accounts.ts";
import { listDocumentsWaitingSince } from "../store/documents.ts";
import { listMetersStaleSince } from "../store/meters.ts";

const LIMIT = 1000;
/** A meter or a document that waits longer than this has lost its job. */
const STALE_AFTER_MS = 10 * 60 * 1000;
const onceEvery = (id: number) => ({ once: { key: `sweep ${id}`, seconds: STALE_AFTER_MS / 1000 } });

export async function runSweep(app: App): Promise<void> {
  for (const due of await listAuthorizationsDue(app.db, LIMIT)) {
    await app.jobs.enqueue(app.db, "fetch", due, { once: { key: `sweep ${due.authorization_id}`, seconds: 60 } });
  }
  const before = new Date(app.now() - STALE_AFTER_MS).toISOString();
  for (const { company_id, id } of await listMetersStaleSince(app.db, before, LIMIT)) {
    await app.jobs.enqueue(app.db, "derive", { company_id, utility_meter_id: id }, onceEvery(id));
  }
  for (const { company_id, id } of await listDocumentsWaitingSince(app.db, before, LIMIT)) {
    await app.jobs.enqueue(app.db, "parse", { company_id, document_id: id }, onceEvery(id));
  }
}
