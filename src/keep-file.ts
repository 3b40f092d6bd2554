/** Keeps a file together with the records that are about it, so that no sweep removes it between its bytes and its rows. */
import type { Readable } from "node:stream";
import type { App } from "./app.ts";
import { holdCompanyFiles } from "./store/locks.ts";
import type { Trx } from "./store/db.ts";
import { inTransaction } from "./store/transactions.ts";
import type { FileContent } from "./store/file-store.ts";

/**
 * Gives what `write` gives. The bytes first, outside of the transaction, since they may take long: a crash between leaves a
 * file that no row is about, never a row without one. Within it they are looked for again, should the last record of the same
 * content have been forgotten meanwhile.
 */
export async function keepFile<T>(
  app: Pick<App, "db" | "log" | "files">,
  { id, uuid }: { id: number; uuid: string },
  content: FileContent & { open: () => Readable },
  write: (trx: Trx) => Promise<T>,
): Promise<T> {
  const put = () => app.files.putStream(uuid, content, content.open);
  await put();
  return inTransaction(app, async (trx) => {
    await holdCompanyFiles(trx, id);
    if ((await app.files.size(uuid, content.sha256)) !== content.bytes) await put();
    return write(trx);
  });
}
