/** Lets go of the oldest files of a delivery: off the list, and out of the store where nothing else holds them. */
import type { App } from "../app.ts";
import { findCompany } from "../store/companies.ts";
import { deleteOldFiles, deleteUnheldFile } from "../store/data-delivery-files.ts";
import { withCompanyFiles } from "../store/locks.ts";

/** Of a delivery; those of its last run stay, however many. docs/deliveries.md says so. */
export const FILES_KEPT = 200;

export async function freeOldFiles(app: App, companyId: number, deliveryId: number, kept = FILES_KEPT): Promise<void> {
  const company = await findCompany(app.db, companyId);
  if (company === undefined) return;
  await withCompanyFiles(app.db, companyId, async (trx) => {
    for (const fileId of new Set(await deleteOldFiles(trx, companyId, deliveryId, kept))) {
      const sha256 = await deleteUnheldFile(trx, companyId, fileId);
      // Before the commit: cut off here, the row comes back and the next time frees it again. After it, bytes would stay for ever.
      if (sha256 !== null) await app.files.remove(company.uuid, sha256);
    }
  });
}
