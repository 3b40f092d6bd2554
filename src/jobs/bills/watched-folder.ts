/**
 * The watched folder: bill files that appear in the sub-folder of a company are uploaded and moved to `done`; what cannot be taken
 * is moved to `refused`. Each has a text file beside it that says what became of it.
 */
import { createHash, randomBytes } from "node:crypto";
import { constants, createReadStream, type Stats } from "node:fs";
import { lstat, mkdir, open, opendir, rename, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { BILL_FILE_BYTES_MAX, uploadBillFile, type ReceivedFile } from "../../operations/bills/upload.ts";
import { findCompany } from "../../store/records/companies.ts";
import { findFirstUser } from "../../store/users/users.ts";

const DONE = "done";
const REFUSED = "refused";
const NOTE_END = ".txt";
const LOOK_MS = 5000;
/** Files of one company per look, and names that are looked at: the rest comes with the next looks. */
const FILES_PER_LOOK = 50;
const NAMES_PER_LOOK = 5000;
const HEAD_BYTES = 4096;
const NAME_MAX = 150;

type Parts = Pick<App, "config" | "db" | "files" | "jobs" | "log" | "now" | "publicUrl">;

/**
 * The size and time of each file at the last look: a file is complete when neither has changed since. Of a company's folder that
 * could not be read, the message that was logged.
 */
export type LastLook = Map<string, string>;

/** Looks at the folder of the settings until it is stopped; without one there is nothing to do. */
export function startWatchedFolder(app: Parts): { stop(): Promise<void> } {
  const { watchedFolder } = app.config;
  const stopping = new AbortController();
  const watching = watchedFolder === null ? Promise.resolve() : watch(app, watchedFolder, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

async function watch(app: Parts, folder: string, signal: AbortSignal): Promise<void> {
  let last: LastLook = new Map();
  let said = "";
  while (!signal.aborted) {
    try {
      last = await lookAtFolder(app, folder, last, signal);
      said = "";
    } catch (error) {
      // Once, not at each look: the folder, the database or the store of files may be away for long.
      const message = error instanceof Error ? error.message : String(error);
      if (message !== said) app.log.warn({ err: error, folder }, "the watched folder cannot be worked on");
      said = message;
    }
    await delay(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}

/** One look: uploads the files that stand still since the last one, company by company. Returns what the next look needs. */
export async function lookAtFolder(
  app: Parts,
  folder: string,
  last: LastLook,
  signal?: AbortSignal,
): Promise<LastLook> {
  const seen: LastLook = new Map();
  for (const name of await namesIn(folder)) {
    const id = /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null;
    const company = id === null ? undefined : await findCompany(app.db, id);
    const uploader = company === undefined ? undefined : await findFirstUser(app.db, company.id);
    if (company === undefined || uploader === undefined) continue;
    const path = join(folder, name);
    try {
      await lookAtCompany(app, path, { company, uploaded_by: uploader.id }, { last, seen, signal });
    } catch (error) {
      // The folder of one company must not stop those of the others.
      const message = error instanceof Error ? error.message : String(error);
      seen.set(path, message);
      if (last.get(path) !== message)
        app.log.warn({ err: error, company_id: company.id }, "a company's watched folder cannot be read");
    }
  }
  return seen;
}

interface Owner {
  company: { id: number; uuid: string };
  uploaded_by: number;
}

async function lookAtCompany(
  app: Parts,
  folder: string,
  owner: Owner,
  { last, seen, signal }: { last: LastLook; seen: LastLook; signal: AbortSignal | undefined },
): Promise<void> {
  let taken = 0;
  for (const name of await namesIn(folder)) {
    if (signal?.aborted === true || taken >= FILES_PER_LOOK) return;
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    // A link could lead to any file of this machine.
    if (found === null || !found.isFile()) continue;
    const state = stateOf(found);
    seen.set(path, state);
    if (last.get(path) !== state) continue;
    taken += 1;
    try {
      await take(app, { folder, name, bytes: found.size }, owner);
      seen.delete(path);
    } catch (error) {
      // One file must not stop the others; it is tried again at every second look.
      seen.set(path, `${state} failed`);
      app.log.warn({ err: error, company_id: owner.company.id }, "a file of the watched folder cannot be taken yet");
    }
  }
}

const stateOf = ({ size, mtimeMs, ino }: Stats): string => `${size} ${mtimeMs} ${ino}`;

/** The names in a folder, without hidden ones, which are often files that are still being written. */
async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTDIR") return null;
    throw error;
  });
  if (entries === null) return [];
  for await (const { name } of entries) {
    if (!name.startsWith(".") && name !== DONE && name !== REFUSED) names.push(name);
    if (names.length >= NAMES_PER_LOOK) break;
  }
  return names.toSorted();
}

interface FoundFile {
  folder: string;
  name: string;
  bytes: number;
}

/**
 * Uploads a file and moves it. When the process is killed in between, the next look does it again: the same file twice is one
 * document.
 */
async function take(app: Parts, file: FoundFile, { company, uploaded_by }: Owner): Promise<void> {
  const refusal = refusalOf(file);
  if (refusal !== null) return move(file, REFUSED, { mark: randomMark(), note: refusal });
  const received = await receive(join(file.folder, file.name));
  if (received === null) return;
  if (received === "denied")
    return move(file, REFUSED, {
      mark: randomMark(),
      note: "The account that runs the service may not read the file.",
    });
  const mark = received.sha256.toString("hex").slice(0, 8);
  try {
    const { id, created } = await uploadBillFile(app, company, received, {
      uploaded_by,
      name: nameOf(file.name),
      utility_account_id: null,
      utility_company: null,
      property_id: null,
    });
    const before = created ? "" : "The same file was uploaded before. ";
    await move(file, DONE, { mark, note: `${before}Document ${id}: ${app.publicUrl}/v1/documents/${id}` });
    app.log.info({ company_id: company.id, document_id: id, created }, "a file of the watched folder was uploaded");
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await move(file, REFUSED, { mark, note: error.message });
  }
}

/** For files that are not read, which have no hash. */
const randomMark = (): string => randomBytes(4).toString("hex");

function refusalOf({ bytes }: FoundFile): string | null {
  if (bytes === 0) return "The file is empty.";
  return bytes > BILL_FILE_BYTES_MAX ? `The file is larger than ${BILL_FILE_BYTES_MAX / 1024 / 1024} MB.` : null;
}

/** The hash and first bytes of a file; null when it is gone, `denied` when it may not be read. */
async function receive(path: string): Promise<ReceivedFile | "denied" | null> {
  const hash = createHash("sha256");
  const head = Buffer.alloc(HEAD_BYTES);
  let bytes = 0;
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      for await (const chunk of file.createReadStream({ autoClose: false, end: BILL_FILE_BYTES_MAX })) {
        // Without an encoding, chunks are bytes.
        const part = chunk as Buffer;
        if (bytes < HEAD_BYTES) part.copy(head, bytes);
        hash.update(part);
        bytes += part.byteLength;
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    if (code === "EACCES" || code === "EPERM") return "denied";
    throw error;
  }
  return { sha256: hash.digest(), bytes, head: head.subarray(0, bytes), open: () => createReadStream(path) };
}

/** As it is shown to people: without control characters, and not longer than a name of an upload. */
const nameOf = (name: string): string => name.replace(/\p{C}/gu, "_").trim().slice(-NAME_MAX) || "bill";

/** First the note, so that a file that was moved always has one. A mark tells files of one name apart. */
async function move(
  { folder, name }: FoundFile,
  to: typeof DONE | typeof REFUSED,
  { mark, note }: { mark: string; note: string },
): Promise<void> {
  const target = join(folder, to);
  await mkdir(target, { recursive: true });
  const end = extname(name);
  const isTaken = (await lstat(join(target, name)).catch(() => null)) !== null;
  const marked = isTaken ? `${name.slice(0, name.length - end.length)}.${mark}${end}` : name;
  await writeFile(join(target, `${marked}${NOTE_END}`), `${note}\n`);
  await rename(join(folder, name), join(target, marked)).catch((error: NodeJS.ErrnoException) => {
    // Another process that watches the same folder was quicker.
    if (error.code !== "ENOENT") throw error;
  });
}
