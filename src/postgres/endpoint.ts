/** The address of a server: a socket in a private folder with a short path, or on Windows a loopback port with a password. */
import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdtemp, readFile, rm, rmdir } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { StartError } from "../errors.ts";
import { unlessAbsent } from "../files/durable-files.ts";
import { canEnter, handOver } from "./system-account.ts";
import { replaceFile } from "./files.ts";
import type { SystemAccount } from "./installation.ts";

/** `host` is a folder or 127.0.0.1; `password` is null for a socket, where the system authenticates the caller. */
export interface Endpoint {
  host: string;
  port: number;
  password: string | null;
}

/** Only part of a socket's name: no server listens on this port. */
const SOCKET_PORT = 5432;
const SOCKET = `.s.PGSQL.${SOCKET_PORT}`;

/** `sockaddr_un.sun_path` less its terminating zero: 103 bytes on macOS and BSD, 107 on Linux. */
const SOCKET_PATH_MAX = 103;

/** A new address; called only while no server of this home runs. */
export async function makeEndpoint(home: string, account: SystemAccount | null): Promise<Endpoint> {
  if (process.platform === "win32") {
    return { host: "127.0.0.1", port: await findFreePort(), password: await ensurePassword(home) };
  }
  const note = join(home, "socket-folder");
  // A killed server leaves its folder behind, and so does a start that is killed before its server is ready.
  const last = await readFile(note, "utf8").catch(() => "");
  await removeEndpoint(last.trim(), account);
  const host = await makeSocketFolder(account);
  await replaceFile(note, `${host}\n`, { mode: 0o600 });
  return { host, port: SOCKET_PORT, password: null };
}

/**
 * A new folder with an unguessable name and mode 0700: the path of the data may be too long for a socket, and a predictable
 * name could be taken by another user first. The running server's lock file contains the path.
 */
async function makeSocketFolder(account: SystemAccount | null): Promise<string> {
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

/** Removes a dead server's socket folder and its content; leaves anything that is not ours. */
export async function removeEndpoint(host: string, account: SystemAccount | null): Promise<void> {
  if (!/^meterbook-\w{6}$/.test(basename(host))) return;
  const info = await lstat(host).catch(() => null);
  if (!info?.isDirectory() || info.uid !== (account?.uid ?? process.getuid?.())) return;
  await clearSocket(host);
  await rmdir(host).catch(() => {});
}

/** A killed server leaves its socket and the socket's lock file, whose process id may belong to another program by now. */
export async function clearSocket(host: string): Promise<void> {
  if (!host.startsWith("/")) return;
  for (const name of [SOCKET, `${SOCKET}.lock`]) await rm(join(host, name), { force: true });
}

/** The password of a cluster that is reached by port; created once, in a private file. */
export async function ensurePassword(home: string): Promise<string> {
  const file = join(home, "password");
  const known = await unlessAbsent(readFile(file, "utf8"));
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
