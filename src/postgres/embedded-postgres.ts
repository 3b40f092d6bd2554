/** A PostgreSQL server under the data folder: started, or adopted when it is running already, and kept running until stopped. */
import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.ts";
import { chooseAccount, mustTakeOver, takeOver } from "./system-account.ts";
import { databaseUrl, ensureDatabase } from "./admin.ts";
import { findClusterOwner, openCluster } from "./cluster.ts";
import { makeEndpoint, removeEndpoint } from "./endpoint.ts";
import { findExistingHome, findHome, markReady } from "./home.ts";
import { keepAlive } from "./keeper.ts";
import { findPostmaster } from "./lock-file.ts";
import { adoptPostmaster, findEndpoint, launchPostmaster, type Postmaster, stopPostmaster } from "./postmaster.ts";
import type { SystemAccount, Installation } from "./installation.ts";
import { isPostmasterOf } from "./processes.ts";
import { findProgramPackage, installPrograms, removeOtherPrograms } from "./programs.ts";

export interface EmbeddedPostgres {
  /** For `pg`, with the role `meterbook`, which owns the database `meterbook`, may create others, and is not a superuser. */
  url: string;
  /** True when the server had outlived an earlier process of ours. */
  adopted: boolean;
  /** The folder with everything of the server: `postgres` in the data folder, or a separate one elsewhere. */
  location: string;
  /** Current process id of the server; it changes after a crash, at the same `url`. */
  serverPid(): number;
  /** Fast shutdown: connections are cut. May be called more than once. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Must be claimed by this process (`claimDataFolder`) unless no other process can know it. */
  dataDir: string;
  log: Pick<Log, "info" | "warn" | "error">;
  /** Account for a server that root starts; created if missing. */
  databaseUser?: string;
  /** Settings that override ours. For temporary databases: `{ fsync: "off" }`. */
  settings?: Record<string, string>;
}

/**
 * Starts PostgreSQL on the folder, creates what is missing, and resolves when it accepts connections. It listens on a socket in
 * a private folder and on no network (on Windows: on a loopback port, with a password). @throws StartError with one sentence
 * when this machine or this folder does not allow it
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const { installation, adopted, server } = await openServer(options);
  let current = server;
  await ensureDatabase(current.endpoint);
  await markReady(await realpath(options.dataDir));
  await removeOtherPrograms(installation.home, installation.programs);
  const keeper = keepAlive({
    isAlive: () => isPostmasterOf(current.pid, installation.cluster),
    revive: async () => {
      log.warn("The embedded PostgreSQL has died and is started again.");
      current = await launchPostmaster(installation, current.endpoint);
      log.info("The embedded PostgreSQL answers again.");
    },
    onFailure: (error) => log.error({ err: error }, "The embedded PostgreSQL could not be started again."),
  });
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    await keeper.stop();
    await stopPostmaster(current.pid, installation);
    await removeEndpoint(current.endpoint.host, installation.account);
  };
  return {
    url: databaseUrl(server.endpoint),
    adopted,
    location: installation.home,
    serverPid: () => current.pid,
    stop: () => (stopped ??= stop()),
  };
}

/** Address of the server of a data folder that another process of ours runs; null when there is none. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const home = await findExistingHome(await realpath(dataDir).catch(() => dataDir));
  if (home === null) return null;
  const cluster = join(home, "cluster");
  const endpoint = (await findPostmaster(cluster)) ? await findEndpoint({ cluster, home }) : null;
  return endpoint && databaseUrl(endpoint);
}

async function openServer({
  dataDir,
  log,
  databaseUser,
  settings = {},
}: EmbeddedPostgresOptions): Promise<{ installation: Installation; adopted: boolean; server: Postmaster }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await realpath(dataDir);
  const pack = await findProgramPackage();
  const owner = await findClusterOwner(await findExistingHome(folder));
  const account = await chooseAccount(owner, { ...(databaseUser === undefined ? {} : { name: databaseUser }), log });
  const home = await findHome(folder, account, log);
  const programs = await installPrograms(pack, home, account);
  if (mustTakeOver(account, owner)) {
    await takeOverCluster({ home, cluster: join(home, "cluster"), programs, version: pack.version, account });
    log.info(`The database files belonged to an account that other programs use; they belong to ${account.name} now.`);
  }
  const cluster = await openCluster({ home, programs, account, settings }, pack.major);
  const installation: Installation = { home, cluster, programs, version: pack.version, account };
  const adopted = await adoptPostmaster(installation);
  if (adopted) {
    log.info("The embedded PostgreSQL runs already and is taken over.");
    return { installation, adopted: true, server: adopted };
  }
  const endpoint = await makeEndpoint(home, account);
  try {
    const server = await launchPostmaster(installation, endpoint);
    log.info("The embedded PostgreSQL has started.");
    return { installation, adopted: false, server };
  } catch (error) {
    await removeEndpoint(endpoint.host, account);
    throw error;
  }
}

/** A server that still runs as the earlier owner is stopped first, because it would lose access to its files. */
async function takeOverCluster(installation: Installation & { account: SystemAccount }): Promise<void> {
  const running = await findPostmaster(installation.cluster);
  if (running) await stopPostmaster(running.pid, installation);
  await takeOver(installation.cluster, installation.account);
}
