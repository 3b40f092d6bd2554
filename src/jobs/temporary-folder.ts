/** Temporary folders for delivery files and uploads: each is removed after its work, and those left by a killed process are removed when a worker starts. */
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "../app.ts";

const PREFIX = "meterbook-delivery-";
/** The folder names of all processes; `api/http/upload` makes the second kind. */
const PREFIXES = [PREFIX, "meterbook-upload-"];

/** Longer than any process uses a folder, since other processes of this machine may be using theirs. */
const LEFT_AFTER_MS = 24 * 3600 * 1000;

export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder that cannot be removed is logged and skipped. */
export async function removeLeftFolders({ now, log }: Pick<App, "now" | "log">): Promise<void> {
  const before = now() - LEFT_AFTER_MS;
  for (const name of await readdir(tmpdir())) {
    if (!PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    const folder = join(tmpdir(), name);
    try {
      const found = await lstat(folder);
      if (found.isDirectory() && found.mtimeMs < before) await rm(folder, { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error, folder }, "a leftover folder could not be removed");
    }
  }
}
