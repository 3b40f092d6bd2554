/** Original files in a folder of this machine: written beside, synced, renamed, so that a crash leaves no half of one. */
import { randomUUID } from "node:crypto";
import { access, constants, mkdir, open, readFile, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { holdToContent, pathOf, sha256Of, type ByteRange, type FileStore } from "./file-store.ts";

export function openFolderStore(folder: string): FileStore {
  const placeOf = (companyUuid: string, sha256: Buffer) => join(folder, ...pathOf(companyUuid, sha256));
  const size: FileStore["size"] = async (companyUuid, sha256) => {
    const found = await unlessAbsent(stat(placeOf(companyUuid, sha256)));
    return found === null ? null : found.size;
  };
  const check = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  };
  return {
    async put(companyUuid, bytes) {
      const sha256 = sha256Of(bytes);
      if ((await size(companyUuid, sha256)) !== bytes.byteLength) {
        await writeWhole(placeOf(companyUuid, sha256), () => bytes);
      }
      return sha256;
    },
    async putStream(companyUuid, content, openSource) {
      if ((await size(companyUuid, content.sha256)) === content.bytes) return;
      await writeWhole(placeOf(companyUuid, content.sha256), () => holdToContent(openSource(), content));
    },
    get: (companyUuid, sha256) => readFile(placeOf(companyUuid, sha256)),
    async stream(companyUuid, sha256, range) {
      // Opened before anything is promised to a caller: a missing file is known here, not in the middle of an answer.
      const file = await unlessAbsent(open(placeOf(companyUuid, sha256), "r"));
      return file === null ? null : readOf(file, range);
    },
    size,
    remove: (companyUuid, sha256) => rm(placeOf(companyUuid, sha256), { force: true }),
    check,
    checkWriting: check,
    close: async () => {},
  };
}

const readOf = (file: FileHandle, range: ByteRange | undefined): Readable =>
  file.createReadStream(range === undefined ? {} : { start: range.first, end: range.last });

async function unlessAbsent<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** A crash leaves the old state or the new one, and a row never speaks of half a file. */
async function writeWhole(path: string, source: () => Uint8Array | Readable): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(source());
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
