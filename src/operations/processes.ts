/** Processes on one database must share files, root key and some settings: one that differs from those that run does not start. */
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
  /** What the settings come to, however they were given. */
  config: Config;
  databaseUrl: string;
  files: FileStore;
  log: Log;
}

/** Where the store of files keeps the marks of processes, beside the folders of companies. */
const MARKS = "processes";
const LOOK_AGAIN_MS = 500;

/**
 * Puts this process on the list of those that run, and keeps it there. It has a connection of its own, so that a process whose
 * others are all in use does not look dead. @throws StartError that names what differs from a process that runs
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
    await forgetOld(db, files).catch((error: unknown) => log.warn({ err: error }, "old processes stay on the list"));
  } catch (error) {
    await files.remove(MARKS, sha256Of(markOf(own.id))).catch(() => {});
    await db.destroy();
    throw error;
  }
  // While the database is away the worker says so; the row is renewed, or made again, when it is back.
  const renewing = setInterval(() => void renewProcess(db, own).catch(() => {}), RENEW_MS);
  return {
    async leave() {
      clearInterval(renewing);
      await deleteProcess(db, own.id).catch((error: unknown) => log.warn({ err: error }, "process stays on the list"));
      await files.remove(MARKS, sha256Of(markOf(own.id))).catch(() => {});
      await db.destroy();
    },
  };
}

/**
 * A process that was killed a moment ago looks alive: only one that renews its row is believed to be. The marks of others are
 * looked for before the lock, since the store may be slow; one that came meanwhile is looked at in the next round.
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

/** Its mark before its row: cut off here, the next start does the rest. */
async function forgetOld(db: Db, files: FileStore): Promise<void> {
  for (const id of await listOldProcesses(db)) {
    await files.remove(MARKS, sha256Of(markOf(id)));
    await deleteProcess(db, id);
  }
}

/** The bytes by which another process sees that it has the same store of files before it. */
const markOf = (id: string): Buffer => Buffer.from(`Meterbook process ${id}\n`);

async function leaveMark(files: FileStore, id: string): Promise<void> {
  try {
    await files.put(MARKS, markOf(id));
  } catch (error) {
    const detail = error instanceof Error ? error.message : "unknown";
    throw new StartError(`${FILES} cannot be written: ${detail}.`, { cause: error });
  }
}

const FILES = "The store of bill files (METERBOOK_FILES_DIR or METERBOOK_S3_BUCKET)";

/** What is not as in the other process. A setting that only one of two releases knows is not compared. */
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
    `${list} must be the same in all processes on a database. Process ${pid} on ${host}, which runs on this one, ` +
      `has something else: set the same here, or stop the other first.`,
  );
}

/** What must agree, as hashes: nothing in the row can be read back. */
function fingerprints({ config }: JoinOptions): Record<string, string> {
  const shared = {
    ...sharedValues(config),
    METERBOOK_ROOT_KEY: loadRootKey({ dataDir: config.dataDir, configured: config.rootKey }).id,
  };
  return Object.fromEntries(Object.entries(shared).map(([name, value]) => [name, fingerprint(value)]));
}

const fingerprint = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
