/** The service in one process: claims the data folder, brings the database up and migrates it, then starts the roles: API, workers, or both. */
import type { FastifyInstance } from "fastify";
import { openServer } from "./api/server.ts";
import { openApp, openFiles, type App } from "./app.ts";
import { prepareKeys } from "./operations/authorization-keys.ts";
import type { Config } from "./config.ts";
import { Problem, StartError } from "./errors.ts";
import { formPages } from "./form/routes.ts";
import { isLimited } from "./processes/limited-process.ts";
import { startSender } from "./jobs/deliver.ts";
import { requestSweep } from "./jobs/sweep.ts";
import { requestWeather } from "./jobs/weather/weather.ts";
import { startWatchedFolder } from "./jobs/bills/watched-folder.ts";
import { startWorker } from "./jobs/worker.ts";
import type { Log } from "./log.ts";
import type { PasswordCost } from "./vault/passwords.ts";
import { joinProcesses } from "./operations/processes.ts";
import { replaceSetupLink } from "./store/records/companies.ts";
import { claimDataFolder } from "./postgres/data-folder.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import type { FileStore } from "./files/file-store.ts";
import type { FileReaders } from "./parsers/file-readers.ts";
import { adoptForeignChanges } from "./store/events/changes.ts";
import { migrate } from "./store/migrate.ts";
import { hasAdmin } from "./store/users/users.ts";
import { createFirstAdmin } from "./operations/companies.ts";
import { makeOneTimeToken } from "./operations/one-time-links.ts";
import { instantOf } from "./domain/instant.ts";

/** A running sandbox, however it was started; the service only needs its address and a way to stop it. */
export interface Sandbox {
  url: string;
  close(): Promise<void>;
}

export interface Service {
  app: App;
  url: string;
  /** Address of the sandbox utilities, when they run. */
  sandboxUrl: string | null;
  /** A one-time link for creating the first admin; null when an admin exists. */
  setupUrl: string | null;
  /** Finishes running work and ends within the stop time; safe to call twice. */
  stop(): Promise<void>;
}

/** How long a stop waits for running jobs, which otherwise run again later, and for webhooks being sent. */
const JOBS_STOP_MS = 6000;
const SENDER_STOP_MS = 4000;
const SETUP_LINK_MS = 24 * 3600 * 1000;

const OWN_PORTALS_ARE_OPEN =
  "recipes may visit these portals on this machine or in private networks, also without https: only for trying recipes";
const MODEL_IS_ON =
  "METERBOOK_MODEL_URL is set: the text of bills that no reader could read, with names, addresses and account numbers, is sent to that address";

interface Shutdown {
  add(name: string, run: () => Promise<unknown>): void;
  /** Runs once, however often it is called. */
  run(): Promise<void>;
}

/** Undo steps in reverse order: each started part is stopped, whatever happens to the others. */
function createShutdown(log: Log): Shutdown {
  const steps: { name: string; run: () => Promise<unknown> }[] = [];
  let done: Promise<void> | null = null;
  const runAll = async (): Promise<void> => {
    for (const { name, run } of steps) {
      await run().catch((error: unknown) => log.warn({ err: error, part: name }, "part did not stop cleanly"));
    }
  };
  return {
    add: (name, run) => void steps.unshift({ name, run }),
    run() {
      done ??= runAll();
      return done;
    },
  };
}

export interface StartOptions {
  log: Log;
  startSandbox: (port: number) => Promise<Sandbox>;
  /** See `AppOptions`. */
  readers?: FileReaders;
  /** See `AppOptions`. */
  passwordCost?: PasswordCost;
}

/**
 * Starts everything. @throws StartError with a sentence for the operator; parts already started are stopped again, but not what
 * `openApp` had opened when it failed: the caller ends the process
 */
