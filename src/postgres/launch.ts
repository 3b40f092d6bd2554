/** Starts one server process, outside our process group and terminal, with its output in `server.log`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "../errors.ts";
import type { Endpoint } from "./endpoint.ts";
import { findPostmaster } from "./lock-file.ts";
import type { Installation } from "./installation.ts";
import { PROGRAM_ENVIRONMENT, runProgram, spawnAs } from "./run-program.ts";

/** The process id; null when the program did not start at all. It outlives our process. */
export async function launch(installation: Installation, endpoint: Endpoint): Promise<number | null> {
  await rotateLog(installation.home);
  return process.platform === "win32" ? launchOnWindows(installation, endpoint) : launchOnUnix(installation, endpoint);
}

/** On the command line, so that no file can open the server to a network. `-D` and `config_file` must stay in this order. */
function serverArguments({ home, cluster }: Installation, { host, port }: Endpoint): string[] {
  const settings = {
    config_file: join(home, "postgresql.conf"),
    hba_file: join(home, "pg_hba.conf"),
    ident_file: join(home, "pg_ident.conf"),
    port: String(port),
    unix_socket_directories: host.startsWith("/") ? `"${host}"` : "",
    listen_addresses: host.startsWith("/") ? "" : host,
  };
  return ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

async function launchOnUnix(installation: Installation, endpoint: Endpoint): Promise<number | null> {
  const { account } = installation;
  const log = await open(logPath(installation.home), "a", 0o600);
  try {
    if (account) await log.chown(account.uid, account.gid);
    const child = spawn(join(installation.programs, "bin", "postgres"), serverArguments(installation, endpoint), {
      cwd: "/",
      env: PROGRAM_ENVIRONMENT,
      // A separate process group: Ctrl+C at our terminal must not stop the database before we are done with it.
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      ...spawnAs(account),
    });
    child.unref();
    await once(child, "spawn");
    return child.pid ?? null;
  } catch (cause) {
    throw new StartError(`The embedded PostgreSQL cannot be started: ${String(cause)}.`, { cause });
  } finally {
    await log.close();
  }
}

/** `pg_ctl` drops administrator rights, with which the server would refuse to run. */
async function launchOnWindows(installation: Installation, endpoint: Endpoint): Promise<number | null> {
  const words = serverArguments(installation, endpoint)
    .slice(2)
    .map((word) => (word === "-c" ? word : `"${word}"`));
  await runProgram(
    join(installation.programs, "bin", "pg_ctl"),
    ["start", "-W", "-D", installation.cluster, "-l", logPath(installation.home), "-o", words.join(" ")],
    null,
  );
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const lock = await findPostmaster(installation.cluster);
    if (lock) return lock.pid;
    await pause(50);
  }
  return null;
}

/** Only starts and stops are logged, a few lines each. One old log is kept. */
const LOG_BYTES_MAX = 1_000_000;

async function rotateLog(home: string): Promise<void> {
  if ((await logSize(home)) < LOG_BYTES_MAX) return;
  await rm(`${logPath(home)}.old`, { force: true });
  await rename(logPath(home), `${logPath(home)}.old`);
}

export async function logSize(home: string): Promise<number> {
  return stat(logPath(home)).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The log from `offset` on, at most its last 2,000 bytes, without timestamps. */
export async function readLog(home: string, offset: number): Promise<string> {
  const size = await logSize(home);
  const from = Math.max(size < offset ? 0 : offset, size - 2_000);
  const file = await open(logPath(home), "r").catch(() => null);
  if (!file) return "";
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString("utf8", 0, bytesRead).replace(/^\d{4}-\S+ \S+ UTC \[\d+\] /gm, "");
  } finally {
    await file.close();
  }
}

export function logPath(home: string): string {
  return join(home, "server.log");
}
