/** Where a server is reached: a socket in a short private folder, or on Windows a port of this machine with a password. */
import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdtemp, readFile, rm, rmdir } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { StartError } from "../errors.ts";
import { canEnter, handOver } from "./account.ts";
import { replaceFile } from "./files.ts";
import type { Account } from "./installation.ts";

/** `host` is a folder or 127.0.0.1; `password` is null on a socket, where the system itself says who connects. */
export interface Endpoint {
  host: string;
  port: number;
  password: string | null;
}

/** Only part of a socket's name: nothing listens on this port. */
const SOCKET_PORT = 5432;
const SOCKET = `.s.PGSQL.${SOCKET_PORT}`;

/** `sockaddr_un.sun_path` less its closing zero: 103 bytes on macOS and BSD, 107 on Linux. */
const SOCKET_PATH_MAX = 103;

/** A new address; only asked for while no server of this home runs. */
export async function makeEndpoint(home: string, account: Account | null): Promise<Endpoint> {
  if (process.platform === "win32") {
    return { host: "127.0.0.1", port: await findFreePort(), password: await readPassword(home) };
  }
  const note = join(home, "socket-folder");
  // A server that was killed leaves its folder, and so did we.
  const last = await readFile(note, "utf8").catch(() => "");
  await removeEndpoint(last.trim(), account);
  const host = await makeSocketFolder(account);
  await replaceFile(note, `${host}\n`, { mode: 0o600 });
  return { host, port: SOCKET_PORT, password: null };
}

/**
 * A new folder with a name nobody can guess and mode 0700: the path of the data can be longer than a socket's path may
 * be, and a name that can be known could be taken beforehand by someone else. The running server's own lock file says
 * where it is.
 */
async function makeSocketFolder(account: Account | null): Promise<string> {
  for (const parent of new Set([tmpdir(), "/tmp", "/var/tmp"])) {
    if (Buffer.byteLength(join(parent, "meterbook-XXXXXX", SOCKET)) > SOCKET_PATH_MAX) continue;
    if (!(await canEnter(account, parent))) continue;
    const folder = await mkdtemp(join(parent, "meterbook-")).catch(() => null);
    if (!folder) continue;
    await chmod(folder, 0o700);
    await handOver(folder, account);
    return folder;
  }
  throw new StartError(`There is no short writable folder for the database's socket: set TMPDIR to one, such as /tmp.`);
}

/** Removes what a dead server left in its socket folder, and the folder itself; leaves anything that is not ours. */
export async function removeEndpoint(host: string, account: Account | null): Promise<void> {
  if (!/^meterbook-\w{6}$/.test(basename(host))) return;
  const info = await lstat(host).catch(() => null);
  if (!info?.isDirectory() || info.uid !== (account?.uid ?? process.getuid?.())) return;
  await clearSocket(host);
  await rmdir(host).catch(() => {});
}

/** A killed server leaves its socket and the socket's own lock file, whose process id may be another program's by now. */
export async function clearSocket(host: string): Promise<void> {
  if (!host.startsWith("/")) return;
  for (const name of [SOCKET, `${SOCKET}.lock`]) await rm(join(host, name), { force: true });
}

/** The password of a cluster that is reached by port; made once, kept in a private file beside it. */
export async function readPassword(home: string): Promise<string> {
  const file = join(home, "password");
  const known = await readFile(file, "utf8").catch(() => null);
  if (known !== null) return known.trim();
  const made = randomBytes(24).toString("base64url");
  await replaceFile(file, `${made}\n`, { mode: 0o600 });
  return made;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
