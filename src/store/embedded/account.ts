/** The account the server runs as: our own, or, since PostgreSQL refuses root, one without powers. Nothing is created for it. */
import { chmod, chown, readFile, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { StartError } from "../../errors.ts";
import type { Account } from "./place.ts";
import { runProgram } from "./run-program.ts";

/**
 * The account to change to, or null to stay who we are. Only root changes: to the owner of a cluster that exists, else
 * to `nobody`.
 * @throws StartError when the account has no entry in the list of accounts, which PostgreSQL needs
 */
export async function chooseAccount(clusterOwnerUid: number | null): Promise<Account | null> {
  if (!process.getuid) return null;
  if (process.getuid() !== 0) {
    requireOwnEntry();
    return null;
  }
  const accounts = parsePasswd(await readFile("/etc/passwd", "utf8").catch(() => ""));
  const account = accounts.find(({ name, uid }) =>
    clusterOwnerUid === null || clusterOwnerUid === 0 ? name === "nobody" : uid === clusterOwnerUid,
  );
  if (account && account.uid !== 0) return account;
  const missing = clusterOwnerUid ? `the owner of the database files (uid ${clusterOwnerUid})` : "the account nobody";
  throw new StartError(
    `PostgreSQL does not run as root, and ${missing} has no entry in /etc/passwd to run it as: ` +
      `start as an ordinary account, or set DATABASE_URL.`,
  );
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

/** Opens our own private folder to the group of the account for going through: 0710, neither listed nor open to others. */
export async function letThrough(account: Account | null, folder: string): Promise<void> {
  if (!account || (await canEnter(account, folder))) return;
  const { uid, mode } = await stat(folder);
  if (uid !== 0 || (mode & 0o777) !== 0o700) return;
  await chown(folder, 0, account.gid);
  await chmod(folder, 0o710);
}

/** Hands a file or folder that we made to the account. */
export async function handOver(path: string, account: Account | null): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}
