/** `postmaster.pid`, by which a running server of a cluster is found, and by which a dead one can stand in the way. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "../errors.ts";
import { replaceFile } from "./files.ts";
import type { Account } from "./installation.ts";
import { hasEntry, isPostmasterOf, listServersIn } from "./processes.ts";

/** `socketFolder` is empty where the server has none; both are null while a starting server has not written them. */
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

/** The server that runs on this cluster now, verified to be one of it; null when none does. */
export async function findPostmaster(cluster: string): Promise<LockFile | null> {
  const text = await readLock(cluster);
  const lock = text === null ? null : parseLockFile(text);
  return lock && (await isPostmasterOf(lock.pid, cluster)) ? lock : null;
}

/** Above every process id a system gives out, and still an `int`. */
const NO_SUCH_PID = 2_147_483_646;

/**
 * Takes a lock file that no server stands behind out of the way.
 *
 * PostgreSQL removes one itself when its process is gone. It cannot when the id is that of a zombie or was given to
 * another program meanwhile: then only the id is changed to one that cannot exist, so that PostgreSQL still makes its
 * second check, the one of the shared memory that orphaned backends would hold. Deleting the file would skip that
 * check. Only a file without any readable id, which has nothing to check, is deleted, when no server works there.
 */
export async function clearStaleLock(cluster: string, account: Account | null): Promise<void> {
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

/** Backends follow their dead parent within moments. */
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

/** The text as it lies there, null when absent. */
export function readLock(cluster: string): Promise<string | null> {
  return readFile(lockPath(cluster), "utf8").catch(() => null);
}

function lockPath(cluster: string): string {
  return join(cluster, "postmaster.pid");
}
