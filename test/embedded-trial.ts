/** For tests of the embedded server: databases to start it on without waiting for initdb, and ways to kill it. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { createLog } from "../src/log.ts";
import { isPostmasterOf, isRunning } from "../src/postgres/processes.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../src/postgres/embedded-postgres.ts";
import { lastFirst } from "./database.ts";

/** Nothing here remains after the run. */
export const settings = { fsync: "off" };
export const quiet = createLog({ level: "silent" });

let seed: Promise<string> | undefined;

/** Made once for the process; holds one row in `bills`. */
async function makeSeed(): Promise<string> {
  const folder = await makeFolder();
  const server = await startEmbeddedPostgres({ dataDir: folder, log: quiet, settings });
  await query(server.url, "create table bills as select 1 as id");
  await server.stop();
  return folder;
}

after(async () => {
  if (seed) await rm(await seed, { recursive: true, force: true });
});

/** A folder that every account can enter. The caller removes it. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-embedded-"));
  await chmod(folder, 0o711);
  return folder;
}

/** A data folder of its own for the test, with a database that holds one row in `bills`. */
export async function copyOfSeed(t: TestContext): Promise<string> {
  const folder = await makeFolder();
  lastFirst(t).after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "postgres"));
  execFileSync("cp", [
    "-a",
    join(await (seed ??= makeSeed()), "postgres", "cluster"),
    join(folder, "postgres", "cluster"),
  ]);
  return folder;
}

/** Starts it for the duration of the test. */
export async function start(t: TestContext, dataDir: string, log = quiet): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, settings });
  lastFirst(t).after(() => server.stop());
  return server;
}

/** One query on a connection of its own. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A process of ours that starts the server and is then killed without warning; returns the server's process id. */
export async function startAndKillNode(
  t: TestContext,
  dataDir: string,
  options: { uid?: number; gid?: number } = {},
): Promise<number> {
  const code = `
    import { flushCompileCache } from "node:module";
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL("../src/postgres/embedded-postgres.ts", import.meta.url).href)};
    const log = { info() {}, warn() {}, error() {} };
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log, settings: { fsync: "off" } });
    flushCompileCache();
    console.log(server.serverPid());
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
    ...options,
  });
  const [line] = await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  const pid = Number(String(line));
  lastFirst(t).after(async () => {
    if (!(await isPostmasterOf(pid, join(dataDir, "postgres", "cluster")))) return;
    process.kill(pid, "SIGQUIT");
    await untilGone(pid);
  });
  return pid;
}

/** Kills a process and returns when the system has removed it. */
export async function killAndWait(pid: number): Promise<void> {
  process.kill(pid, "SIGKILL");
  await untilGone(pid);
}

async function untilGone(pid: number): Promise<void> {
  while (await isRunning(pid)) await pause(5);
}
