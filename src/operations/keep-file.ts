/** Keeps a file together with the records that are about it, so that no sweep removes it between its bytes and its rows. */
import type { Readable } from "node:stream";
import type { App } from "../app.ts";
import { isFileKept } from "../store/deliveries/data-delivery-files.ts";
import { holdCompanyFiles, withCompanyFiles } from "../store/locks.ts";
import type { Trx } from "../store/db.ts";
import { inTransaction } from "../store/transactions.ts";
import { FilesAwayError, type FileContent } from "../files/file-store.ts";

type Parts = Pick<App, "db" | "log" | "files">;
interface Company {
  id: number;
  uuid: string;
}

/** Each is lost only to a sweep that freed the same content at that moment. */
const TRIES = 3;

/**
 * Gives what `write` gives. The bytes first, outside of the transaction, since they may take long: a crash between leaves a
 * file that no row is about, never a row without one. Within it they are looked for, should the last record of the same content
 * have been forgotten meanwhile: then all begins anew. When `write` fails, the bytes go too.
 */
export async function keepFile<T>(
  app: Parts,
  company: Company,
  content: FileContent & { open: () => Readable },
  write: (trx: Trx) => Promise<T>,
): Promise<T> {
  for (let left = TRIES; left > 0; left -= 1) {
    await app.files.putStream(company.uuid, content, content.open);
    const kept = await writeBeside(app, company, content, write);
    if (kept !== null) return kept.written;
  }
  throw new FilesAwayError("A file was put and is not there");
}

/** Null: the bytes are not there any more. */
async function writeBeside<T>(
  app: Parts,
  company: Company,
  { sha256, bytes }: FileContent,
  write: (trx: Trx) => Promise<T>,
): Promise<{ written: T } | null> {
  const { id, uuid } = company;
  try {
    return await inTransaction(app, async (trx) => {
      await holdCompanyFiles(trx, id);
      // Only while none is freed is it sure that the bytes stay; a sweep that frees files waits as long.
      const found = await app.files.size(uuid, sha256, { underLock: true });
      return found === bytes ? { written: await write(trx) } : null;
    });
  } catch (error) {
    if (!(error instanceof FilesAwayError)) await removeUnkept(app, company, sha256);
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
