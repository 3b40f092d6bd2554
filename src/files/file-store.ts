/** What a store of original files promises, whatever holds them: whole or not at all, byte for byte, named by content, never by input. */
import { createHash } from "node:crypto";
import { Transform, type Readable } from "node:stream";

/** A part of a file: both ends are in it. */
export interface ByteRange {
  first: number;
  last: number;
}

/** What is known of a file before its bytes come. */
export interface FileContent {
  sha256: Buffer;
  bytes: number;
}

export interface FileStore {
  /** Keeps the bytes of a company and gives their SHA-256. The same bytes twice are one file. */
  put(companyUuid: string, bytes: Uint8Array): Promise<Buffer>;
  /** The same without holding the file in memory. `open` gives it anew for each try. @throws Error, keeping nothing, when it gives other bytes */
  putStream(companyUuid: string, content: FileContent, open: () => Readable): Promise<void>;
  /** @throws Error when there is no such file */
  get(companyUuid: string, sha256: Buffer): Promise<Buffer>;
  /** For answers: the file or a part of it, so that a large one costs no memory. Null: there is no such file. */
  stream(companyUuid: string, sha256: Buffer, range?: ByteRange): Promise<Readable | null>;
  /** How many bytes it has. Null: there is no such file. Under a lock, a store that does not answer times out after seconds. */
  size(companyUuid: string, sha256: Buffer, options?: { underLock?: boolean }): Promise<number | null>;
  /** Gone afterwards, whether it was there or not. Asked under a lock: a store that does not answer times out after seconds. */
  remove(companyUuid: string, sha256: Buffer): Promise<void>;
  /** Resolves when the store answers now and has room, as far as it says; changes nothing and does not insist. @throws Error */
  check(): Promise<void>;
  /** Resolves when files can be written, read and removed: once, at the start. @throws Error */
  checkWriting(): Promise<void>;
  close(): Promise<void>;
}

/** The store does not answer, or does not let us in: a matter of the operator or of time, never of the file. */
export class FilesAwayError extends Error {
  override name = "FilesAwayError";
}

/** Where a file lies under the root of any store: `<company>/<first two digits>/<sha256>`. A company's files can go with it. */
export function pathOf(companyUuid: string, sha256: Buffer): string[] {
  const name = sha256.toString("hex");
  return [companyUuid, name.slice(0, 2), name];
}

export const sha256Of = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/**
 * The source, with the last of its bytes held back until all are known to be right: nobody gets a whole wrong file. Its errors
 * say that it is the source that failed, whatever is written to.
 */
export function holdToContent(source: Readable, { sha256, bytes }: FileContent): Readable {
  const hash = createHash("sha256");
  let count = 0;
  let held: Buffer | null = null;
  const wrong = () => new Error("The file is not what it was said to be.");
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      count += chunk.byteLength;
      if (held !== null) this.push(held);
      held = chunk;
      done(count > bytes ? wrong() : null);
    },
    flush(done) {
      if (count !== bytes || !hash.digest().equals(sha256)) return done(wrong());
      done(null, held);
    },
  });
  source.once("error", (cause) => checked.destroy(new Error("The file cannot be read.", { cause })));
  checked.once("close", () => source.destroy());
  return source.pipe(checked);
}
