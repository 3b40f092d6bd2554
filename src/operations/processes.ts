/** All processes on one database must share the file store, root key and some settings: a process that differs from the running ones does not start. */
import { createHash, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { sharedValues, type Config } from "../config.ts";
import { StartError } from "../errors.ts";
import type { Log } from "../log.ts";
import { openDatabase, type Db } from "../store/db.ts";
import { sha256Of, type FileStore } from "../files/file-store.ts";
import {
  deleteProcess,
  joinAlone,
  listOldProcesses,
  listProcesses,
  renewProcess,
  RENEW_MS,
  type ProcessRow,
} from "../store/processes.ts";
import { loadRootKey } from "../vault/root-key.ts";

export interface Membership {
  /** Takes the process off the list. */
  leave(): Promise<void>;
}

export interface JoinOptions {
  /** The effective settings. */
  config: Config;
  databaseUrl: string;
  files: FileStore;
  log: Log;
}

/** The folder of the file store for the marks of processes, beside the folders of companies. */
const MARKS = "processes";
const LOOK_AGAIN_MS = 500;

/**
 * Adds this process to the list of running processes and keeps its row renewed. It uses its own connection, so that a process
 * whose pool is exhausted does not look dead. @throws StartError that names the differences from a running process
 */
export async function joinProcesses(options: JoinOptions): Promise<Membership> {
  const { files, log } = options;
  const own: ProcessRow = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    roles: options.config.roles,
    settings: fingerprints(options),
  };
  const db = openDatabase(options.databaseUrl, { max: 1, queryTimeoutMs: RENEW_MS });
  try {
    await leaveMark(files, own.id);
    await join(db, own, files);
    await removeOld(db, files).catch((error: unknown) =>
      log.warn({ err: error }, "old processes could not be removed from the list"),
    );
  } catch (error) {
    await files.remove(MARKS, sha256Of(markOf(own.id))).catch(() => {});
    await db.destroy();
    throw error;
  }
  // The worker logs when the database is away; afterwards the row is renewed or inserted again.
  const renewing = setInterval(() => void renewProcess(db, own).catch(() => {}), RENEW_MS);
  return {
    async leave() {
      clearInterval(renewing);
      await deleteProcess(db, own.id).catch((error: unknown) =>
        log.warn({ err: error }, "the process could not be removed from the list"),
      );
      await files.remove(MARKS, sha256Of(markOf(own.id))).catch(() => {});
      await db.destroy();
    },
  };
}

/**
 * A process that was just killed still has a row, so only one that renews its row counts as running. The marks of other
 * processes are checked before the lock, since the file store may be slow; a process that joined meanwhile is checked in the next round.
 */
async function join(db: Db, own: ProcessRow, files: FileStore): Promise<void> {
  const lastSeen = new Map<string, string>();
  for (;;) {
    const others = await listProcesses(db);
    const found = await Promise.all(
      others.map(async (other) => ({ other, faults: await differences(own, other, files) })),
    );
    const fitting = new Set(found.filter(({ faults }) => faults.length === 0).map(({ other }) => other.id));
    const joined = await joinAlone(db, async (trx) => {
      if (!(await listProcesses(trx)).every(({ id }) => fitting.has(id))) return false;
      await renewProcess(trx, own);
      return true;
    });
    if (joined) return;
    for (const { other, faults } of found) {
      if (faults.length === 0) continue;
      const before = lastSeen.get(other.id);
      if (before !== undefined && before !== other.seen_at) throw refusal(other, faults);
      lastSeen.set(other.id, other.seen_at);
    }
    if (fitting.size < found.length) await delay(LOOK_AGAIN_MS);
  }
}

/** Removes the mark before the row: if interrupted in between, the next start does the rest. */
async function removeOld(db: Db, files: FileStore): Promise<void> {
  for (const id of await listOldProcesses(db)) {
    await files.remove(MARKS, sha256Of(markOf(id)));
    await deleteProcess(db, id);
  }
}

/** The content by which another process recognizes that it uses the same file store. */
const markOf = (id: string): Buffer => Buffer.from(`Meterbook process ${id}\n`);

async function leaveMark(files: FileStore, id: string): Promise<void> {
  try {
    await files.put(MARKS, markOf(id));
  } catch (error) {
    const detail = error instanceof Error ? error.message : "unknown";
    throw new StartError(`${FILES} cannot be written: ${detail}.`, { cause: error });
  }
}

const FILES = "The file store (METERBOOK_FILES_DIR or METERBOOK_S3_BUCKET)";

/** The settings that differ from the other process. A setting that only one of two releases knows is not compared. */
async function differences(own: ProcessRow, other: ProcessRow, files: FileStore): Promise<string[]> {
  const settings = Object.keys(own.settings).filter(
    (name) => other.settings[name] !== undefined && other.settings[name] !== own.settings[name],
  );
  const isSeen = (await files.size(MARKS, sha256Of(markOf(other.id)))) !== null;
  return isSeen ? settings : [...settings, FILES];
}

function refusal({ pid, host }: ProcessRow, faults: string[]): StartError {
  const list = new Intl.ListFormat("en").format(faults);
  return new StartError(
    `${list} must be the same in all processes on a database. Process ${pid} on ${host}, which is running on this database, ` +
      `has different values: use the same values here, or stop that process first.`,
  );
}

/** The settings that must agree, as hashes, so that the row does not reveal them. */
function fingerprints({ config }: JoinOptions): Record<string, string> {
  const shared = {
    ...sharedValues(config),
    METERBOOK_ROOT_KEY: loadRootKey({ dataDir: config.dataDir, configured: config.rootKey }).id,
  };
  return Object.fromEntries(Object.entries(shared).map(([name, value]) => [name, fingerprint(value)]));
}

const fingerprint = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
