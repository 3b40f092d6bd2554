/** Writes files durably: under a temporary name, synced and renamed, so that a crash leaves the old or the new file. */
import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Readable } from "node:stream";

/** `source` is opened once. Files are 0600, new folders 0700. */
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
    if (made !== undefined) await syncAbove(resolve(dirname(path)), resolve(dirname(made)));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The folders above one that was just made, up to one that was there before. */
async function syncAbove(folder: string, last: string): Promise<void> {
  for (let above = folder; above !== last && above !== dirname(above);) {
    above = dirname(above);
    await syncFolder(above);
  }
}

/** A name survives a power failure only when its folder is synced too; Windows cannot and need not. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Null when there is no such file. */
export async function unlessAbsent<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
