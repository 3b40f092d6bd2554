/** The database files: created completely or not at all, and never opened by an incompatible version. */
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { totalmem, userInfo } from "node:os";
import { join } from "node:path";
import { StartError } from "../errors.ts";
import { syncFolder } from "../files/durable-files.ts";
import { handOver } from "./system-account.ts";
import { ensurePassword } from "./endpoint.ts";
import { exists, replaceFile } from "./files.ts";
import type { SystemAccount } from "./installation.ts";
import { runProgram } from "./run-program.ts";

export interface ClusterOptions {
  home: string;
  /** Folder with `bin`, from `installPrograms`. */
  programs: string;
  account: SystemAccount | null;
  /** Settings that override ours, for tests. */
  settings: Record<string, string>;
}

/** The path of the cluster, created if missing. @throws StartError when initdb fails */
export async function openCluster(options: ClusterOptions, major: string): Promise<string> {
  const cluster = join(options.home, "cluster");
  await removeHalfMade(options.home);
  if (await exists(cluster)) await checkCluster(cluster, major);
  else await makeCluster(cluster, options);
  await writeConfiguration(options);
  return cluster;
}

/** Created under a temporary name and renamed: after a crash `removeHalfMade` deletes the remains. */
async function makeCluster(cluster: string, { home, programs, account, settings }: ClusterOptions): Promise<void> {
  const temporary = await mkdtemp(join(home, "cluster.new-"));
  await chmod(temporary, 0o700);
  await handOver(temporary, account);
  const windows = process.platform === "win32";
  if (windows) await ensurePassword(home);
  const args = ["-D", temporary, "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-instructions"];
  // The same text order on every machine, whatever its C library.
  args.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  if (windows) args.push("--auth=scram-sha-256", `--pwfile=${join(home, "password")}`);
  else args.push("--auth-local=peer", "--auth-host=reject");
  if (settings["fsync"] === "off") args.push("--no-sync");
  const { code, output } = await runProgram(join(programs, "bin", "initdb"), args, account);
  if (code !== 0) {
    await rm(temporary, { recursive: true, force: true });
    throw new StartError(
      `The database could not be created in ${home}: ${output.trim().split("\n").slice(-3).join(" ")}`,
    );
  }
  await rename(temporary, cluster);
  // Before any row that relies on the name is acknowledged.
  await syncFolder(home);
}

async function removeHalfMade(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith("cluster.new-")) await rm(join(home, name), { recursive: true, force: true });
  }
}

async function checkCluster(cluster: string, major: string): Promise<void> {
  const found = (await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (found === major) return;
  throw new StartError(
    found
      ? `The database in ${cluster} was made by PostgreSQL ${found}, and this release brings ${major}: export it with the ` +
          `release that made it, or run it by a PostgreSQL ${found} of your own and set DATABASE_URL.`
      : `${cluster} is not a database: bring its files back from a backup, or move the folder away to begin empty.`,
  );
}

/** Uid of the owner of the files; null when there are none yet. */
export async function findClusterOwner(home: string | null): Promise<number | null> {
  if (home === null) return null;
  return stat(join(home, "cluster")).then(
    ({ uid }) => uid,
    () => null,
  );
}

const MB = 2 ** 20;

/**
 * The memory in which the server keeps what it reads: a sixteenth of the machine's, from 128 MB to 1 GB. Bills that are needed
 * together lie on many pages; read from the system's cache instead, each page is copied and its checksum compared again.
 */
export function sharedBuffers(memoryBytes: number): string {
  const share = Math.floor(memoryBytes / 16 / MB);
  return `${Math.min(1024, Math.max(128, share))}MB`;
}

/** What this process may use: that of its container, where it is in one. */
function memoryHere(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Sized for a machine with other work. Errors are not logged here, because their texts contain rows; the caller gets them. */
const SETTINGS: Record<string, string> = {
  cluster_name: "meterbook",
  max_connections: "100",
  shared_buffers: sharedBuffers(memoryHere()),
  effective_cache_size: "1GB",
  maintenance_work_mem: "64MB",
  random_page_cost: "1.1",
  checkpoint_timeout: "15min",
  timezone: "UTC",
  log_timezone: "UTC",
  datestyle: "ISO, YMD",
  lc_messages: "C",
  logging_collector: "off",
  log_checkpoints: "off",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_line_prefix: "%m [%p] ",
  unix_socket_permissions: "0700",
};

/** Written at each start, so that a new release updates it. What the role postgres sets by `alter system` overrides it. */
async function writeConfiguration({ home, account, settings }: ClusterOptions): Promise<void> {
  const note =
    "# Written at each start. A setting of your own lasts when the role postgres makes it: alter system set name = 'value'";
  const lines = Object.entries({ ...SETTINGS, ...settings }).map(([name, value]) => `${name} = '${value}'`);
  const windows = process.platform === "win32";
  const access = windows ? "host all all 127.0.0.1/32 scram-sha-256" : "local all all peer map=meterbook";
  const users = windows ? "" : `meterbook "${userInfo().username}" all`;
  const mode = account ? 0o644 : 0o600;
  await replaceFile(join(home, "postgresql.conf"), `${[note, ...lines].join("\n")}\n`, { mode });
  await replaceFile(join(home, "pg_hba.conf"), `${access}\n`, { mode });
  await replaceFile(join(home, "pg_ident.conf"), `${users}\n`, { mode });
}
