/** The interface of all stores of original files: a file is complete or absent, and named by its content, never by input. */
import { createHash } from "node:crypto";
import { Transform, type Readable } from "node:stream";

/** A part of a file, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** The known properties of a file before its bytes arrive. */
export interface FileContent {
  sha256: Buffer;
  bytes: number;
}

export interface FileStore {
  /** Stores the bytes for a company and returns their SHA-256. Equal bytes are one file. */
  put(companyUuid: string, bytes: Uint8Array): Promise<Buffer>;
  /**
   * The same without holding the file in memory. `open` returns it again for each try. @throws Error, storing nothing, when the
   * bytes differ
   */
  putStream(companyUuid: string, content: FileContent, open: () => Readable): Promise<void>;
  /** @throws Error when there is no such file */
  get(companyUuid: string, sha256: Buffer): Promise<Buffer>;
  /** For answers: the file or a part of it as a stream. Null when there is no such file. */
  stream(companyUuid: string, sha256: Buffer, range?: ByteRange): Promise<Readable | null>;
  /**
   * Its size in bytes; null when there is no such file. With `underLock`, a store that does not answer times out after seconds.
   */
  size(companyUuid: string, sha256: Buffer, options?: { underLock?: boolean }): Promise<number | null>;
  /** Removes the file if it exists. Called under a lock, so a store that does not answer times out after seconds. */
  remove(companyUuid: string, sha256: Buffer): Promise<void>;
  /** Resolves when the store answers now and has space, as far as known; changes nothing and does not retry. @throws Error */
  check(): Promise<void>;
  /** Resolves when files can be written, read and removed; called once at the start. @throws Error */
  checkWriting(): Promise<void>;
  close(): Promise<void>;
}

/** The store does not answer or refuses us: for the operator or time to fix, never caused by the file. */
export class FileStoreError extends Error {
  override name = "FileStoreError";
}

/**
 * The path of a file under the root of any store: `<company>/<first two digits>/<sha256>`, so that a company's files can be
 * removed together.
 */
export function pathOf(companyUuid: string, sha256: Buffer): string[] {
  const name = sha256.toString("hex");
  return [companyUuid, name.slice(0, 2), name];
}

export const sha256Of = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/**
 * The source, with its last bytes held back until all are verified, so that no reader gets a complete wrong file. Errors say
 * that the source failed, whatever it is written to.
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
