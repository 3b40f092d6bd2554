/** Stores a file together with the records that refer to it, so that no sweep removes the file before its rows are written. */
import type { Readable } from "node:stream";
import type { App } from "../app.ts";
import { isFileKept } from "../store/files.ts";
import { holdCompanyFiles, withCompanyFiles } from "../store/locks.ts";
import type { Trx } from "../store/db.ts";
import { inTransaction } from "../store/transactions.ts";
import { FileStoreError, type FileContent } from "../files/file-store.ts";

type Parts = Pick<App, "db" | "log" | "files">;
interface Company {
  id: number;
  uuid: string;
}

/** A try fails only when a sweep removes the same content at that moment. */
const TRIES = 3;

/**
 * Returns what `write` returns. The bytes are stored first, outside the transaction, since that may take long: a crash in between
 * leaves a file without a row, never a row without a file. The transaction checks that the bytes still exist, because the last
 * record of the same content may have been deleted meanwhile; then everything is tried again. When `write` fails, the bytes are removed.
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
  throw new FileStoreError("A file was stored and is missing");
}

/** Null when the bytes no longer exist. */
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
      // Under the lock no sweep removes files, so the bytes stay.
      const found = await app.files.size(uuid, sha256, { underLock: true });
      return found === bytes ? { written: await write(trx) } : null;
    });
  } catch (error) {
    if (!(error instanceof FileStoreError)) await removeUnkept(app, company, sha256);
    throw error;
  }
}

/** Removes bytes whose rows were not written: they would count in no quota and stay forever. */
async function removeUnkept({ db, log, files }: Parts, { id, uuid }: Company, sha256: Buffer): Promise<void> {
  try {
    await withCompanyFiles(db, id, async (trx) => {
      if (!(await isFileKept(trx, id, sha256))) await files.remove(uuid, sha256);
    });
  } catch (error) {
    log.warn({ err: error }, "a file without a record could not be removed");
  }
}
