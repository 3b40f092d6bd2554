/** Lets go of files: off the records that hold them, and out of the store where nothing else does. */
import type { App } from "../app.ts";
import { findCompany } from "../store/records/companies.ts";
import { deleteUnheldFile } from "../store/deliveries/data-delivery-files.ts";
import type { Trx } from "../store/db.ts";
import { withCompanyFiles } from "../store/locks.ts";

/** Takes at most `limit` records off their files and gives those. */
export type Release = (trx: Trx, limit: number) => Promise<number[]>;

/** Gives how many records were taken off their files, `limit` at most. */
export async function freeFiles(app: App, companyId: number, limit: number, release: Release): Promise<number> {
  const company = await findCompany(app.db, companyId);
  if (company === undefined) return 0;
  let count = 0;
  while (count < limit && (await freeOne(app, company, release))) count += 1;
  return count;
}

/** One to a lock: uploads of the company wait for the store to remove one file at most. */
function freeOne(app: App, { id, uuid }: { id: number; uuid: string }, release: Release): Promise<boolean> {
  return withCompanyFiles(app.db, id, async (trx) => {
    const [fileId] = await release(trx, 1);
    if (fileId === undefined) return false;
    const sha256 = await deleteUnheldFile(trx, id, fileId);
    // Under the lock, so that the same content is not put at this moment, and lost. And before the commit: cut off here, the row
    // comes back and the next time frees it again. After it, bytes would stay for ever.
    if (sha256 !== null) await app.files.remove(uuid, sha256);
    return true;
  });
}
