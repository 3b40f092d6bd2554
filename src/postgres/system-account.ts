/** The system account that runs the server: our own, or, since PostgreSQL refuses root, a dedicated one, created if it is missing. */
import { chmod, chown, lchown, readdir, readFile, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { SystemAccount } from "./installation.ts";
import { runProgram } from "./run-program.ts";

/** The account for a server started by root, unless METERBOOK_DATABASE_USER names another. */
export const DATABASE_USER = "meterbook";

/** Accounts that other programs use too: those programs could read and change the database files. */
const SHARED = new Set(["root", "nobody"]);

/**
 * The account to change to; null to keep our own. Only root changes: to the owner of an existing cluster, unless that is root
 * or `nobody`; else to the account `name`, which is created if it is missing. @throws StartError when the account is not
 * suitable, cannot be created, or has no entry in the list of accounts, which PostgreSQL needs
 */
export async function chooseAccount(
  clusterOwnerUid: number | null,
  { name = DATABASE_USER, log }: { name?: string; log: Pick<Log, "info"> },
): Promise<SystemAccount | null> {
  if (!process.getuid) return null;
  if (process.getuid() !== 0) {
    requireOwnEntry();
    return null;
  }
  const accounts = await readAccounts();
  if (clusterOwnerUid !== null && !isShared(accounts, clusterOwnerUid)) {
    const owner = accounts.find(({ uid }) => uid === clusterOwnerUid);
    if (owner !== undefined) return owner;
    throw new StartError(
      `PostgreSQL does not run as root, and the owner of the database files (uid ${clusterOwnerUid}) has no entry in ` +
        `/etc/passwd to run it as: add one, start as an ordinary account, or set DATABASE_URL.`,
    );
  }
  const named = accounts.find((account) => account.name === name) ?? (await makeAccount(name, log));
  if (!isShared(accounts, named.uid)) return named;
  throw new StartError(
    `The database cannot run as the account ${name}, which other programs use too: ` +
      `choose a dedicated account with METERBOOK_DATABASE_USER.`,
  );
}

const readAccounts = async (): Promise<SystemAccount[]> =>
  parsePasswd(await readFile("/etc/passwd", "utf8").catch(() => ""));

const isShared = (accounts: SystemAccount[], uid: number): boolean =>
  uid === 0 || accounts.some((account) => account.uid === uid && SHARED.has(account.name));

type Command = [program: string, ...args: string[]];

/** The commands of shadow-utils and of busybox, tried in this order. The second of each is for an existing group. */
const WAYS: ((name: string) => Command[])[] = [
  (name) => [[...useradd, "--user-group", name]],
  (name) => [[...useradd, "--gid", name, name]],
  (name) => [["/bin/busybox", "addgroup", "-S", name], adduser(name)],
  (name) => [adduser(name)],
];
const useradd: Command = [
  "/usr/sbin/useradd",
  "--system",
  "--no-create-home",
  "--home-dir",
  "/nonexistent",
  "--shell",
  "/usr/sbin/nologin",
];
const adduser = (name: string): Command => {
  const options = ["-S", "-D", "-H", "-h", "/nonexistent", "-s", "/sbin/nologin", "-G", name];
  return ["/bin/busybox", "adduser", ...options, name];
};

/** A parallel start may lock the list of accounts, or create the account first. */
const TRIES = 20;
const PAUSE_MS = 100;

/**
 * Creates an account without shell, home or password, in its own group. @throws StartError with instructions when this machine
 * does not allow it
 */
async function makeAccount(name: string, log: Pick<Log, "info">): Promise<SystemAccount> {
  let reason = "";
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    for (const way of WAYS) {
      const said = await runAll(way(name));
      const made = (await readAccounts()).find((account) => account.name === name);
      if (made !== undefined) {
        log.info(
          `The system account ${name} was created: the embedded database runs under it, because root may not run it.`,
        );
        return made;
      }
      reason = said ?? reason;
    }
    if (!/lock/i.test(reason)) break;
    await pause(PAUSE_MS);
  }
  throw new StartError(
    `PostgreSQL does not run as root, and the account ${name} to run it as could not be created (${reason || "no useradd"}): ` +
      `create it with \`useradd --system --shell /usr/sbin/nologin ${name}\`, name another with METERBOOK_DATABASE_USER, ` +
      `start as an ordinary account, or set DATABASE_URL.`,
  );
}

/** The output of a failed program; null when it is missing or all went well. */
async function runAll(commands: Command[]): Promise<string | null> {
  for (const [program, ...args] of commands) {
    const { code, output } = await runProgram(program, args, null);
    if (code === null) return null;
    if (code !== 0) return output.trim().split("\n").at(-1) ?? "";
  }
  return null;
}

/** True when the files belong to root or `nobody` and the account must own them. */
export const mustTakeOver = (account: SystemAccount | null, clusterOwnerUid: number | null): account is SystemAccount =>
  account !== null && clusterOwnerUid !== null && clusterOwnerUid !== account.uid;

/**
 * Gives the account a folder with its content. The folder itself comes last, so that an interrupted takeover is repeated at the
 * next start.
 */
export async function takeOver(folder: string, account: SystemAccount): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await takeOver(path, account);
    else await lchown(path, account.uid, account.gid);
  }
  await lchown(folder, account.uid, account.gid);
}

function requireOwnEntry(): void {
  try {
    userInfo();
  } catch (cause) {
    throw new StartError(
      `The account with uid ${process.getuid?.()} has no entry in the list of accounts (/etc/passwd), ` +
        `which PostgreSQL needs: add one, or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** Lines of `/etc/passwd`: name, password, uid, gid, and more. macOS writes the uid of nobody as -2, which is 2^32 - 2. */
export function parsePasswd(text: string): SystemAccount[] {
  return text
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => /^-?\d+$/.test(fields[2] ?? "") && /^-?\d+$/.test(fields[3] ?? ""))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }));
}

/** True when the account can traverse every folder down to `path`; tested by the system, so ACLs are included. */
export async function canEnter(account: SystemAccount | null, path: string): Promise<boolean> {
  if (!account) return true;
  const { code } = await runProgram("/bin/sh", ["-c", 'test -x "$1"', "sh", path], account);
  return code === 0;
}

/**
 * Opens our own private folder to the account's group for traversal: 0710, neither listable nor open to others. A folder that
 * was open to the group of an earlier account is then open only to this one.
 */
export async function letThrough(account: SystemAccount | null, folder: string): Promise<void> {
  if (!account || (await canEnter(account, folder))) return;
  const { uid, mode } = await stat(folder);
  if (uid !== 0 || ![0o700, 0o710].includes(mode & 0o777)) return;
  await chown(folder, 0, account.gid);
  await chmod(folder, 0o710);
}

/** Gives a file or folder that we created to the account. */
export async function handOver(path: string, account: SystemAccount | null): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}
