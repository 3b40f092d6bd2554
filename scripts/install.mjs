/**
 * Makes `node_modules` agree with `package-lock.json` when it does not, once, even when several starts need it at the same time.
 * There are two states: `production`, without the packages of `devDependencies`, and `all`, which serves for both.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { withInstallLock } from "./install-lock.mjs";

/** The Node of the project, and the oldest that runs its TypeScript directly. */
export const NODE_MAJOR = 26;

/** Reported as one sentence, without a stack. */
export class InstallError extends Error {}

/**
 * Returns at once, and writes nothing, when everything is in place. `wanted` is the state that the entry needs: a server
 * never gets development packages. @throws InstallError with what to do
 */
export async function ensureInstalled(root, wanted) {
  if (isStamped(root, wanted) || takeOver(root, wanted)) return;
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new InstallError(
      `The packages are not installed as package-lock.json says, and ${root} cannot be written: ` +
        `run npm ci${wanted === "production" ? " --omit=dev" : ""} there.`,
    );
  }
  await withInstallLock(root, async (watch) => {
    if (isStamped(root, wanted) || takeOver(root, wanted)) return;
    console.error(`Installing the packages ${PURPOSES[wanted]} (once, about ten seconds).`);
    await install(root, wanted, watch);
    const version = nodeVersion(root);
    if (version < NODE_MAJOR && Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
      throw new InstallError(
        `The install brought no Node ${NODE_MAJOR} for ${process.platform}-${process.arch}: ` +
          `start with a Node ${NODE_MAJOR} or newer of your own.`,
      );
    }
    writeStamp(root, wanted);
  });
}

const PURPOSES = { production: "of the project", all: "of the project and of its development" };

/** The program itself: what npm puts into `.bin` on Windows is a shell script. */
export function nodeProgram(root) {
  return process.platform === "win32"
    ? join(root, "node_modules", `node-win-${process.arch}`, "bin", "node.exe")
    : join(root, "node_modules", ".bin", "node");
}

function nodeVersion(root) {
  const program = nodeProgram(root);
  if (!existsSync(program)) return 0;
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return Number.parseInt((stdout ?? "").replace("v", ""), 10) || 0;
}

const stampPath = (root) => join(root, "node_modules", ".meterbook-install");

/** What a successful install records: which lock file, for which machine, in which state. */
function stampText(root, state) {
  const lock = readFileSync(join(root, "package-lock.json"));
  return `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch} ${state}\n`;
}

/** The states that are sufficient for an entry. */
const serving = (wanted) => (wanted === "production" ? ["production", "all"] : ["all"]);

function isStamped(root, wanted) {
  try {
    const stamp = readFileSync(stampPath(root), "utf8");
    return serving(wanted).some((state) => stamp === stampText(root, state));
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return false;
    throw error;
  }
}

function writeStamp(root, state) {
  writeFileSync(stampPath(root), stampText(root, state));
}

/** An install made by hand (`npm ci`, with or without `--omit=dev`) is accepted when it agrees with the lock file. */
function takeOver(root, wanted) {
  const state = ["all", "production"].find((made) => agrees(root, made));
  if (!serving(wanted).includes(state) || nodeVersion(root) < NODE_MAJOR) return false;
  try {
    writeStamp(root, state);
  } catch {
    // A read-only install: checked again at the next start.
  }
  return true;
}

/** Checks the packages themselves too: `npm install --package-lock-only` writes npm's record without installing anything. */
function agrees(root, state) {
  try {
    const wanted = readPackages(join(root, "package-lock.json"));
    const present = readPackages(join(root, "node_modules", ".package-lock.json"));
    const matches = ([path, { version, integrity, link }]) =>
      wanted[path] &&
      (link ||
        (wanted[path].version === version &&
          wanted[path].integrity === integrity &&
          JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")).version === version));
    // Of a link npm does not say whether it is for development.
    const needed = ([path, { optional, dev, devOptional, peer, link }]) =>
      path.startsWith("node_modules/") && !optional && !peer && (state === "all" || !(dev || devOptional || link));
    return (
      Object.entries(present).every(matches) &&
      Object.entries(wanted)
        .filter(needed)
        .every(([path]) => present[path])
    );
  } catch {
    return false;
  }
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
}

/** `--ignore-scripts`: nothing we use needs one. `--include=optional`: the Node and the PostgreSQL of the platform are optional packages. */
const NPM_OPTIONS = ["--ignore-scripts", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];

/** `npm ci` first removes the existing packages. Development packages are only added, so that a service running from this folder keeps working. */
async function install(root, wanted, watch) {
  const [program, ...words] = npmCommand();
  const how =
    wanted === "production"
      ? ["ci", "--omit=dev"]
      : [...(isStamped(root, "production") ? ["install", "--no-save"] : ["ci"]), "--include=dev"];
  const args = [...how, ...NPM_OPTIONS];
  const cache = makeCache();
  const child = spawn(program, [...words, ...args, ...(cache ? [`--cache=${cache}`] : [])], {
    cwd: root,
    // npm's own output goes to standard error too.
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32" && words.length === 0,
  });
  if (child.pid) watch(child.pid);
  const stop = (signal) => child.kill(signal);
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, stop);
  const ended = await new Promise((end) => {
    child.once("error", (error) => end(error.message));
    child.once("exit", (code, signal) => end(signal ?? code));
  });
  for (const signal of ["SIGTERM", "SIGHUP"]) process.off(signal, stop);
  if (cache) rmSync(cache, { recursive: true, force: true });
  if (ended !== 0) throw new InstallError(`The packages could not be installed (npm ${how[0]}: ${ended}).`);
}

/** The npm that called us, run by the Node it runs on itself: ours may be in the folder that is about to be replaced. */
function npmCommand() {
  const { npm_execpath: caller, npm_node_execpath: node } = process.env;
  if (caller && /^np[mx]-cli\.[cm]?js$/.test(basename(caller)) && existsSync(caller)) {
    return [node && existsSync(node) ? node : process.execPath, caller];
  }
  return [process.platform === "win32" ? "npm.cmd" : "npm"];
}

/** npm needs a cache folder; an account without a writable home gets one for this install only. */
function makeCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), ".npm");
  try {
    mkdirSync(usual, { recursive: true });
    accessSync(usual, constants.W_OK);
    return null;
  } catch {
    return mkdtempSync(join(tmpdir(), "meterbook-npm-"));
  }
}
