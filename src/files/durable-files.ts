/** Files that are on disk when it is said so: written beside, synced, renamed, so that a crash leaves the old or the new one. */
import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";

/** A crash leaves the old state or the new one, and a row never speaks of half a file. Files are 0600, new folders 0700. */
export async function writeWhole(path: string, source: () => Uint8Array | Readable): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
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
    if (made !== undefined) await syncFolder(dirname(made));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** A name survives a power cut only when its folder is synced too; Windows cannot and need not. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Null where there is no such file. */
export async function unlessAbsent<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
