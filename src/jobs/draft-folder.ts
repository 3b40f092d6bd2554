/** Folders for files while they are written, of deliveries and uploads: each is gone with its work, and one that a killed process left goes when a worker starts. */
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "../app.ts";

const PREFIX = "meterbook-delivery-";
/** Of whatever process: `api/http/upload` makes the second kind. */
const PREFIXES = [PREFIX, "meterbook-upload-"];

/** Other processes of this machine may be at work in theirs: none is for so long. */
const LEFT_AFTER_MS = 24 * 3600 * 1000;

export async function withDraftFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One that cannot be removed stays, is told, and keeps nothing else waiting. */
export async function removeLeftFolders({ now, log }: Pick<App, "now" | "log">): Promise<void> {
  const before = now() - LEFT_AFTER_MS;
  for (const name of await readdir(tmpdir())) {
    if (!PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    const folder = join(tmpdir(), name);
    try {
      const found = await lstat(folder);
      if (found.isDirectory() && found.mtimeMs < before) await rm(folder, { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error, folder }, "a folder that was left could not be removed");
    }
  }
}
