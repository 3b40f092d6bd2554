/** The account the server runs as: our own, or, since PostgreSQL refuses root, an account of its own without powers. */
import { chmod, chown, lchown, readdir, readFile, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { StartError } from "../errors.ts";
import type { Log } from "../log.ts";
import { makeAccount } from "./make-account.ts";
import type { Account } from "./installation.ts";
import { runProgram } from "./run-program.ts";

/** The account that root's server gets, unless METERBOOK_DATABASE_USER names another. */
export const DATABASE_USER = "meterbook";

/** Accounts that other programs use too: whoever runs as one of them could read and change the database files. */
const SHARED = new Set(["root", "nobody"]);

/**
 * The account to change to, or null to stay who we are. Only root changes: to the owner of a cluster that exists, unless that
 * is root or `nobody`; else to the account `name`, which is made when there is none.
 * @throws StartError when the account is not fit, cannot be made, or has no entry in the list of accounts, which PostgreSQL needs
 */
export async function chooseAccount(
  clusterOwnerUid: number | null,
  { name = DATABASE_USER, log }: { name?: string; log: Pick<Log, "info"> },
): Promise<Account | null> {
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
  const named = accounts.find((account) => account.name === name) ?? (await makeAccount(name, readAccounts, log));
  if (!isShared(accounts, named.uid)) return named;
  throw new StartError(
    `The database cannot run as the account ${name}, which other programs use too: ` +
      `name an account of its own with METERBOOK_DATABASE_USER.`,
  );
}

const readAccounts = async (): Promise<Account[]> => parsePasswd(await readFile("/etc/passwd", "utf8").catch(() => ""));

const isShared = (accounts: Account[], uid: number): boolean =>
  uid === 0 || accounts.some((account) => account.uid === uid && SHARED.has(account.name));

/** True when the files belong to root or `nobody` and the account is to have them. */
export const mustTakeOver = (account: Account | null, clusterOwnerUid: number | null): account is Account =>
  account !== null && clusterOwnerUid !== null && clusterOwnerUid !== account.uid;

/** Gives the account a folder with all that is in it. The folder itself comes last: cut off, the next start does it again. */
export async function takeOver(folder: string, account: Account): Promise<void> {
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

/** Lines of `/etc/passwd`: name, password, uid, gid, and more. macOS writes nobody as -2, which is 2^32 - 2. */
export function parsePasswd(text: string): Account[] {
  return text
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => /^-?\d+$/.test(fields[2] ?? "") && /^-?\d+$/.test(fields[3] ?? ""))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }));
}

/** True when the account can go through every folder down to `path`; asked of the system, so it holds for ACLs too. */
export async function canEnter(account: Account | null, path: string): Promise<boolean> {
  if (!account) return true;
  const { code } = await runProgram("/bin/sh", ["-c", 'test -x "$1"', "sh", path], account);
  return code === 0;
}

/**
 * Opens our own private folder to the group of the account for going through: 0710, neither listed nor open to others. One that
 * was open to the group of an earlier account is open to this one alone from then on.
 */
export async function letThrough(account: Account | null, folder: string): Promise<void> {
  if (!account || (await canEnter(account, folder))) return;
  const { uid, mode } = await stat(folder);
  if (uid !== 0 || ![0o700, 0o710].includes(mode & 0o777)) return;
  await chown(folder, 0, account.gid);
  await chmod(folder, 0o710);
}

/** Hands a file or folder that we made to the account. */
export async function handOver(path: string, account: Account | null): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}
