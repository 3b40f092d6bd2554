/** The server process: found or launched, awaited, and stopped; always the one of this cluster. */
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "../errors.ts";
import { askReadiness, readIdentifier, type Readiness } from "./admin.ts";
import { clearSocket, type Endpoint, ensurePassword } from "./endpoint.ts";
import { launch, logPath, logSize, readLog } from "./launch.ts";
import { clearStaleLock, findPostmaster, parseLockFile, readLock } from "./lock-file.ts";
import type { Installation } from "./installation.ts";
import { isPostmasterOf, isRunning } from "./processes.ts";
import { runProgram } from "./run-program.ts";

/** A server that accepts connections. */
export interface Postmaster {
  pid: number;
  endpoint: Endpoint;
}

/** How long a new server may be without a socket that answers; a busy machine needs seconds. */
const UNREACHABLE_MS = 30_000;
/** Recovery after a crash reads the log of at most two checkpoints; this is far longer. */
const RECOVERY_MS = 600_000;
/** How long the remains of a killed server may block the next one. */
const REMAINS_MS = 20_000;

/** The running server of this cluster, ready for connections; null when there is none to keep. */
export async function adoptPostmaster(installation: Installation): Promise<Postmaster | null> {
  const lock = await findPostmaster(installation.cluster);
  if (!lock) return null;
  let endpoint: Endpoint | null = null;
  const readiness = await waitUntilReady(installation.cluster, lock.pid, async () => {
    endpoint = await findEndpoint(installation);
    return endpoint;
  });
  if (readiness === null) return null;
  const identifier = await readIdentifier(installation.cluster);
  if (endpoint && readiness.state === "ready" && readiness.identifier === identifier) {
    if (installation.version.startsWith(`${readiness.version}.`)) return { pid: lock.pid, endpoint };
  }
  // Its socket is gone, it does not accept us, or it is an older release: it is replaced.
  await stopPostmaster(lock.pid, installation);
  return null;
}

/**
 * Starts a server on the endpoint. The remains of a killed server are cleared; temporary obstacles (its last backends, a
 * zombie) are awaited. @throws StartError with the server's own last messages
 */
export async function launchPostmaster(installation: Installation, endpoint: Endpoint): Promise<Postmaster> {
  const patience = AbortSignal.timeout(REMAINS_MS);
  for (;;) {
    await clearStaleLock(installation.cluster, installation.account);
    await clearSocket(endpoint.host);
    const logged = await logSize(installation.home);
    const pid = await launch(installation, endpoint);
    const readiness = pid === null ? null : await waitUntilReady(installation.cluster, pid, async () => endpoint);
    if (pid !== null && readiness?.state === "ready") return { pid, endpoint };
    if (pid !== null) await stopPostmaster(pid, installation);
    const words = await readLog(installation.home, logged);
    if (patience.aborted || !/lock file|shared memory block|could not bind/.test(words)) {
      const reasons = words.match(/^(FATAL|PANIC|ERROR|DETAIL|HINT): .*$/gm)?.join(" ") ?? words.trim();
      throw new StartError(
        `The embedded PostgreSQL does not start: ${reasons.replace(/\s+/g, " ") || "it says nothing"} ` +
          `(${logPath(installation.home)}).`,
      );
    }
    await pause(200);
  }
}

/** Stops the server: connections are cut, open transactions rolled back, everything is on disk. Does nothing when it is gone. */
export async function stopPostmaster(pid: number, installation: Installation): Promise<void> {
  for (const [signal, mode, waitMs] of [
    ["SIGINT", "fast", 8_000],
    ["SIGQUIT", "immediate", 10_000],
  ] as const) {
    if (!(await isPostmasterOf(pid, installation.cluster))) return;
    if (process.platform === "win32") {
      await runProgram(
        `${installation.programs}/bin/pg_ctl`,
        ["stop", "-D", installation.cluster, "-m", mode, "-W"],
        null,
      );
    } else {
      sendSignal(pid, signal);
    }
    if (await waitUntilGone(pid, waitMs)) return;
  }
  throw new Error(`the embedded PostgreSQL (process ${pid}) did not stop`);
}

/** The address that the running server has written; null until it has. */
export async function findEndpoint({
  cluster,
  home,
}: Pick<Installation, "cluster" | "home">): Promise<Endpoint | null> {
  const text = await readLock(cluster);
  const lock = text === null ? null : parseLockFile(text);
  if (!lock || lock.port === null || lock.socketFolder === null) return null;
  if (lock.socketFolder !== "") return { host: lock.socketFolder, port: lock.port, password: null };
  return { host: "127.0.0.1", port: lock.port, password: await ensurePassword(home) };
}

/** Null when the process ends first; a state other than ready when it runs without accepting connections. */
async function waitUntilReady(
  cluster: string,
  pid: number,
  endpointNow: () => Promise<Endpoint | null>,
): Promise<Readiness | null> {
  const limits = { starting: AbortSignal.timeout(RECOVERY_MS), unreachable: AbortSignal.timeout(UNREACHABLE_MS) };
  for (;;) {
    const endpoint = await endpointNow();
    const readiness: Readiness = endpoint ? await askReadiness(endpoint) : { state: "unreachable" };
    if (readiness.state === "ready" || readiness.state === "refused") return readiness;
    // Checked after the attempt: a server that ended during it is gone, not just unreachable.
    if (!(await isPostmasterOf(pid, cluster))) return null;
    if (limits[readiness.state].aborted) return readiness;
    await pause(15);
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended since the check.
  }
}

/** Waits until the process is fully gone: while ending it has no command line any more, but still holds its folder. */
async function waitUntilGone(pid: number, waitMs: number): Promise<boolean> {
  const limit = AbortSignal.timeout(waitMs);
  while (await isRunning(pid)) {
    if (limit.aborted) return false;
    await pause(10);
  }
  return true;
}
