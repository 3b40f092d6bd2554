/** A throw-away PostgreSQL for a run of tests, with a template that has every migration. It leaves nothing behind. */
import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { createLog } from "../src/log.ts";
import { startEmbeddedPostgres } from "../src/postgres/embedded-postgres.ts";
import { migrate } from "../src/store/migrate.ts";
import { memoryFolder } from "./memory-folder.ts";

export interface TestServer {
  /** Of any database on the server; `testDatabase` makes its own beside it. */
  url: string;
  /** The folder with all its files. */
  location: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

export const TEMPLATE = "meterbook_template";

/** Nothing here outlives the run, so nothing waits for a disk, and where memory has room nothing is on one. */
const SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_init_zero: "off",
  // A worker on the template would keep others from cloning it.
  autovacuum: "off",
  max_connections: "900",
  // Creating or dropping a database scans all of it.
  shared_buffers: "128MB",
};

/**
 * Starts a server in a temporary folder with the template. With `{}` for settings it is as durable as that of the service.
 * Without `stop` it ends and removes its files when this process ends in any way, except on Windows, where it stays.
 */
export async function startTestServer(settings: Record<string, string> = SETTINGS): Promise<TestServer> {
  const dataDir = await mkdtemp(join(settings === SETTINGS ? await memoryFolder() : tmpdir(), "meterbook-test-"));
  // The server of a root's run belongs to another account, which must get through.
  await chmod(dataDir, 0o711);
  const log = createLog({ level: "error", write: (line) => void process.stderr.write(line) });
  const server = await startEmbeddedPostgres({ dataDir, log, settings });
  const cancel = tidyIfKilled(server, dataDir);
  const stop = async () => {
    await server.stop();
    cancel();
    for (const folder of [server.location, dataDir]) await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server.url);
    return { url: server.url, location: server.location, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeTemplate(serverUrl: string): Promise<void> {
  await administer(serverUrl, `create database ${TEMPLATE}`);
  await migrate(urlOfDatabase(serverUrl, TEMPLATE));
  // No connection to it is possible from here on, as cloning requires.
  await administer(serverUrl, `alter database ${TEMPLATE} with allow_connections false is_template true`);
}

/** One statement on a connection of its own. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The URL of another database on the same server. */
export function urlOfDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(?=\?|$)/, `/${name}`);
}

/** Starts a shell that waits for the end of a pipe from this process, however that ends, then stops the server and removes its files. */
function tidyIfKilled({ location, url }: { location: string; url: string }, dataDir: string): () => void {
  if (process.platform === "win32") return () => {};
  const script = `trap "" INT TERM HUP
    read -r word
    [ "$word" = done ] && exit
    read -r pid < "$1/cluster/postmaster.pid" && kill -QUIT "$pid"
    for try in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$pid" && sleep 0.2; done
    rm -rf "$1" "$2"
    rmdir "$3"`;
  const guard = spawn("/bin/sh", ["-c", script, "sh", location, dataDir, decodeURIComponent(new URL(url).hostname)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  guard.stdin.on("error", () => {});
  // The pipe must not keep a finished test file from ending.
  if ("unref" in guard.stdin && typeof guard.stdin.unref === "function") guard.stdin.unref();
  return () => guard.stdin.end("done\n");
}
