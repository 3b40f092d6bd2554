/** Lets go of files: off the records that hold them, and out of the store where nothing else does. */
import type { App } from "../app.ts";
import { findCompany } from "../store/companies.ts";
import { deleteUnheldFile } from "../store/data-delivery-files.ts";
import type { Trx } from "../store/db.ts";
import { withCompanyFiles } from "../store/locks.ts";

/** `release` takes records off their files and gives those. Gives how many records were. */
export async function freeFiles(
  app: App,
  companyId: number,
  release: (trx: Trx) => Promise<number[]>,
): Promise<number> {
  const company = await findCompany(app.db, companyId);
  if (company === undefined) return 0;
  return withCompanyFiles(app.db, companyId, async (trx) => {
    const released = await release(trx);
    for (const fileId of new Set(released)) {
      const sha256 = await deleteUnheldFile(trx, companyId, fileId);
      // Before the commit: cut off here, the row comes back and the next time frees it again. After it, bytes would stay for ever.
      if (sha256 !== null) await app.files.remove(company.uuid, sha256);
    }
    return released.length;
  });
}
