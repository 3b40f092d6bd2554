/** The original files by content: written once, whole or not at all, read back byte for byte. Names are hashes, never input. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";

export interface FileStore {
  /** Keeps the bytes of a company and gives their SHA-256. The same bytes twice are one file. */
  put(companyUuid: string, bytes: Uint8Array): Promise<Buffer>;
  get(companyUuid: string, sha256: Buffer): Promise<Buffer>;
  /** For answers: the file as a stream, so that a large one costs no memory. */
  stream(companyUuid: string, sha256: Buffer): Readable;
}

/** Files in a folder: `files/<company>/<first two digits>/<sha256>`. A company's folder can be dropped with the company. */
export function openFolderStore(folder: string): FileStore {
  const pathOf = (companyUuid: string, sha256: Buffer) => {
    const name = sha256.toString("hex");
    return join(folder, companyUuid, name.slice(0, 2), name);
  };
  return {
    async put(companyUuid, bytes) {
      const sha256 = createHash("sha256").update(bytes).digest();
      const path = pathOf(companyUuid, sha256);
      const known = await stat(path).catch(() => null);
      if (known?.size !== bytes.byteLength) await writeWhole(path, bytes);
      return sha256;
    },
    get: (companyUuid, sha256) => readFile(pathOf(companyUuid, sha256)),
    stream: (companyUuid, sha256) => createReadStream(pathOf(companyUuid, sha256)),
  };
}

/** Writes beside, syncs, renames: a crash leaves the old state or the new one, and a row never speaks of half a file. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The rename itself survives a power cut only when its folder is synced too; Windows cannot and need not. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
