/** `postmaster.pid`: identifies the running server of a cluster, and must be cleared when a dead server's file blocks a start. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "../errors.ts";
import { unlessAbsent } from "../files/durable-files.ts";
import { replaceFile } from "./files.ts";
import type { SystemAccount } from "./installation.ts";
import { hasEntry, isPostmasterOf, listServersIn } from "./processes.ts";

/** `socketFolder` is empty when the server has none; both are null until a starting server has written them. */
export interface LockFile {
  pid: number;
  port: number | null;
  socketFolder: string | null;
}

/** Lines by number, from PostgreSQL's `pidfile.h`: 1 process id, 2 data folder, 3 start, 4 port, 5 socket folder. */
export function parseLockFile(text: string): LockFile | null {
  const lines = text.split("\n");
  if (!/^[1-9]\d{0,9}$/.test(lines[0]?.trim() ?? "")) return null;
  const port = Number(lines[3]);
  return {
    pid: Number(lines[0]),
    port: Number.isInteger(port) && port > 0 ? port : null,
    socketFolder: lines.length > 5 ? (lines[4]?.trim() ?? null) : null,
  };
}

/** The server that now runs on this cluster, verified to belong to it; null when there is none. */
export async function findPostmaster(cluster: string): Promise<LockFile | null> {
  const text = await readLock(cluster);
  const lock = text === null ? null : parseLockFile(text);
  return lock && (await isPostmasterOf(lock.pid, cluster)) ? lock : null;
}

/** Above every process id that a system assigns, and still an `int`. */
const NO_SUCH_PID = 2_147_483_646;

/**
 * Clears a lock file without a server. PostgreSQL removes one itself when its process is gone. It cannot when the id belongs to
 * a zombie or was reused by another program: then only the id is changed to one that cannot exist, so that PostgreSQL still
 * checks the shared memory that orphaned backends would hold. Deleting the file would skip that check. Only a file without a
 * readable id, which has nothing to check, is deleted, when no server runs there.
 */
export async function clearStaleLock(cluster: string, account: SystemAccount | null): Promise<void> {
  const text = await readLock(cluster);
  if (text === null) return;
  const lock = parseLockFile(text);
  if (lock) {
    if (!hasEntry(lock.pid)) return;
    const rest = text.split("\n").slice(1).join("\n");
    await replaceFile(lockPath(cluster), `${NO_SUCH_PID}\n${rest}`, { mode: 0o600, owner: account });
    return;
  }
  await waitForNoServers(cluster);
  await rm(lockPath(cluster), { force: true });
}

/** Backends end moments after their parent. */
async function waitForNoServers(cluster: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if ((await listServersIn(cluster)).length === 0) return;
    await pause(100);
  }
  const pids = await listServersIn(cluster);
  if (pids.length === 0) return;
  throw new StartError(
    `${lockPath(cluster)} is damaged while processes still work on the database (${pids.join(", ")}): ` +
      `end them, then start again.`,
  );
}

/** The raw text; null when absent. */
export function readLock(cluster: string): Promise<string | null> {
  return unlessAbsent(readFile(lockPath(cluster), "utf8"));
}

function lockPath(cluster: string): string {
  return join(cluster, "postmaster.pid");
}
