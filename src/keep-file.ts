/** Keeps a file together with the records that are about it, so that no sweep removes it between its bytes and its rows. */
import type { Readable } from "node:stream";
import type { App } from "./app.ts";
import { isFileKept } from "./store/data-delivery-files.ts";
import { holdCompanyFiles, withCompanyFiles } from "./store/locks.ts";
import type { Trx } from "./store/db.ts";
import { inTransaction } from "./store/transactions.ts";
import type { FileContent } from "./store/file-store.ts";

type Parts = Pick<App, "db" | "log" | "files">;
interface Company {
  id: number;
  uuid: string;
}

/**
 * Gives what `write` gives. The bytes first, outside of the transaction, since they may take long: a crash between leaves a
 * file that no row is about, never a row without one. Within it they are looked for again, should the last record of the same
 * content have been forgotten meanwhile. When `write` fails, the bytes go too.
 */
export async function keepFile<T>(
  app: Parts,
  company: Company,
  content: FileContent & { open: () => Readable },
  write: (trx: Trx) => Promise<T>,
): Promise<T> {
  const { id, uuid } = company;
  const put = () => app.files.putStream(uuid, content, content.open);
  await put();
  try {
    return await inTransaction(app, async (trx) => {
      await holdCompanyFiles(trx, id);
      if ((await app.files.size(uuid, content.sha256)) !== content.bytes) await put();
      return write(trx);
    });
  } catch (error) {
    await removeUnkept(app, company, content.sha256);
    throw error;
  }
}

/** Bytes that were put for rows which were refused would count in no quota, and stay for ever. */
async function removeUnkept({ db, log, files }: Parts, { id, uuid }: Company, sha256: Buffer): Promise<void> {
  try {
    await withCompanyFiles(db, id, async (trx) => {
      if (!(await isFileKept(trx, id, sha256))) await files.remove(uuid, sha256);
    });
  } catch (error) {
    log.warn({ err: error }, "a file that no record is about could not be removed");
  }
}
