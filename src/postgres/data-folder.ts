/** Claims the data folder for one process at a time; the claim ends with that process, however it ends. */
import { mkdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "../errors.ts";
import { errorCode, replaceFile } from "./files.ts";
import { hasEntry } from "./processes.ts";

export interface DataFolderClaim {
  /** Real path of the folder, symbolic links resolved. */
  path: string;
  /** Releases the folder. May be called more than once. */
  release(): Promise<void>;
}

/** The holder's note for processes that are refused. */
interface Holder {
  pid: number;
  host: string;
  what: string;
}

/** The open handle is the claim: kept here so that it is not garbage collected. */
const held = new Set<DatabaseSync>();

/**
 * SQLite takes its write lock in steps, so two simultaneous starts can briefly block each other. Within this time one of them
 * succeeds; a real holder keeps it far longer.
 */
const CONTENTION_MS = 500;

/**
 * Makes the folder (mode 0700) when it is missing and claims it for this process. `describe` says what is running, for
 * the sentence that a second start gets.
 *
 * The claim is the operating system's own lock on `claim.lock`, taken through SQLite: the kernel drops it when the
 * process ends, even at kill -9, so there is nothing stale to recover, and it follows the file, not the path. The file
 * must not be opened by other means in this process: closing any handle of it would drop the lock.
 *
 * @throws StartError when another process holds it, or when the folder cannot be used
 */
export async function claimDataFolder(path: string, { describe }: { describe: string }): Promise<DataFolderClaim> {
  const folder = await openFolder(path);
  const lock = takeLock(join(folder, "claim.lock"));
  if (!lock) throw new StartError(await refusal(folder));
  held.add(lock);
  const note = join(folder, "claim.json");
  const holder: Holder = { pid: process.pid, host: hostname(), what: describe };
  await replaceFile(note, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return {
    path: folder,
    release: async () => {
      if (!held.delete(lock)) return;
      await rm(note, { force: true });
      lock.close();
    },
  };
}

async function openFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return await realpath(path);
  } catch (error) {
    throw unusable(resolve(path), error);
  }
}

/** The open lock; undefined when another handle has it. */
function takeLock(file: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: CONTENTION_MS });
    database.exec("begin exclusive");
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    throw unusable(resolve(file, ".."), error);
  }
}

/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}

function unusable(folder: string, cause: unknown): StartError {
  const reason =
    errorCode(cause) === "ERR_SQLITE_ERROR" || !errorCode(cause) ? "it cannot be written" : errorCode(cause);
  return new StartError(
    `The data folder ${folder} cannot be used (${reason}): give ${accountName()} write access to it, ` +
      `or choose another with METERBOOK_DATA_DIR.`,
    { cause },
  );
}

function accountName(): string {
  try {
    return `the account ${userInfo().username}`;
  } catch {
    return "this account";
  }
}

async function refusal(folder: string): Promise<string> {
  const note = await findHolder(folder);
  const who = note
    ? `${note.holder.what}, process ${note.holder.pid}${note.holder.host === hostname() ? "" : ` on ${note.holder.host}`}, since ${note.since}`
    : "another process";
  return (
    `The data folder ${folder} is already in use by ${who}: ` +
    `stop it first, or choose another folder with METERBOOK_DATA_DIR.`
  );
}

/** The holder writes its note just after it has the lock; until then the note of an earlier holder may be there. */
async function findHolder(folder: string): Promise<{ holder: Holder; since: string } | undefined> {
  const file = join(folder, "claim.json");
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const text = await readFile(file, "utf8").catch(() => "");
    const holder = parseHolder(text);
    if (holder && (holder.host !== hostname() || hasEntry(holder.pid))) {
      const { mtime } = await stat(file);
      return { holder, since: mtime.toISOString() };
    }
    await pause(10);
  }
  return undefined;
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    if (!("pid" in value) || !("host" in value) || !("what" in value)) return undefined;
    const { pid, host, what } = value;
    return typeof pid === "number" && typeof host === "string" && typeof what === "string"
      ? { pid, host, what }
      : undefined;
  } catch {
    return undefined;
  }
}
