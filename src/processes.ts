/** Processes on one database must share files, root key and some settings: one that differs from those that run does not start. */
import { createHash, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { sharedValues, type Config } from "./config.ts";
import { StartError } from "./errors.ts";
import type { Log } from "./log.ts";
import { openDatabase, type Db } from "./store/db.ts";
import { sha256Of, type FileStore } from "./store/file-store.ts";
import {
  deleteOldProcesses,
  deleteProcess,
  joinAlone,
  listProcesses,
  renewProcess,
  RENEW_MS,
  type ProcessRow,
} from "./store/processes.ts";
import { loadRootKey } from "./vault/root-key.ts";

export interface Membership {
  /** Takes the process off the list. */
  leave(): Promise<void>;
}

export interface JoinOptions {
  config: Config;
  databaseUrl: string;
  publicUrl: string;
  sandboxUrl: string | null;
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

/** A process that was killed a moment ago looks alive: only one that renews its row is believed to be. */
async function join(db: Db, own: ProcessRow, files: FileStore): Promise<void> {
  const lastSeen = new Map<string, string>();
  for (;;) {
    const differing = await joinAlone(db, async (trx) => {
      const others = await listProcesses(trx);
      const found = await Promise.all(
        others.map(async (other) => ({ other, faults: await differences(own, other, files) })),
      );
      const wrong = found.filter(({ faults }) => faults.length > 0);
      if (wrong.length === 0) {
        for (const id of await deleteOldProcesses(trx)) await files.remove(MARKS, sha256Of(markOf(id)));
        await renewProcess(trx, own);
      }
      return wrong;
    });
    if (differing.length === 0) return;
    for (const { other, faults } of differing) {
      const before = lastSeen.get(other.id);
      if (before !== undefined && before !== other.seen_at) throw refusal(other, faults);
      lastSeen.set(other.id, other.seen_at);
    }
    await delay(LOOK_AGAIN_MS);
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
function fingerprints({ config, publicUrl, sandboxUrl }: JoinOptions): Record<string, string> {
  // What these settings come to, however they were given.
  const effective = { ...config, publicUrl, sandboxUrl };
  const shared = {
    ...sharedValues(effective),
    METERBOOK_ROOT_KEY: loadRootKey({ dataDir: config.dataDir, configured: config.rootKey }).id,
  };
  return Object.fromEntries(Object.entries(shared).map(([name, value]) => [name, fingerprint(value)]));
}

const fingerprint = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
