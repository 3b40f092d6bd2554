/** Runs the service: reads the settings, starts, prints its address, and stops within ten seconds of a signal. */
import { startSandboxOfToday } from "../sandbox/start.ts";
import { createCommand, parse } from "./cli/command-line.ts";
import { enter } from "./cli/enter.ts";
import type { Environment } from "./cli/io.ts";
import { ConfigError, readConfig } from "./config.ts";
import { StartError } from "./errors.ts";
import { createLog } from "./log.ts";
import { startService } from "./start.ts";

const STOP_MS = 10_000;

async function serve(env: Environment): Promise<never> {
  const config = readConfig(env);
  const log = createLog({ level: config.logLevel });
  // A stop signal during the start waits for the start to finish.
  const { promise: signalled, resolve: stop } = Promise.withResolvers<string>();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      // The process ends in time even if a part hangs: interrupted work runs again at the next start.
      setTimeout(() => process.exit(1), STOP_MS - 500).unref();
      stop(signal);
    });
  }
  const service = await startService(config, {
    log,
    startSandbox: (port) => startSandboxOfToday(port),
  });
  log.info({ url: service.url, sandbox: service.sandboxUrl, data: config.dataDir }, "Meterbook is ready");
  process.stderr.write(`Meterbook is ready at ${service.app.publicUrl}\n`);
  if (service.setupUrl !== null) {
    process.stderr.write(`There is no administrator yet. Open this link once within 24 hours: ${service.setupUrl}\n`);
  }
  log.info({ signal: await signalled }, "stopping");
  await service.stop();
  process.exit(0);
}

await enter(async (args, io) => {
  const command = createCommand(
    io,
    "start",
    "Runs the service until it is stopped. Settings come from the environment and the file .env.",
  );
  const over = parse(command, args);
  if (over !== null) return over;
  try {
    return await serve(io.env);
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    process.stderr.write(`Meterbook cannot start: ${error.message}\n`);
    // At once: a start that has failed may leave parts open.
    return process.exit(1);
  }
}, process.argv.slice(2));
