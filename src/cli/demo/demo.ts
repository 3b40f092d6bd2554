/**
 * The demo: starts everything, creates a company, submits sandbox credentials, shows the bills arriving, and prints a summary.
 */
import { mkdirSync, createWriteStream } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startSandboxOfToday } from "../../../sandbox/start.ts";
import { readConfig, type Config } from "../../config.ts";
import { createLog } from "../../log.ts";
import { startService } from "../../start.ts";
import { runJourney } from "./demo-journey.ts";
import { attempt, createCommand, parse } from "../command-line.ts";
import { createDisplay } from "../display.ts";
import { print, type Environment, type Io, type Run } from "../io.ts";
import { printSummary } from "./demo-summary.ts";

const SANDBOX_PORT = 8090;
const FIRST_USERNAME = "demo_commercial";
/** What has not stopped by then is left to the end of the process. */
const STOP_MS = 8500;
const ADMIN = { email: "admin@demo.invalid", password: "meterbook-demo" };

interface Options {
  once: boolean;
  json: boolean;
  username: string;
  portfolio?: boolean;
}

const FAILING = { says: (why: string) => `The demo cannot start: ${why}`, code: 1 };

export const run: Run = async (args, io) => {
  const command = createCommand(
    io,
    "demo",
    "Shows Meterbook at work on its sandbox utilities. Everything stays on this machine.",
  )
    .option("--once", "stop after the summary instead of running on", false)
    .option("--json", "print the summary as one JSON object on standard output", false)
    .option("--username <name>", "sandbox scenario to sign in with, at both utilities", FIRST_USERNAME)
    .option("--portfolio", "collect the eight buildings of demo_portfolio, too: as without --once and --username");
  return parse(command, args) ?? attempt(io, () => demo(io, command.opts<Options>()), FAILING);
};

/** The demo uses its own data folder and database, and free ports when the usual ones are taken. */
async function demoConfig(environment: Environment): Promise<Config> {
  const dataDir = environment["METERBOOK_DATA_DIR"] ?? "./data/demo";
  const config = readConfig({
    ...environment,
    DATABASE_URL: undefined,
    METERBOOK_ADMIN_EMAIL: ADMIN.email,
    METERBOOK_ADMIN_PASSWORD: ADMIN.password,
    METERBOOK_DATA_DIR: resolve(dataDir),
    METERBOOK_SANDBOX_PORT: environment["METERBOOK_SANDBOX_PORT"] ?? String(SANDBOX_PORT),
    // Its webhook receiver runs on this machine.
    METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true",
  });
  return {
    ...config,
    port: environment["PORT"] === undefined ? await freePort(config.port, config.host) : config.port,
    sandboxPort:
      environment["METERBOOK_SANDBOX_PORT"] === undefined
        ? await freePort(SANDBOX_PORT, "127.0.0.1")
        : config.sandboxPort,
  };
}

/** The requested port when it is free, else 0: the system then chooses a free one. */
function freePort(port: number, host: string): Promise<number> {
  const { promise, resolve: done } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.once("error", () => done(0));
  probe.listen(port, host, () => probe.close(() => done(port)));
  return promise;
}

async function demo(io: Io, options: Options): Promise<number> {
  const startedAt = performance.now();
  const display = createDisplay(io, { startedAt });
  const config = await demoConfig(io.env);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const logFile = createWriteStream(join(config.dataDir, "demo.log"), { flags: "a", mode: 0o600 });
  const log = createLog({ level: config.logLevel, write: (line) => logFile.write(line) });

  const interrupted = new AbortController();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  io.onInterrupt(() => {
    interrupted.abort();
    stop();
  });
  display.begin("Starting PostgreSQL, the service and the sandbox utilities");
  const service = await startService(config, {
    log,
    startSandbox: (port) => startSandboxOfToday(port),
  });
  let failed = false;
  try {
    display.done(`The service answers at ${service.url}`);
    const summary = await runJourney({
      service,
      admin: ADMIN,
      username: options.username,
      once: options.once,
      // Somebody who looks at one scenario, or at nothing afterwards, needs no portfolio.
      portfolio: options.portfolio ?? (!options.once && options.username === FIRST_USERNAME),
      display,
      startedAt,
      signal: interrupted.signal,
    });
    if (options.json) print(io, JSON.stringify(summary));
    else printSummary(io, summary, { sandboxUrl: service.sandboxUrl, once: options.once });
    failed = summary.webhook.rejected > 0 || summary.bills === 0;
    if (!options.once) {
      display.note("The service keeps running. Stop with Ctrl+C.");
      await stopped;
    }
  } catch (error) {
    failed = !interrupted.signal.aborted;
    if (failed) display.fail(error instanceof Error ? error.message : String(error), join(config.dataDir, "demo.log"));
  } finally {
    await Promise.race([service.stop(), delay(STOP_MS, undefined, { ref: false })]);
  }
  return failed ? 1 : 0;
}
