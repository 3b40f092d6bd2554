/** Releases files from the records that refer to them, and removes files that nothing refers to any more. */
import type { App } from "../app.ts";
import { deleteOldFiles } from "../store/deliveries/data-delivery-files.ts";
import { findCompany } from "../store/records/companies.ts";
import { deleteUnheldFile } from "../store/files.ts";
import type { Trx } from "../store/db.ts";
import { withCompanyFiles } from "../store/locks.ts";

/** Removes the file references of at most `limit` records and returns the files' ids. */
type Release = (trx: Trx, limit: number) => Promise<number[]>;

/** Returns how many records were released, at most `limit`. */
export async function freeFiles(app: App, companyId: number, limit: number, release: Release): Promise<number> {
  const company = await findCompany(app.db, companyId);
  if (company === undefined) return 0;
  let count = 0;
  while (count < limit && (await freeOne(app, company, release))) count += 1;
  return count;
}

/** Removes one file per lock, so that uploads of the company wait for one removal at most. */
function freeOne(app: App, { id, uuid }: { id: number; uuid: string }, release: Release): Promise<boolean> {
  return withCompanyFiles(app.db, id, async (trx) => {
    const [fileId] = await release(trx, 1);
    if (fileId === undefined) return false;
    const sha256 = await deleteUnheldFile(trx, id, fileId);
    // Under the lock, so that the same content is not stored at this moment and lost. Before the commit, so that after an
    // interruption the row is back and the next call frees it again; after the commit the bytes would stay forever.
    if (sha256 !== null) await app.files.remove(uuid, sha256);
    return true;
  });
}

/** The files kept per delivery; those of its last run are always kept. Documented in docs/deliveries.md. */
const FILES_KEPT = 200;

/** Frees the oldest files of a delivery. */
export async function freeOldFiles(app: App, companyId: number, deliveryId: number, kept = FILES_KEPT): Promise<void> {
  await freeFiles(app, companyId, Infinity, (trx, limit) =>
    deleteOldFiles(trx, companyId, deliveryId, { kept, limit }),
  );
}
