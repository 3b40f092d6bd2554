/**
 * Runs an entry file of the project on the Node that the project brings, after installing what is missing:
 * `node scripts/run.mjs <entry.ts> [arguments]`. Needs Node 20 or newer and nothing installed, and writes nothing to
 * standard output: that belongs to the entry.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { constants } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureInstalled, InstallError, NODE_MAJOR, nodeProgram } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What runs on servers. Everything else (tests, checks, benches) is for developers and needs their packages too. */
const ON_SERVERS = ["src", "sandbox", join("scripts", "sbom.ts"), join("scripts", "build.ts")];

/** Whether it serves the dashboard: the service and the demo do. */
function isServing(entry, args) {
  if (args.includes("--help")) return false;
  const path = relative(root, entry);
  return path === join("src", "main.ts") || (path === join("src", "cli", "main.ts") && args[0] === "demo");
}

function packagesFor(entry) {
  const path = relative(root, entry);
  return ON_SERVERS.some((place) => path === place || path.startsWith(place + sep)) ? "production" : "all";
}

/** As if the entry had been started directly, except for `import.meta.main`, which belongs to this file. */
async function runHere(entry, args) {
  // Processes that the entry starts inherit it from the environment.
  process.env.NODE_COMPILE_CACHE ??= compileCache();
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
}

/** Exits as the entry does, with the same code or signal. */
async function runOnOurNode(entry, args) {
  const child = spawn(nodeProgram(root), [entry, ...args], {
    stdio: "inherit",
    env: { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache() },
  });
  // A terminal sends Ctrl+C to both of us: an entry takes a second signal of the same kind as the first.
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"];
  const pass = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  const { code, signal } = await new Promise((end, fail) => {
    child.once("error", fail);
    child.once("exit", (exitCode, exitSignal) => end({ code: exitCode, signal: exitSignal }));
  });
  for (const name of signals) process.off(name, pass);
  if (signal === null) process.exit(code ?? 1);
  process.kill(process.pid, signal);
  process.exitCode = 128 + constants.signals[signal];
}

/** Without a dashboard the service still runs: its pages then say what to do. */
function ensureBuilt() {
  const { status } = spawnSync(nodeProgram(root), [join(root, "scripts", "build.ts")], { stdio: ["ignore", 2, 2] });
  if (status !== 0) console.error("The dashboard could not be built. The service runs without it.");
}

function compileCache() {
  return join(root, "node_modules", ".cache", "compiled");
}

async function main([name, ...args]) {
  const entry = name && resolve(root, name);
  if (!entry || !existsSync(entry)) throw new InstallError(`There is no file ${entry ?? "to run"}.`);
  await ensureInstalled(root, packagesFor(entry));
  if (isServing(entry, args)) ensureBuilt();
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return () => runHere(entry, args);
  return () => runOnOurNode(entry, args);
}

let start;
try {
  start = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
// Outside the try: what an entry throws is reported as the entry's error.
await start?.();
