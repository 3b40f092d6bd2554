/** Deletes the oldest files of a delivery. */
import type { App } from "../app.ts";
import { deleteOldFiles } from "../store/deliveries/data-delivery-files.ts";
import { freeFiles } from "./free-files.ts";

/** The files kept per delivery; those of its last run are always kept. Documented in docs/deliveries.md. */
export const FILES_KEPT = 200;

export async function freeOldFiles(app: App, companyId: number, deliveryId: number, kept = FILES_KEPT): Promise<void> {
  await freeFiles(app, companyId, Infinity, (trx, limit) =>
    deleteOldFiles(trx, companyId, deliveryId, { kept, limit }),
  );
}
