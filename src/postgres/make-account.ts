/** Creates the system account of the database: without shell, home or password, in its own group. */
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Account } from "./installation.ts";
import { runProgram } from "./run-program.ts";

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
 * The account, created and found in the list of accounts. @throws StartError with instructions when this machine does not allow
 * it
 */
export async function makeAccount(
  name: string,
  readAccounts: () => Promise<Account[]>,
  log: Pick<Log, "info">,
): Promise<Account> {
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