export async function startService(config: Config, options: StartOptions): Promise<Service> {
  const { log } = options;
  const shutdown = createShutdown(log);
  try {
    return await bringUp(config, options, shutdown);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function bringUp(
  config: Config,
  { log, startSandbox, readers, passwordCost }: StartOptions,
  shutdown: Shutdown,
): Promise<Service> {
  const claim = await claimDataFolder(config.dataDir, { describe: `Meterbook on port ${config.port}` });
  shutdown.add("data folder", () => claim.release());
  const embedded = config.databaseUrl === null ? await startDatabase(config, log, shutdown) : null;
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? "";
  const ran = await migrate(databaseUrl);
  if (ran.length > 0) log.info({ migrations: ran }, "database migrated");

  const sandbox = config.sandboxPort === null ? null : await openSandbox(config.sandboxPort, startSandbox);
  if (sandbox !== null) shutdown.add("sandbox", () => sandbox.close());
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const sandboxUrl = sandbox?.url ?? config.sandboxUrl;
  const files = openFiles(config);
  shutdown.add("files", () => files.close());
  await requireFiles(files, config);
  // Before the vault is opened: during a change of the root key, no process may still have the old one.
  const membership = await joinProcesses({ config: { ...config, publicUrl, sandboxUrl }, databaseUrl, files, log });
  shutdown.add("list of processes", () => membership.leave());
  const databaseFolder = embedded?.location ?? null;
  const app = await openApp({
    config,
    databaseUrl,
    databaseFolder,
    publicUrl,
    registry: { sandboxUrl, ownPortals: config.ownPortals },
    log,
    readers,
    passwordCost,
  });
  shutdown.add("app", () => app.close());
  await prepareKeys(app);
  const adopted = await adoptForeignChanges(app.db);
  if (adopted > 0)
    log.warn({ changes: adopted }, "the database comes from another server: its change feed starts again");
  const reclaimed = await app.jobs.reclaimOrphans();
  if (reclaimed > 0) log.info({ jobs: reclaimed }, "jobs of an ended process were returned to the queue");

  if (config.ownPortals.length > 0) log.warn({ portals: config.ownPortals }, OWN_PORTALS_ARE_OPEN);
  if (app.model !== null) app.log.info({ model: app.model.name, sent_to: config.modelUrl }, MODEL_IS_ON);
  await ensureConfiguredAdmin(app);
  const { server, url } = await listen(app);
  let stopWork: () => Promise<unknown> = async () => {};
  // In parallel: neither should wait for the other. Added before the work starts, so that a start that fails closes the server.
  shutdown.add("work", () => Promise.all([server.close(), stopWork()]));
  if (config.roles.includes("workers")) stopWork = await startWork(app);
  const setupUrl = config.roles.includes("api") ? await makeSetupUrl(app) : null;
  return { app, url, sandboxUrl, setupUrl, stop: () => shutdown.run() };
}

/** Enqueues the first jobs, then starts the worker, the sender of webhooks and the watched folder; returns the function that stops them. */
async function startWork(app: App): Promise<() => Promise<unknown>> {
  // First: when one of these fails, nothing has started.
  await requestSweep(app);
  await requestWeather(app);
  if (!isLimited)
    app.log.warn("prlimit is not installed: files and connectors are read without limits of data and processor time");
  const worker = startWorker(app);
  const sender = startSender(app);
  const watched = startWatchedFolder(app);
  return () => Promise.all([worker.stop(JOBS_STOP_MS), sender.stop(SENDER_STOP_MS), watched.stop()]);
}

/** Checks the file store before anything is fetched. @throws StartError when files cannot be written and read */
async function requireFiles(files: FileStore, config: Config): Promise<void> {
  try {
    await files.checkWriting();
  } catch (error) {
    const where =
      config.s3Endpoint === null ? "The folder of bill files" : "METERBOOK_S3_ENDPOINT and METERBOOK_S3_BUCKET";
    const detail = error instanceof Error ? error.message : "unknown";
    throw new StartError(`${where} cannot be used: ${detail}.`, { cause: error });
  }
}

async function openSandbox(port: number, start: (port: number) => Promise<Sandbox>): Promise<Sandbox> {
  try {
    return await start(port);
  } catch (error) {
    const detail = "The sandbox utilities cannot use this port: it is taken, or this account may not use it.";
    throw new StartError(`METERBOOK_SANDBOX_PORT ${port}: ${detail}`, { cause: error });
  }
}

async function startDatabase(config: Config, log: Log, shutdown: Shutdown): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    databaseUser: config.databaseUser,
    log,
  });
  shutdown.add("postgres", () => postgres.stop());
  return postgres;
}

/** Listens, and sets the public address when the port was chosen automatically. @throws StartError when the port is taken */
async function listen(app: App): Promise<{ server: FastifyInstance; url: string }> {
  const server = await openServer(app, formPages);
  const { host, port, publicUrl } = app.config;
  try {
    await server.listen({ host, port });
  } catch (error) {
    await server.close();
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EADDRINUSE")
      throw new StartError(`PORT ${port} is taken by another program: set PORT to a free one.`);
    if (code === "EACCES")
      throw new StartError(`PORT ${port} may not be used by this account: set PORT to 1024 or more.`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
      throw new StartError(`HOST ${host} is not an address of this machine.`, { cause: error });
    }
    throw error;
  }
  const address = server.server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  app.publicUrl = publicUrl ?? `http://localhost:${actual}`;
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return { server, url: `http://${reachable}:${actual}` };
}

/** Creates the first admin from the settings, when they name one and no admin exists yet. */
async function ensureConfiguredAdmin(app: App): Promise<void> {
  const { adminEmail, adminPassword } = app.config;
  if (adminEmail === null || adminPassword === null || (await hasAdmin(app.db))) return;
  try {
    await createFirstAdmin(app, { email: adminEmail, password: adminPassword, name: "Administrator" });
  } catch (error) {
    // Another process that started at the same time was quicker.
    if (!(error instanceof Problem) || error.slug !== "conflict") throw error;
  }
}

/** A one-time link for creating the first admin, while no admin exists. */
async function makeSetupUrl(app: App): Promise<string | null> {
  if (await hasAdmin(app.db)) return null;
  const { token, token_sha256 } = makeOneTimeToken();
  const expires_at = instantOf(app.now() + SETUP_LINK_MS);
  await app.db.transaction().execute((trx) => replaceSetupLink(trx, { token_sha256, expires_at }));
  return `${app.publicUrl}/setup/${token}`;
}
