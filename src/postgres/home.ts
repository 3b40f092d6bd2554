/** Finds the folder of the server: in the data folder, or a separate one when the server's account has no access there. */
import { chmod, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { StartError } from "../errors.ts";
import { unlessAbsent } from "../files/durable-files.ts";
import type { Log } from "../log.ts";
import { canEnter, letThrough } from "./system-account.ts";
import { exists, replaceFile } from "./files.ts";
import type { SystemAccount } from "./installation.ts";

/** `postgres.location` in the data folder: the server's folder, and whether a database was completed there. */
interface Pointer {
  home: string;
  ready: boolean;
}

/** Folders for a server that cannot be in the data folder; the second may lose its content when the machine restarts. */
const ELSEWHERE = "/var/lib/meterbook";
const ELSEWHERE_TEMPORARY = join(tmpdir(), "meterbook");

/**
 * The server's folder: `postgres` under the data folder (a real path), or the one that a pointer file names. Contains
 * `cluster`, `programs-<version>`, the configuration and `server.log`. @throws StartError instead of ever returning a new
 * folder in place of a missing one or of another data folder's
 */
export async function findHome(
  dataDir: string,
  account: SystemAccount | null,
  log: Pick<Log, "warn">,
  elsewhere = ELSEWHERE,
): Promise<string> {
  const pointer = await readPointer(dataDir);
  // A first start that ended before its chosen folder had any content may choose again.
  if (pointer && (pointer.ready || (await exists(pointer.home)))) return checkPointer(dataDir, pointer);
  const inside = join(dataDir, "postgres");
  await letThrough(account, dataDir);
  if (await canEnter(account, dataDir)) {
    await mkdir(inside, { recursive: true });
    await chmod(inside, account ? 0o711 : 0o700);
    return inside;
  }
  if (await exists(join(inside, "cluster"))) {
    throw new StartError(
      `The database in ${inside} runs as the account ${account?.name}, which can no longer go through the folders ` +
        `above it: open them (chmod o+x), or start as an ordinary account.`,
    );
  }
  const home = await makeElsewhere(dataDir, elsewhere);
  log.warn(
    `The account ${account?.name}, which runs the database in place of root, cannot enter ${dataDir}: ` +
      `the database is in ${home}, as recorded in ${pointerPath(dataDir)}. Back up both.` +
      (dirname(home) === elsewhere ? "" : temporaryWarning(dataDir, elsewhere)),
  );
  return home;
}

const temporaryWarning = (dataDir: string, elsewhere: string): string =>
  ` ${elsewhere} could not be used, and a folder for temporary files may be emptied when the machine restarts: before ` +
  `you use the service, stop it, and make ${elsewhere} writable and remove ${pointerPath(dataDir)}, ` +
  `or set METERBOOK_DATA_DIR to a new folder that the account can enter.`;

/** After this a missing cluster is a loss to report, no longer an unfinished first start. */
export async function markReady(dataDir: string): Promise<void> {
  const pointer = await readPointer(dataDir);
  if (pointer && !pointer.ready) await writePointer(dataDir, { ...pointer, ready: true });
}

/** The existing home, without creating anything; null before a first start. */
export async function findExistingHome(dataDir: string): Promise<string | null> {
  const home = (await readPointer(dataDir))?.home ?? join(dataDir, "postgres");
  return (await exists(home)) ? home : null;
}

async function checkPointer(dataDir: string, { home, ready }: Pointer): Promise<string> {
  if (!(await exists(home)) || (ready && !(await exists(join(home, "cluster"))))) {
    throw new StartError(
      `${pointerPath(dataDir)} says that the database is in ${home}, but it is missing: restore it, ` +
        `or remove ${pointerPath(dataDir)} to begin with an empty database.`,
    );
  }
  const owner = (await readFile(join(home, "data-folder"), "utf8").catch(() => "")).trim();
  if (owner !== dataDir) {
    throw new StartError(
      `The database in ${home} belongs to ${owner === "" ? "no data folder" : `the data folder ${owner}`}, not to ${dataDir}. If the folder was ` +
        `moved, write its new path into ${join(home, "data-folder")}; if it is a copy, remove ${pointerPath(dataDir)}.`,
    );
  }
  return home;
}

async function makeElsewhere(dataDir: string, elsewhere: string): Promise<string> {
  const home = (await makeUnder(elsewhere)) ?? (await mkdtemp(`${ELSEWHERE_TEMPORARY}-`));
  await chmod(home, 0o711);
  await writeFile(join(home, "data-folder"), `${dataDir}\n`, { mode: 0o600 });
  await writePointer(dataDir, { home, ready: false });
  return home;
}

async function makeUnder(parent: string): Promise<string | null> {
  try {
    if (await mkdir(parent, { recursive: true })) await chmod(parent, 0o711);
    return await mkdtemp(join(parent, "database-"));
  } catch {
    return null;
  }
}

async function readPointer(dataDir: string): Promise<Pointer | null> {
  const text = await unlessAbsent(readFile(pointerPath(dataDir), "utf8"));
  if (text === null) return null;
  try {
    const { home, ready } = JSON.parse(text) as Partial<Pointer>;
    if (typeof home === "string" && home.startsWith("/")) return { home, ready: ready !== false };
  } catch {
    // Not JSON: reported below.
  }
  throw new StartError(
    `${pointerPath(dataDir)} cannot be read as the location of the database: ` +
      `it must contain {"home": "/path", "ready": true}.`,
  );
}

async function writePointer(dataDir: string, pointer: Pointer): Promise<void> {
  await replaceFile(pointerPath(dataDir), `${JSON.stringify(pointer)}\n`, { mode: 0o600 });
}

function pointerPath(dataDir: string): string {
  return join(dataDir, "postgres.location");
}
